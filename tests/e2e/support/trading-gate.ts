import type { Page } from '@playwright/test';

interface Frame {
  readonly T: number;
  readonly [field: string]: unknown;
}

/** Stands between the page and the trading socket: holds back what the server says, and rewrites what the page says. */
export class TradingGate {
  static readonly #gatedPages = new WeakSet<Page>();
  #held: (() => void)[] = [];
  #holdsAt: number | null = null;
  #isHolding = false;
  #rewrite: (frame: Frame) => Frame = (frame) => frame;

  static async on(page: Page): Promise<TradingGate> {
    const gate = new TradingGate();
    TradingGate.#gatedPages.add(page);
    await page.routeWebSocket(/\/ws\/trading$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(JSON.stringify(gate.#rewrite(frameOf(message)))));
      server.onMessage((message) => gate.#pass(frameOf(message).T, () => socket.send(message)));
    });
    return gate;
  }

  static isOn(page: Page): boolean {
    return TradingGate.#gatedPages.has(page);
  }

  /** From the next message of this kind on, nothing of the server reaches the page. */
  holdAt(type: number): void {
    this.#holdsAt = type;
  }

  /** Lets everything through that is held back or still to come, as far as the next message of a kind. */
  release(nextHold: number | null = null): void {
    this.#holdsAt = nextHold;
    this.#isHolding = false;
    for (const send of this.#held.splice(0)) send();
  }

  /** What the page says arrives changed. */
  rewrite(change: (frame: Frame) => Frame): void {
    this.#rewrite = change;
  }

  #pass(type: number, send: () => void): void {
    if (type === this.#holdsAt) {
      this.#isHolding = true;
      this.#holdsAt = null;
    }
    if (this.#isHolding) this.#held.push(() => this.#pass(type, send));
    else send();
  }
}

function frameOf(message: string | Buffer): Frame {
  // Every frame of the trading socket is a JSON object with a number T.
  return JSON.parse(message.toString()) as Frame;
}
