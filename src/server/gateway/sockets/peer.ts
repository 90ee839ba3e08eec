import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { PacedStream } from './paced-stream.ts';

/** Time that a peer has to read the close frame after `cut`, ms. */
const CLOSE_GRACE_MS = 2000;
/** Time that a peer has to read the close frame once it is no longer read, ms. */
const CUT_GRACE_MS = 500;

/** The other end of one socket. */
export interface Peer {
  readonly address: string;
  /** Token of the browser's session cookie, when the upgrade was requested by one of Tapedeck's pages. */
  readonly cookieToken: string | undefined;
  /** User agent of the program at the other end; empty when it sends none. */
  readonly userAgent: string;
  isOpen(): boolean;
  send(text: string): void;
  /** Writes text frames made by `frameText`, one or many joined, in one system call. */
  writeFrames(frames: string): void;
  /** Bytes that the peer has not read yet. */
  bufferedBytes(): number;
  close(code: number, reason: string): void;
  /** Closes a connection that sends too much; further frames are not read. */
  cut(code: number, reason: string): void;
}

/** Wraps an accepted socket. `transport` is the stream under it, known from the upgrade, and `input` reads it. */
export function createPeer(
  socket: WebSocket,
  transport: Duplex,
  input: Pick<PacedStream, 'stop'>,
  facts: Pick<Peer, 'address' | 'cookieToken' | 'userAgent'>,
  /** Receives the code when the server closes the connection, once. */
  onClosing: (code: number) => void = () => {},
): Peer {
  let isCollecting = false;
  const announceClosing = (code: number): void => {
    if (socket.readyState === socket.OPEN) onClosing(code);
  };
  /** Joins all frames of this turn of the event loop into one system call, which costs more than making a frame. */
  const collectFrames = (): void => {
    if (isCollecting) return;
    isCollecting = true;
    transport.cork();
    process.nextTick(() => {
      isCollecting = false;
      transport.uncork();
    });
  };
  return {
    ...facts,
    isOpen: () => socket.readyState === socket.OPEN,
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      collectFrames();
      socket.send(text);
    },
    writeFrames(frames) {
      // Compression is off, so the library writes each of its frames whole and at once, and other frames may be written between them.
      if (socket.readyState === socket.OPEN) transport.write(frames, 'latin1');
    },
    bufferedBytes: () => transport.writableLength,
    cut(code, reason) {
      if (socket.readyState === socket.CLOSED) return;
      announceClosing(code);
      socket.close(code, reason);
      input.stop();
      setTimeout(() => socket.terminate(), CUT_GRACE_MS).unref();
    },
    close(code, reason) {
      if (socket.readyState === socket.CLOSED) return;
      announceClosing(code);
      socket.close(code, reason);
      setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
    },
  };
}
