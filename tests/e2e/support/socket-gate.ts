import type { Page, WebSocketRoute } from '@playwright/test';
import {
  decode,
  decodeValue,
  encode,
  SOCKET_PATHS,
  type Body,
  type Message,
  type MessageName,
} from '../../../src/protocol/index.ts';

type Socket = 'streaming' | 'data';

/** Stands between the page and a socket: loses or changes what the server says, and says things of its own. */
export class SocketGate<S extends Socket> {
  readonly #socket: S;
  #page: WebSocketRoute | null = null;
  #isCut = false;
  #change: (message: Message<S, 'toClient'>) => string | null | undefined = () => undefined;
  /** Names of what the page has said, in order. */
  readonly said: string[] = [];

  private constructor(socket: S) {
    this.#socket = socket;
  }

  static async on<S extends Socket>(page: Page, socket: S): Promise<SocketGate<S>> {
    const gate = new SocketGate(socket);
    await page.routeWebSocket(
      (url) => url.pathname === SOCKET_PATHS[socket],
      (route) => gate.#connect(route),
    );
    return gate;
  }

  /** What becomes of each message of the server: another frame, nothing (null), or itself (undefined). */
  change(change: (message: Message<S, 'toClient'>) => string | null | undefined): void {
    this.#change = change;
  }

  /** Says something as if it were the server. */
  say<Name extends MessageName>(name: Name, body: Body<Name>): void {
    this.sayRaw(encode(name, body));
  }

  /** Sends a frame as it is. */
  sayRaw(frame: string): void {
    if (this.#page === null) throw new Error(`the page has no ${this.#socket} socket`);
    this.#page.send(frame);
  }

  /** Closes the socket, and each one that the page opens in its place, until `restore`. */
  async cut(): Promise<void> {
    this.#isCut = true;
    await this.#page?.close();
  }

  /** The next socket that the page opens goes through again. */
  restore(): void {
    this.#isCut = false;
  }

  /** How often the page has said this. */
  count(name: string): number {
    return this.said.filter((said) => said === name).length;
  }

  #connect(route: WebSocketRoute): void {
    this.#page = route;
    if (this.#isCut) {
      void route.close();
      return;
    }
    const server = route.connectToServer();
    route.onMessage((message) => {
      const decoded = decode(this.#socket, 'toServer', message.toString());
      if (decoded.ok) this.said.push(decoded.value.name);
      server.send(message);
    });
    server.onMessage((message) => {
      const text = message.toString();
      // A frame of several messages goes through as one each.
      const values: readonly unknown[] = text.startsWith('[') ? JSON.parse(text) : [JSON.parse(text)];
      for (const value of values) {
        const decoded = decodeValue<S, 'toClient'>(this.#socket, 'toClient', value);
        const changed = decoded.ok ? this.#change(decoded.value) : undefined;
        if (changed !== null) route.send(changed ?? JSON.stringify(value));
      }
    });
  }
}
