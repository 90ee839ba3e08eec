import { connect, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';

/** A WebSocket client that writes prebuilt frames and throws away what it reads: the cheapest possible sender. */
export interface AttackSocket {
  /** Frames of messages, written as they are. */
  write(frames: Buffer): void;
  /** Resolves when the socket takes more, or is open again. */
  writable(): Promise<void>;
  /** Bytes received so far. */
  receivedBytes(): number;
  /** Times the server closed the connection. */
  closedCount(): number;
}

/** The masked text frame of a message. A mask of zeros leaves the payload as it is. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

const REOPEN_MS = 50;
const WRITABLE_BELOW_BYTES = 256 * 1024;

/** Opens a connection whose `greeting` frames are written first, each time it is opened. */
export async function openAttackSocket(
  port: number,
  path: string,
  greeting: Buffer,
  signal: AbortSignal,
): Promise<AttackSocket> {
  let socket: Socket;
  let isOpen = false;
  let receivedBytes = 0;
  let closedCount = 0;
  let waiters: (() => void)[] = [];
  const wake = (): void => {
    const woken = waiters;
    waiters = [];
    for (const resolve of woken) resolve();
  };

  const open = (): void => {
    if (signal.aborted) return;
    socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ),
    );
    socket.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (isOpen) return;
      isOpen = true;
      socket.write(greeting);
      wake();
    });
    socket.on('drain', wake);
    socket.on('error', () => {});
    socket.on('close', () => {
      isOpen = false;
      closedCount += 1;
      setTimeout(open, REOPEN_MS);
    });
  };
  open();
  signal.addEventListener('abort', () => {
    socket.destroy();
    wake();
  });

  const writable = async (): Promise<void> => {
    while (!signal.aborted && (!isOpen || socket.writableLength > WRITABLE_BELOW_BYTES))
      await new Promise<void>((resolve) => waiters.push(resolve));
  };
  await writable();
  return {
    write: (frames) => {
      if (isOpen) socket.write(frames);
    },
    writable,
    receivedBytes: () => receivedBytes,
    closedCount: () => closedCount,
  };
}

/** Writes the same frames over and over, as fast as the connection takes them. */
export async function flood(socket: AttackSocket, frames: Buffer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await socket.writable();
    socket.write(frames);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits, unless the measurement ends first. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
