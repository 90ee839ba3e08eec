import type { SocketLike, SocketConstructor } from '../connection/socket.ts';
import type { SocketName } from '../../protocol/index.ts';
import { createFakeAnswers, type FakeAnswers, type FakeServer } from './fake-answers.ts';

const PORTS: Readonly<Record<SocketName, number>> = { trading: 1, streaming: 2, data: 3 };
const NAMES = Object.keys(PORTS) as SocketName[]; // its keys are exactly these names

/** The fake server without a network: its sockets and its `fetch` are called in this process, one turn later. */
export interface MemoryServer extends FakeServer {
  readonly WebSocket: SocketConstructor;
  /** While true, every new socket closes with 1006 and every call fails as without a network. */
  isAway: boolean;
}

type Peers = Readonly<Record<SocketName, Set<MemorySocket>>>;
/** What a socket needs of its server. */
interface Host {
  readonly answers: FakeAnswers;
  readonly peers: Peers;
  isAway(): boolean;
}
type Listener = (event: unknown) => void;

class MemorySocket implements SocketLike {
  readyState = 0;
  readonly #host: Host;
  readonly #name: SocketName;
  readonly #listeners: { readonly type: string; readonly listener: Listener }[] = [];

  constructor(url: string, host: Host) {
    const name = NAMES.find((each) => PORTS[each] === Number(new URL(url).port));
    if (name === undefined) throw new Error(`There is no socket at ${url}`);
    this.#host = host;
    this.#name = name;
    queueMicrotask(() => this.#open());
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    // A listener of a type gets events of that type only.
    this.#listeners.push({ type, listener: listener as Listener });
  }

  send(text: string): void {
    queueMicrotask(() => {
      if (this.readyState === 1) this.#host.answers.onFrame(this.#name, text);
    });
  }

  close(code = 1000): void {
    queueMicrotask(() => this.#end(code));
  }

  /** The server sends a frame. */
  receive(data: string): void {
    queueMicrotask(() => {
      if (this.readyState === 1) this.#fire('message', { data });
    });
  }

  #open(): void {
    if (this.readyState !== 0) return;
    if (this.#host.isAway()) {
      this.#end(1006);
      return;
    }
    this.readyState = 1;
    this.#host.peers[this.#name].add(this);
    this.#fire('open', {});
    this.#host.answers.onConnection(this.#name, undefined);
  }

  #end(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#host.peers[this.#name].delete(this);
    this.#fire('close', { code, reason: '' });
  }

  #fire(type: string, event: unknown): void {
    for (const each of this.#listeners) if (each.type === type) each.listener(event);
  }
}

export function createMemoryServer(): MemoryServer {
  const peers: Peers = { trading: new Set(), streaming: new Set(), data: new Set() };
  const answers = createFakeAnswers({
    port: (socket) => PORTS[socket],
    send(socket, frame) {
      for (const peer of peers[socket]) peer.receive(frame);
    },
    drop(socket, code = 1006) {
      for (const peer of peers[socket]) peer.close(code);
    },
  });
  const host: Host = { answers, peers, isAway: () => server.isAway };
  const { fetch } = answers;
  const server: MemoryServer = Object.assign(answers, {
    WebSocket: class extends MemorySocket {
      constructor(url: string) {
        super(url, host);
      }
    },
    isAway: false,
    fetch: (async (input, init) => {
      if (server.isAway) throw new TypeError('Failed to fetch');
      return fetch(input, init);
    }) satisfies typeof globalThis.fetch,
  });
  return server;
}
