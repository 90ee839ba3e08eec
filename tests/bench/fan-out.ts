import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { FanOut } from '../../src/server/gateway/fan-out/fan-out.ts';
import { createOutbox } from '../../src/server/gateway/fan-out/outbox.ts';
import { createPeer } from '../../src/server/gateway/sockets/peer.ts';
import type { MarketListener } from '../../src/server/market/market-data.ts';
import { encode } from '../../src/protocol/index.ts';
import { interleave, median, printTable } from './harness.ts';

const CLIENTS = 200;
const SYMBOLS = 100;
const TICKS_PER_SECOND = 5_000;
const SECONDS = 4;

export interface ClientReport {
  readonly received: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
interface Figure extends ClientReport {
  readonly sent: number;
  readonly coreShare: number;
}

/** The clients run in a process of their own, so that reading does not slow the writer. */
async function withClients(port: number): Promise<ChildProcess> {
  const child = fork(
    fileURLToPath(new URL('./fan-out-clients.ts', import.meta.url)),
    [String(port), String(CLIENTS)],
    { execArgv: ['--disable-warning=ExperimentalWarning'] },
  );
  await once(child, 'message');
  return child;
}

/** Produces ticks at their due times and measures the writer's share of a core. Latency counts from the time a tick was due. */
async function drive(
  emit: (symbol: number, dueMs: number) => void,
): Promise<{ sent: number; coreShare: number }> {
  const cpuBefore = process.cpuUsage();
  const startedAt = Date.now();
  const total = TICKS_PER_SECOND * SECONDS;
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((Date.now() - startedAt) / 1000) * TICKS_PER_SECOND));
    for (; sent < due; sent++) emit(sent % SYMBOLS, startedAt + (sent / TICKS_PER_SECOND) * 1000);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const used = process.cpuUsage(cpuBefore);
  return { sent, coreShare: (used.user + used.system) / 1e6 / ((Date.now() - startedAt) / 1000) };
}

async function round(
  attach: (sockets: WebSocketServer) => (symbol: number, dueMs: number) => void,
): Promise<Figure> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  const emit = attach(sockets);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('Invariant: a TCP server has a port');
  const clients = await withClients(address.port);
  const { sent, coreShare } = await drive(emit);
  await new Promise((resolve) => setTimeout(resolve, 500));
  clients.send('report');
  // The child answers 'report' with its one ClientReport.
  const [report] = (await once(clients, 'message')) as [ClientReport];
  clients.kill();
  sockets.close();
  for (const socket of sockets.clients) socket.terminate();
  http.close();
  return { ...report, sent: sent * CLIENTS, coreShare };
}

function tapedeck(isBatching: boolean): Promise<Figure> {
  const listeners: (MarketListener | undefined)[] = [];
  const fanOut = new FanOut(
    {
      depth: () => [],
      watch: (symbol, listener) => {
        listeners[Number(symbol)] = listener;
        return () => {
          listeners[Number(symbol)] = undefined;
        };
      },
    },
    Date.now,
  );
  return round((sockets) => {
    sockets.on('connection', (socket, request) => {
      const outbox = createOutbox(
        createPeer(
          socket,
          request.socket,
          { stop: () => socket.pause() },
          { address: '127.0.0.1', userAgent: '', cookieToken: undefined },
        ),
      );
      if (isBatching) outbox.batch();
      for (let symbol = 0; symbol < SYMBOLS; symbol++) fanOut.subscribe(outbox, String(symbol), 'Trade');
    });
    let totalVolume = 0;
    return (symbol, dueMs) =>
      listeners[symbol]?.onTrade?.({
        symbol: String(symbol),
        priceE4: 1_000_000,
        size: 100,
        totalVolume: (totalVolume += 100),
        exchange: 'Q',
        timeMs: Math.round(dueMs),
      });
  }).finally(() => fanOut.stop());
}

function bareBroadcast(): Promise<Figure> {
  return round((sockets) => (symbol, dueMs) => {
    const text = encode('trade', {
      S: String(symbol),
      P: 100,
      V: 100,
      TV: 100,
      X: 'Q',
      TS: Math.round(dueMs),
    });
    for (const socket of sockets.clients) socket.send(text);
  });
}

/** Every trade to every client, through the server's fan-out and through a bare `ws` broadcast. */
export async function benchFanOut(): Promise<void> {
  const figures = await interleave<Figure>(3, {
    'Tapedeck, a frame a message': () => tapedeck(false),
    'Tapedeck, in batches as the workstation requests': () => tapedeck(true),
    'peer: bare ws broadcast': bareBroadcast,
  });
  const medianOf = (name: string, key: keyof Figure) =>
    median((figures.get(name) ?? []).map((figure) => figure[key]));
  printTable(
    `Fan-out of trades: ${CLIENTS} clients × ${SYMBOLS} symbols, ${TICKS_PER_SECOND.toLocaleString('en-US')} ticks/s for ${SECONDS} s (goal: lossless at ≤ 0.5 core, p99 ≤ 25 ms)`,
    ['', 'messages due', 'received', '% lost', 'p50 ms', 'p99 ms', 'cores'],
    [...figures.keys()].map((name) => [
      name,
      medianOf(name, 'sent'),
      medianOf(name, 'received'),
      100 * (1 - medianOf(name, 'received') / medianOf(name, 'sent')),
      medianOf(name, 'p50Ms'),
      medianOf(name, 'p99Ms'),
      medianOf(name, 'coreShare'),
    ]),
    [
      'latency is from the time a tick was due to its reading in the client process; "lost" is what had not arrived 0.5 s after the last tick',
    ],
  );
}
