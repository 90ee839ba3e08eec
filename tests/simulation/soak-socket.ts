import type { SocketConstructor } from '../../src/client/connection/socket.ts';
import { decode, encode, type Body, type MessageName, type SocketName } from '../../src/protocol/index.ts';
import type { SoakNetwork } from './soak-network.ts';

const SOCKET_OF_PORT: Readonly<Record<string, SocketName>> = {
  '1': 'trading',
  '2': 'streaming',
  '3': 'data',
};

type Listener = (event: never) => void;

/** One connection as the server sees it. Frames arrive in order, each after its latency. */
export interface Wire {
  readonly name: SocketName;
  readonly subscriptions: Set<string>;
  isOpen: boolean;
  /** No frame passes any more, and neither side is notified. */
  isFrozen: boolean;
  account: string | null;
  isIn: boolean;
  send<Name extends MessageName>(name: Name, body: Body<Name>): void;
  drop(code: number): void;
}

/** The server's side of its sockets. */
export interface SocketHost {
  readonly faults: string[];
  /** The client opened this connection; `hasCookie` when it sent a session cookie. */
  opened(wire: Wire, hasCookie: boolean): void;
  closed(wire: Wire): void;
  received(wire: Wire, text: string): void;
}

interface SocketOptions {
  readonly headers?: { readonly cookie?: string };
}

/** The WebSocket class of a client: its connections lead to this host over this network. */
export function createSocketClass(network: SoakNetwork, host: SocketHost): SocketConstructor {
  return class extends SoakSocket {
    constructor(url: string, options?: SocketOptions) {
      super(network, host, url, options);
    }
  };
}

class SoakSocket {
  readonly #listeners: { readonly type: string; readonly listener: Listener }[] = [];
  readonly #network: SoakNetwork;
  readonly #host: SocketHost;
  readonly #wire: Wire;
  readonly #toServer: (text: string) => void;
  #isClosed = false;

  constructor(network: SoakNetwork, host: SocketHost, url: string, options?: SocketOptions) {
    this.#network = network;
    this.#host = host;
    const name = SOCKET_OF_PORT[new URL(url).port];
    if (name === undefined) throw new Error(`no socket at ${url}`);
    this.#wire = this.#createWire(name);
    this.#toServer = this.#network.pipe(
      () => this.#isPassing(),
      (text) => this.#host.received(this.#wire, text),
    );
    const isRefused = this.#network.fails(0.25);
    // Some connections are never completed nor refused.
    if (this.#network.fails(0.05)) return;
    this.#network.after(this.#network.random.int(1, 80), () => {
      if (this.#isClosed) return;
      if (isRefused) return this.#refuse();
      this.#wire.isOpen = true;
      this.#fire('open', {});
      this.#host.opened(this.#wire, options?.headers?.cookie !== undefined);
    });
  }

  get readyState(): number {
    return this.#isClosed ? 3 : this.#wire.isOpen ? 1 : 0;
  }

  send(text: string): void {
    if (this.#isClosed || !this.#wire.isOpen) throw new Error('The socket is not open.');
    this.#toServer(text);
  }

  close(): void {
    this.#end();
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push({ type, listener });
  }

  #createWire(name: SocketName): Wire {
    const toClient = this.#network.pipe(
      () => this.#isPassing(),
      (text) => this.#fire('message', { data: text }),
    );
    return {
      name,
      subscriptions: new Set(),
      isOpen: false,
      isFrozen: false,
      account: null,
      isIn: false,
      send: (message, body) => {
        if (!this.#isPassing()) return;
        const text = encode(message, body);
        const read = message === 'trade' || message === 'quote' ? null : decode(name, 'toClient', text);
        if (read?.ok === false)
          this.#host.faults.push(`the server itself sent a bad frame: ${read.error.message}`);
        toClient(text);
      },
      drop: (code) => {
        if (!this.#wire.isOpen) return;
        this.#end();
        this.#fire('close', { code, reason: '' });
      },
    };
  }

  #isPassing(): boolean {
    return this.#wire.isOpen && !this.#wire.isFrozen;
  }

  #refuse(): void {
    this.#isClosed = true;
    this.#fire('error', {});
    this.#fire('close', { code: 1006, reason: '' });
  }

  #end(): void {
    this.#wire.isOpen = false;
    this.#isClosed = true;
    this.#host.closed(this.#wire);
  }

  #fire(type: string, event: unknown): void {
    // Each kind of listener gets its kind of event.
    for (const each of this.#listeners) if (each.type === type) each.listener(event as never);
  }
}
