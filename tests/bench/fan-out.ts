import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { WebSocketServer, type WebSocket } from 'ws';
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

/** Of the rounds with quotes: each client reads some of the symbols. */
const QUOTE_CLIENTS = 1_000;
const QUOTE_SYMBOLS_A_CLIENT = 10;
const QUOTE_MS = 50;
/** Groups of clients that are written to in turn. */
const QUOTE_GROUPS = 5;

/** The clients run in a process of their own, so that reading does not slow the writer. */
async function withClients(port: number, clients: number): Promise<ChildProcess> {
  const child = fork(
    fileURLToPath(new URL('./fan-out-clients.ts', import.meta.url)),
    [String(port), String(clients)],
    { execArgv: ['--disable-warning=ExperimentalWarning'] },
  );
  await once(child, 'message');
  return child;
}

/** Symbols take no turns: which one moves next is as good as random. */
const symbolAt = (tick: number): number => (((tick * 2_654_435_761) % 2 ** 32) >>> 8) % SYMBOLS;

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
    for (; sent < due; sent++) emit(symbolAt(sent), startedAt + (sent / TICKS_PER_SECOND) * 1000);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const used = process.cpuUsage(cpuBefore);
  return { sent, coreShare: (used.user + used.system) / 1e6 / ((Date.now() - startedAt) / 1000) };
}

async function round(
  clientCount: number,
  attach: (sockets: WebSocketServer) => (symbol: number, dueMs: number) => void,
): Promise<Figure> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  const emit = attach(sockets);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('Invariant: a TCP server has a port');
  const clients = await withClients(address.port, clientCount);
  const { sent, coreShare } = await drive(emit);
  await new Promise((resolve) => setTimeout(resolve, 500));
  clients.send('report');
  // The child answers 'report' with its one ClientReport.
  const [report] = (await once(clients, 'message')) as [ClientReport];
  clients.kill();
  sockets.close();
  for (const socket of sockets.clients) socket.terminate();
  http.close();
  return { ...report, sent: sent * clientCount, coreShare };
}

function tapedeck(isBatching: boolean): Promise<Figure> {
  const listeners: (MarketListener | undefined)[] = [];
  const fanOut = new FanOut(
    {
      depth: () => [],
      onSession: () => () => {},
      watch: (symbol, listener) => {
        listeners[Number(symbol)] = listener;
        return () => {
          listeners[Number(symbol)] = undefined;
        };
      },
    },
    Date.now,
  );
  return round(CLIENTS, (sockets) => {
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
  return round(CLIENTS, (sockets) => (symbol, dueMs) => {
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

/** Symbols of the client with that number. */
const symbolsOf = (client: number): number[] =>
  Array.from({ length: QUOTE_SYMBOLS_A_CLIENT }, (_, index) => (client * 7 + index) % SYMBOLS);

const quoteText = (symbol: number, dueMs: number): string =>
  encode('quote', {
    S: String(symbol),
    B: 100,
    BS: 100,
    BE: 'Q',
    A: 100.01,
    AS: 100,
    AE: 'Q',
    TS: Math.round(dueMs),
  });

function tapedeckQuotes(): Promise<Figure> {
  const listeners: (MarketListener | undefined)[] = [];
  const fanOut = new FanOut(
    {
      depth: () => [],
      onSession: () => () => {},
      watch: (symbol, listener) => {
        listeners[Number(symbol)] = listener;
        return () => {
          listeners[Number(symbol)] = undefined;
        };
      },
    },
    Date.now,
  );
  let connected = 0;
  return round(QUOTE_CLIENTS, (sockets) => {
    sockets.on('connection', (socket, request) => {
      const outbox = createOutbox(
        createPeer(
          socket,
          request.socket,
          { stop: () => socket.pause() },
          { address: '127.0.0.1', userAgent: '', cookieToken: undefined },
        ),
      );
      outbox.batch();
      for (const symbol of symbolsOf(connected)) fanOut.subscribe(outbox, String(symbol), 'Quote');
      connected += 1;
    });
    return (symbol, dueMs) =>
      listeners[symbol]?.onQuote?.({
        symbol: String(symbol),
        bidE4: 1_000_000,
        bidSize: 100,
        bidExchange: 'Q',
        askE4: 1_000_100,
        askSize: 100,
        askExchange: 'Q',
        timeMs: Math.round(dueMs),
      });
  }).finally(() => fanOut.stop());
}

/** The newest text of each symbol, to each client in one write each 50 ms, in groups that have their turn one after the other. */
function bareConflation(): Promise<Figure> {
  let timer: NodeJS.Timeout | undefined;
  return round(QUOTE_CLIENTS, (sockets) => {
    const newest: (string | undefined)[] = [];
    const changed = Array.from({ length: QUOTE_GROUPS }, () => new Set<number>());
    const clients: { readonly socket: WebSocket; readonly symbols: readonly number[] }[] = [];
    sockets.on('connection', (socket) => clients.push({ socket, symbols: symbolsOf(clients.length) }));
    let turn = 0;
    timer = setInterval(() => {
      const moved = changed[turn];
      for (let client = turn; client < clients.length; client += QUOTE_GROUPS) {
        const texts = clients[client]?.symbols
          .filter((symbol) => moved?.has(symbol))
          .map((symbol) => newest[symbol]);
        if (texts?.length) clients[client]?.socket.send(`[${texts.join(',')}]`);
      }
      moved?.clear();
      turn = (turn + 1) % QUOTE_GROUPS;
    }, QUOTE_MS / QUOTE_GROUPS);
    return (symbol, dueMs) => {
      newest[symbol] = quoteText(symbol, dueMs);
      for (const group of changed) group.add(symbol);
    };
  }).finally(() => clearInterval(timer));
}

/** Every quote to every client that reads its symbol, as it comes. */
function bareQuotes(): Promise<Figure> {
  return round(QUOTE_CLIENTS, (sockets) => {
    const readers: WebSocket[][] = Array.from({ length: SYMBOLS }, () => []);
    let connected = 0;
    sockets.on('connection', (socket) => {
      for (const symbol of symbolsOf(connected)) readers[symbol]?.push(socket);
      connected += 1;
    });
    return (symbol, dueMs) => {
      const text = quoteText(symbol, dueMs);
      for (const socket of readers[symbol] ?? []) socket.send(text);
    };
  });
}

/** Quotes of which the newest is enough, to many clients. */
async function benchQuotes(): Promise<void> {
  const figures = await interleave<Figure>(3, {
    Tapedeck: tapedeckQuotes,
    'floor: conflated by hand': bareConflation,
    'peer: bare ws, every quote': bareQuotes,
  });
  const medianOf = (name: string, key: keyof Figure) =>
    median((figures.get(name) ?? []).map((figure) => figure[key]));
  printTable(
    `Fan-out of quotes: ${QUOTE_CLIENTS.toLocaleString('en-US')} clients × ${QUOTE_SYMBOLS_A_CLIENT} of ${SYMBOLS} symbols, ${TICKS_PER_SECOND.toLocaleString('en-US')} quotes/s for ${SECONDS} s, the newest each ${QUOTE_MS} ms (goal: at most 0.4 core)`,
    ['', 'received', 'p50 ms', 'p99 ms', 'cores', 'of floor'],
    [...figures.keys()].map((name) => [
      name,
      medianOf(name, 'received'),
      medianOf(name, 'p50Ms'),
      medianOf(name, 'p99Ms'),
      medianOf(name, 'coreShare'),
      medianOf(name, 'coreShare') / medianOf('floor: conflated by hand', 'coreShare'),
    ]),
    ['latency is from the time a quote was due to its reading in the client process'],
  );
}

/** Trades and quotes to many clients; `fan-out:quotes` runs one of the two. */
export async function benchFanOut(wanted: readonly string[] = []): Promise<void> {
  if (wanted.length === 0 || wanted.includes('trades')) await benchTrades();
  if (wanted.length === 0 || wanted.includes('quotes')) await benchQuotes();
}

/** Every trade to every client, through the server's fan-out and through a bare `ws` broadcast. */
async function benchTrades(): Promise<void> {
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
