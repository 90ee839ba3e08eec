// The reading side of the fan-out bench: so many raw connections that count messages and sample latency.
import { connect } from 'node:net';
import type { ClientReport } from './fan-out.ts';

const [port, clientCount] = process.argv.slice(2).map(Number);
const latenciesMs: number[] = [];
let received = 0;

/** Where the time of a message stands: each has one. */
const TIME = Buffer.from('"TS":');
const TIME_DIGITS = 13;

/** Counts the messages of a frame, one or an array of many, and reads the time of one in 200. */
function readMessages(payload: Buffer): void {
  for (let at = payload.indexOf(TIME); at >= 0; at = payload.indexOf(TIME, at + TIME.length)) {
    received += 1;
    if (received % 200 === 0)
      latenciesMs.push(
        Date.now() - Number(payload.toString('latin1', at + TIME.length, at + TIME.length + TIME_DIGITS)),
      );
  }
}

/** Reads the frames in what arrived (all are text frames of the server, shorter than 64 kB); gives back what is not whole yet. */
function readFrames(buffer: Buffer): Buffer {
  let at = 0;
  while (at + 2 <= buffer.length) {
    const short = (buffer[at + 1] ?? 0) & 0x7f;
    const header = short < 126 ? 2 : 4;
    if (at + header > buffer.length) break;
    const length = short < 126 ? short : buffer.readUInt16BE(at + 2);
    if (at + header + length > buffer.length) break;
    readMessages(buffer.subarray(at + header, at + header + length));
    at += header + length;
  }
  return buffer.subarray(at);
}

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port ?? 0, '127.0.0.1', () =>
      socket.write(
        'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      ),
    );
    let rest = Buffer.alloc(0);
    let isOpen = false;
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      let buffer: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      if (!isOpen) {
        const end = buffer.indexOf('\r\n\r\n');
        if (end < 0) return;
        isOpen = true;
        buffer = buffer.subarray(end + 4);
        resolve();
      }
      rest = Buffer.from(readFrames(buffer));
    });
  });
}

process.on('message', () => {
  const sorted = latenciesMs.sort((a, b) => a - b);
  const at = (fraction: number) => sorted[Math.floor(sorted.length * fraction)] ?? Number.NaN;
  process.send?.({ received, p50Ms: at(0.5), p99Ms: at(0.99) } satisfies ClientReport);
});

for (let client = 0; client < (clientCount ?? 0); client++) await open();
process.send?.('ready');
