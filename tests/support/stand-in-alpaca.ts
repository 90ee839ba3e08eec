import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { createFaults, type Faults } from '../../src/server/brokers/schwab/stand-in/faults.ts';
import { ACTIVES_FIELD } from '../../src/server/market/alpaca/wire.ts';
import { AlpacaWorld, barToJson, isTimeframe, type StandInTrade } from './alpaca-world.ts';

const STAND_IN_KEY = 'test-key';
const STAND_IN_SECRET = 'test-secret';

/** How the stand-in differs from the usual, on request. */
interface StandInAlpacaSwitches {
  /** Points in one answer, whatever was requested. */
  maxPoints: number;
  /** Answers that are broken off in the middle, each once. */
  breaksOff: number;
  /** Symbols that one connection may stream. */
  maxSymbols: number;
  /** New connections to the stream are closed. */
  refusesStream: boolean;
  /** The plan has no trading statuses. */
  refusesStatuses: boolean;
}

const CHANNELS = ['trades', 'quotes', 'statuses'] as const;

interface Subscriber {
  readonly socket: WebSocket;
  readonly trades: Set<string>;
  readonly quotes: Set<string>;
  readonly statuses: Set<string>;
  isAuthenticated: boolean;
}

export interface StandInAlpaca {
  readonly world: AlpacaWorld;
  readonly faults: Faults;
  readonly switches: StandInAlpacaSwitches;
  /** `path?query` of each REST call so far. */
  readonly calls: readonly string[];
  /** For `TAPEDECK_MARKET=alpaca`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Symbols whose trades are streamed to some connection. */
  streamed(): string[];
  /** A trade takes place; it is streamed to its subscribers. */
  trade(
    symbol: string,
    price: number,
    size: number,
    timeMs: number,
    change?: Partial<StandInTrade>,
  ): StandInTrade;
  quote(symbol: string, bid: number, ask: number, timeMs: number): void;
  /** A trading status of a symbol, by default a halt of tape C without a reason. Nobody gets it later who is not connected now. */
  status(symbol: string, timeMs: number, change?: Partial<StandInStatus>): void;
  /** Sends these messages on all streams as they are; a text is sent as a frame. */
  send(frame: readonly object[] | string): void;
  /** Ends all streams without a goodbye. */
  cutStreams(): void;
  close(): Promise<void>;
}

/** A trading status as Alpaca sends it: status code and text, reason code and text, tape. */
export interface StandInStatus {
  readonly sc: string;
  readonly sm: string;
  readonly rc: string;
  readonly rm: string;
  readonly z: string;
}

const HALT: StandInStatus = { sc: 'H', sm: 'Trading Halt', rc: '', rm: '', z: 'C' };

const ASSETS = [
  { symbol: 'AAPL', name: 'Apple Inc. Common Stock', exchange: 'NASDAQ', tradable: true, shortable: true },
  { symbol: 'MSFT', name: 'Microsoft Corporation', exchange: 'NASDAQ', tradable: true, shortable: true },
  { symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust', exchange: 'ARCA', tradable: true, shortable: true },
  { symbol: 'HALTD', name: 'Not Tradable Corp.', exchange: 'NYSE', tradable: false, shortable: false },
  { symbol: 'PINKY', name: 'Over the Counter Inc.', exchange: 'OTC', tradable: true, shortable: false },
];

/** A server on this machine that speaks Alpaca's protocol, REST and stream, and has faults on request. History ends at `nowMs`, UTC ms. */
export async function startStandInAlpaca(nowMs: number): Promise<StandInAlpaca> {
  const world = new AlpacaWorld(nowMs);
  const faults = createFaults();
  const switches: StandInAlpacaSwitches = {
    maxPoints: 10_000,
    breaksOff: 0,
    maxSymbols: 30,
    refusesStream: false,
    refusesStatuses: false,
  };
  const calls: string[] = [];
  const app = Fastify({ logger: false, forceCloseConnections: true });
  addFaults(app, { faults, switches, calls });
  addRoutes(app, world, switches);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const streams = openStreams(app, switches);
  // A TCP server's address is an AddressInfo once it listens.
  const { port } = app.server.address() as AddressInfo;
  return {
    world,
    faults,
    switches,
    calls,
    environment: {
      TAPEDECK_MARKET: 'alpaca',
      TAPEDECK_ALPACA_KEY: STAND_IN_KEY,
      TAPEDECK_ALPACA_SECRET: STAND_IN_SECRET,
      TAPEDECK_ALPACA_DATA_URL: `http://127.0.0.1:${port}`,
      TAPEDECK_ALPACA_TRADING_URL: `http://127.0.0.1:${port}`,
      TAPEDECK_ALPACA_STREAM_URL: `ws://127.0.0.1:${port}`,
      TAPEDECK_ALPACA_REQUESTS: '10000',
    },
    streamed: () => [...streams.subscribers].flatMap(({ trades }) => [...trades]),
    trade(symbol, price, size, timeMs, change) {
      const trade = world.addTrade(symbol, price, size, timeMs, change);
      streams.publish('trades', symbol, [{ T: 't', S: symbol, ...trade }]);
      return trade;
    },
    quote(symbol, bid, ask, timeMs) {
      const quote = world.addQuote(symbol, bid, ask, timeMs);
      streams.publish('quotes', symbol, [{ T: 'q', S: symbol, ...quote, c: ['R'], z: 'C' }]);
    },
    status(symbol, timeMs, change) {
      const status = { T: 's', S: symbol, ...HALT, ...change, t: new Date(timeMs).toISOString() };
      streams.publish('statuses', symbol, [status]);
    },
    send(frame) {
      for (const { socket } of streams.subscribers)
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    },
    cutStreams() {
      for (const { socket } of streams.subscribers) socket.terminate();
    },
    async close() {
      for (const { socket } of streams.subscribers) socket.terminate();
      streams.server.close();
      await app.close();
    },
  };
}

/** Notes each call, and answers it wrongly where a test wants that. */
function addFaults(
  app: FastifyInstance,
  {
    faults,
    switches,
    calls,
  }: { readonly faults: Faults; readonly switches: StandInAlpacaSwitches; readonly calls: string[] },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    calls.push(request.url);
    const fault = faults.take(request.method, path);
    if (fault)
      return reply.code(fault.status).headers(fault.headers).type(fault.contentType).send(fault.body);
    const { 'apca-api-key-id': key, 'apca-api-secret-key': secret } = request.headers;
    if (key !== STAND_IN_KEY || secret !== STAND_IN_SECRET)
      return reply.code(401).send({ message: 'request is not authorized' });
    if (switches.breaksOff > 0 && path.includes('/bars')) {
      switches.breaksOff -= 1;
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
      reply.raw.write('{"bars":{');
      setTimeout(() => reply.raw.destroy(), 5);
      return undefined;
    }
    return undefined;
  });
}

type Query = Readonly<Partial<Record<string, string>>>;

// A query string is a record of texts.
const queryOf = (request: FastifyRequest): Query => request.query as Query;
const symbolsOf = ({ symbols = '' }: Query): string[] => symbols.split(',').filter((symbol) => symbol !== '');

function addRoutes(app: FastifyInstance, world: AlpacaWorld, switches: StandInAlpacaSwitches): void {
  app.get('/v2/assets', async () => ASSETS);
  app.get('/v1beta1/screener/stocks/most-actives', async () => ({
    last_updated: new Date().toISOString(),
    [ACTIVES_FIELD]: ['SPY', 'AAPL', 'PINKY', 'MSFT'].map((symbol) => ({
      symbol,
      volume: 1,
      trade_count: 1,
    })),
  }));
  app.get('/v2/stocks/bars', async (request, reply) => {
    const query = queryOf(request);
    const { timeframe = '' } = query;
    if (!isTimeframe(timeframe)) return reply.code(400).send({ message: 'invalid timeframe' });
    const points = symbolsOf(query).flatMap((symbol) =>
      world
        .bars(symbol, timeframe)
        .filter(({ timeMs }) => isWithin(timeMs, query))
        .map((bar) => ({ symbol, point: barToJson(bar, timeframe) })),
    );
    return pageOf('bars', points, query, switches);
  });
  app.get('/v2/stocks/trades', async (request) => {
    const query = queryOf(request);
    const points = symbolsOf(query).flatMap((symbol) => {
      const trades = (world.trades.get(symbol) ?? []).filter(({ t }) => isWithin(Date.parse(t), query));
      return (query['sort'] === 'desc' ? trades.toReversed() : trades).map((point) => ({ symbol, point }));
    });
    return pageOf('trades', points, query, switches);
  });
  app.get('/v2/stocks/snapshots', async (request) =>
    Object.fromEntries(
      symbolsOf(queryOf(request)).flatMap((symbol) => {
        const days = world.bars(symbol, '1Day').slice(-2);
        const [previous, today] = days;
        if (previous === undefined || today === undefined) return [];
        return [
          [
            symbol,
            {
              latestTrade: world.trades.get(symbol)?.at(-1),
              latestQuote: world.quotes.get(symbol),
              minuteBar: null,
              dailyBar: barToJson(today, '1Day'),
              prevDailyBar: barToJson(previous, '1Day'),
            },
          ],
        ];
      }),
    ),
  );
}

function isWithin(timeMs: number, { start = '', end }: Query): boolean {
  return timeMs >= Date.parse(start) && (end === undefined || timeMs <= Date.parse(end));
}

/** Pages fill across symbols, so that one may continue on the next page. */
function pageOf(
  name: 'bars' | 'trades',
  points: readonly { readonly symbol: string; readonly point: object }[],
  { page_token: token = '0', limit = '1000' }: Query,
  { maxPoints }: StandInAlpacaSwitches,
): object {
  const from = Number(token);
  const to = from + Math.min(Number(limit), maxPoints);
  const bySymbol: Record<string, object[]> = {};
  for (const { symbol, point } of points.slice(from, to)) (bySymbol[symbol] ??= []).push(point);
  return { [name]: bySymbol, next_page_token: to < points.length ? String(to) : null };
}

function openStreams(app: FastifyInstance, switches: StandInAlpacaSwitches) {
  const subscribers = new Set<Subscriber>();
  const server = new WebSocketServer({ server: app.server, path: '/v2/iex' });
  server.on('connection', (socket) => {
    if (switches.refusesStream) return socket.terminate();
    const subscriber: Subscriber = {
      socket,
      trades: new Set(),
      quotes: new Set(),
      statuses: new Set(),
      isAuthenticated: false,
    };
    subscribers.add(subscriber);
    socket.on('close', () => subscribers.delete(subscriber));
    socket.on('error', () => {});
    socket.on('message', (data) => {
      // The adapter sends objects of texts and lists.
      const request = JSON.parse(String(data)) as StreamRequest;
      socket.send(JSON.stringify([serve(subscriber, request, switches)]));
    });
    return socket.send(JSON.stringify([{ T: 'success', msg: 'connected' }]));
  });
  return {
    server,
    subscribers,
    publish(channel: (typeof CHANNELS)[number], symbol: string, frame: readonly object[]) {
      for (const subscriber of subscribers)
        if (subscriber[channel].has(symbol) || subscriber[channel].has('*'))
          subscriber.socket.send(JSON.stringify(frame));
    },
  };
}

interface StreamRequest {
  readonly action: string;
  readonly key?: string;
  readonly secret?: string;
  readonly trades?: readonly string[];
  readonly quotes?: readonly string[];
  readonly statuses?: readonly string[];
}

function serve(
  subscriber: Subscriber,
  request: StreamRequest,
  { maxSymbols, refusesStatuses }: StandInAlpacaSwitches,
): object {
  const { trades, quotes, statuses } = subscriber;
  if (request.action === 'auth') return authenticate(subscriber, request);
  if (!subscriber.isAuthenticated) return { T: 'error', code: 401, msg: 'not authenticated' };
  switch (request.action) {
    case 'subscribe':
      if (refusesStatuses && request.statuses !== undefined)
        return { T: 'error', code: 409, msg: 'insufficient subscription' };
      if (new Set([...trades, ...(request.trades ?? [])]).size > maxSymbols)
        return { T: 'error', code: 405, msg: 'symbol limit exceeded' };
      for (const channel of CHANNELS)
        for (const symbol of request[channel] ?? []) subscriber[channel].add(symbol);
      break;
    case 'unsubscribe':
      for (const channel of CHANNELS)
        for (const symbol of request[channel] ?? []) subscriber[channel].delete(symbol);
      break;
    default:
      return { T: 'error', code: 400, msg: 'invalid syntax' };
  }
  return { T: 'subscription', trades: [...trades], quotes: [...quotes], statuses: [...statuses], bars: [] };
}

function authenticate(subscriber: Subscriber, { key, secret }: StreamRequest): object {
  subscriber.isAuthenticated = key === STAND_IN_KEY && secret === STAND_IN_SECRET;
  return subscriber.isAuthenticated
    ? { T: 'success', msg: 'authenticated' }
    : { T: 'error', code: 402, msg: 'auth failed' };
}
