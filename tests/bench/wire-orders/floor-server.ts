// What a server of orders cannot do without: read each order from its socket, write a row for it, and report it once the row is on the disk. Rows that
// wait together are committed together.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WebSocketServer, type WebSocket } from 'ws';
import { answerUsage } from './usage.ts';

/** As long as the record of an order, and as its three messages: accepted, confirmed, balance. */
const PAYLOAD = 'x'.repeat(600);
const REPORT_PADDING = 'x'.repeat(1_300);

const folder = await mkdtemp(join(tmpdir(), 'tapedeck-bench-'));
const database = new DatabaseSync(join(folder, 'floor.db'));
database.exec(
  'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE journal (seq INTEGER PRIMARY KEY, payload TEXT NOT NULL)',
);
const insert = database.prepare('INSERT INTO journal (seq, payload) VALUES (?, ?)');

let seq = 0;
let waiting: { socket: WebSocket; clientId: string }[] = [];

function commit(): void {
  const batch = waiting;
  waiting = [];
  database.exec('BEGIN');
  for (let row = 0; row < batch.length; row++) insert.run(++seq, PAYLOAD);
  database.exec('COMMIT');
  for (const { socket, clientId } of batch)
    socket.send(`{"ClientId":${JSON.stringify(clientId)},"Padding":"${REPORT_PADDING}"}`);
}

const http = createServer();
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (payload) => {
    // Written by the clients of this bench.
    const order = JSON.parse(String(payload)) as { ClientId: string };
    if (waiting.length === 0) setImmediate(commit);
    waiting.push({ socket, clientId: order.ClientId });
  });
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const address = http.address();
if (address === null || typeof address === 'string') throw new Error('Invariant: a TCP server has a port');

answerUsage(async () => {
  for (const socket of sockets.clients) socket.terminate();
  http.close();
  database.close();
  await rm(folder, { recursive: true, force: true });
});
process.send?.({ port: address.port });
