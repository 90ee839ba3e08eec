import type { Page } from '@playwright/test';

interface Frame {
  readonly T: number;
  readonly [field: string]: unknown;
}

/** Stands between the page and the trading socket: holds back what the server says, and observes what the page says. */
export class TradingGate {
  static readonly #gatedPages = new WeakSet<Page>();
  #holdsAt: number | null = null;
  #isHolding = false;
  readonly #awaited = new Set<(frame: Frame) => void>();

  static async on(page: Page): Promise<TradingGate> {
    const gate = new TradingGate();
    TradingGate.#gatedPages.add(page);
    await page.routeWebSocket(/\/ws\/trading$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        server.send(message);
        for (const onFrame of [...gate.#awaited]) onFrame(frameOf(message));
      });
      server.onMessage((message) => {
        if (gate.#passes(frameOf(message).T)) socket.send(message);
      });
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

  /** Resolves once a frame of the page that matches is on its way to the server: until then, closing the page loses it. */
  sent(matches: (frame: Frame) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const onFrame = (frame: Frame) => {
        if (!matches(frame)) return;
        this.#awaited.delete(onFrame);
        resolve();
      };
      this.#awaited.add(onFrame);
    });
  }

  #passes(type: number): boolean {
    if (type === this.#holdsAt) this.#isHolding = true;
    return !this.#isHolding;
  }
}

function frameOf(message: string | Buffer): Frame {
  // Every frame of the trading socket is a JSON object with a number T.
  return JSON.parse(message.toString()) as Frame;
}
