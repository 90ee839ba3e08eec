import { decode, encode, type Body, type MessageName, type SocketName } from '../../protocol/index.ts';
import type { OpenSocket, SocketLike } from '../connection/socket.ts';

interface Sent {
  readonly name: MessageName;
  readonly body: unknown;
}

/** One socket that the client opened; the test plays the server. */
export interface FakeSocket {
  readonly url: string;
  readonly sent: Sent[];
  readonly isClosed: () => boolean;
  open(): void;
  say<Name extends MessageName>(name: Name, body: Body<Name>): void;
  /** The other side has begun to close: what is sent now is dropped without a word, as in browsers, and the close event has yet to come. */
  startClosing(): void;
  /** The network or the server ends it. */
  drop(code?: number, reason?: string): void;
}

/** Sockets that do nothing by themselves. */
export function createFakeSockets(name: SocketName): {
  readonly open: OpenSocket;
  readonly all: FakeSocket[];
  last(): FakeSocket;
} {
  const all: FakeSocket[] = [];
  return {
    all,
    last() {
      const socket = all.at(-1);
      if (socket === undefined) throw new Error('The client has opened no socket yet.');
      return socket;
    },
    open(url) {
      const listeners: { type: string; listener: (event: never) => void }[] = [];
      let isClosed = false;
      let readyState = 0;
      const fire = (type: string, event: unknown) => {
        // Each kind of listener gets its kind of event, as the browser does it.
        for (const each of listeners) if (each.type === type) each.listener(event as never);
      };
      const fake: FakeSocket = {
        url,
        sent: [],
        isClosed: () => isClosed,
        open() {
          readyState = 1;
          fire('open', {});
        },
        say: (message, body) => fire('message', { data: encode(message, body) }),
        startClosing: () => {
          readyState = 2;
        },
        drop(code = 1006, reason = '') {
          isClosed = true;
          readyState = 3;
          fire('close', { code, reason });
        },
      };
      all.push(fake);
      const socket: SocketLike = {
        get readyState() {
          return readyState;
        },
        send(text) {
          if (readyState === 2) return;
          if (isClosed) throw new Error('The socket is closed.');
          const read = decode(name, 'toServer', text);
          if (!read.ok) throw new Error(`the client sent a bad frame: ${read.error.message}`);
          fake.sent.push(read.value);
        },
        close() {
          isClosed = true;
          readyState = 3;
        },
        addEventListener: (type: string, listener: (event: never) => void) =>
          void listeners.push({ type, listener }),
      };
      return socket;
    },
  };
}
