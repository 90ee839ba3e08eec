import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Dollars } from '../../../../domain/money/price.ts';
import { FeedWorld, type WireTrade } from './feed-world.ts';

const DEFAULT_PORT = 4701;
const STEP_MS = 250;

/** How the stand-in differs from the usual, on request. */
interface FeedSwitches {
  /** New connections get a page of HTML. */
  refuses: boolean;
  /** Sent instead of the hello. */
  greeting: string | undefined;
  /** What happens to a request for bars: it is answered, never answered, the connection is cut, or the answer breaks the protocol. */
  bars: 'answered' | 'ignored' | 'cut' | 'wrong';
}

/** A feed on this machine. */
export interface StandInFeed {
  readonly world: FeedWorld;
  readonly switches: FeedSwitches;
  /** `ws://…` */
  readonly url: string;
  /** For `TAPEDECK_MARKET`. */
  readonly environment: Readonly<Record<'TAPEDECK_MARKET', string>>;
  /** Symbols that are subscribed on some connection. */
  subscribed(): string[];
  /** Requests for bars so far. */
  barRequests(): number;
  /** A trade takes place; it is pushed to its subscribers. Price in dollars, time UTC ms. */
  trade(symbol: string, price: Dollars, size: number, timeMs: number): WireTrade;
  quote(symbol: string, bid: Dollars, ask: Dollars, timeMs: number): void;
  /** Sends a frame on all connections as it is. */
  send(frame: object | string): void;
  /** Reads nothing more from the present connections, and so answers no ping. */
  freeze(): void;
  /** Ends all connections without a goodbye. */
  cut(): void;
  close(): Promise<void>;
}

interface Request {
  readonly subscribe?: readonly string[];
  readonly unsubscribe?: readonly string[];
  readonly bars?: {
    readonly id: number;
    readonly symbol: string;
    readonly size: string;
    readonly from: number;
    readonly to: number;
  };
}

/** Starts a feed that speaks the protocol of `docs/adapters/feed.md`, with faults on request. History ends at `nowMs`, UTC ms; port 0 = any. */
export async function startStandInFeed(nowMs: number, port = 0): Promise<StandInFeed> {
  const world = new FeedWorld(nowMs);
  const switches: FeedSwitches = { refuses: false, greeting: undefined, bars: 'answered' };
  const clients = new Map<WebSocket, Set<string>>();
  let barRequests = 0;
  const server = createServer((_, response) => response.end('<html>This is a feed.</html>'));
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (switches.refuses) socket.end('HTTP/1.1 503 Busy\r\nContent-Type: text/html\r\n\r\n<html></html>');
    else sockets.handleUpgrade(request, socket, head, (client) => serveClient(client));
  });
  const serveClient = (client: WebSocket): void => {
    const symbols = new Set<string>();
    clients.set(client, symbols);
    client.on('close', () => clients.delete(client));
    client.on('error', () => {});
    client.on('message', (data) => {
      // The adapter sends objects of lists and a request.
      const request = JSON.parse(String(data)) as Request;
      if (request.bars) barRequests += 1;
      for (const answer of answersTo(request, symbols, world, switches))
        if (answer === 'cut') client.terminate();
        else client.send(JSON.stringify(answer));
    });
    client.send(switches.greeting ?? JSON.stringify(world.hello()));
  };
  const publish = (symbol: string, message: object): void => {
    for (const [client, symbols] of clients) if (symbols.has(symbol)) client.send(JSON.stringify(message));
  };
  const url = `ws://127.0.0.1:${await listen(server, port)}`;
  return {
    world,
    switches,
    url,
    environment: { TAPEDECK_MARKET: `feed:${url}` },
    subscribed: () => [...clients.values()].flatMap((symbols) => [...symbols]),
    barRequests: () => barRequests,
    trade(symbol, price, size, timeMs) {
      const trade = world.addTrade(symbol, price, size, timeMs);
      publish(symbol, { t: 'trade', symbol, ...trade });
      return trade;
    },
    quote(symbol, bid, ask, timeMs) {
      publish(symbol, { t: 'quote', symbol, ...world.addQuote(symbol, bid, ask, timeMs) });
    },
    send(frame) {
      for (const client of clients.keys())
        client.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    },
    freeze() {
      for (const client of clients.keys()) client.pause();
    },
    cut() {
      for (const client of clients.keys()) client.terminate();
    },
    async close() {
      for (const client of clients.keys()) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answersTo(
  { subscribe = [], unsubscribe = [], bars }: Request,
  symbols: Set<string>,
  world: FeedWorld,
  switches: FeedSwitches,
): (object | 'cut')[] {
  for (const symbol of unsubscribe) symbols.delete(symbol);
  const answers: (object | 'cut')[] = [];
  for (const symbol of subscribe) {
    if (world.has(symbol)) symbols.add(symbol);
    answers.push(
      world.has(symbol) ? world.state(symbol) : { t: 'error', symbol, message: `${symbol} is not listed` },
    );
  }
  if (bars === undefined || switches.bars === 'ignored') return answers;
  if (switches.bars === 'cut') return [...answers, 'cut'];
  const { id, symbol, size, from, to } = bars;
  if (switches.bars === 'wrong') return [...answers, { t: 'bars', id, bars: '<html>' }];
  const found = world.bars(symbol, size, from, to);
  const answer = found
    ? { t: 'bars', id, bars: found }
    : { t: 'error', id, message: `no ${size} of ${symbol}` };
  return [...answers, answer];
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // A TCP server's address is an AddressInfo once it listens.
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** `npm run feed-stand-in`: a feed to try the market adapter with. Prices move a little each quarter of a second; a line on standard input causes a fault. */
async function main(): Promise<void> {
  const feed = await startStandInFeed(Date.now(), Number(process.env.TAPEDECK_STAND_IN_PORT ?? DEFAULT_PORT));
  setInterval(() => {
    const nowMs = Date.now();
    for (const symbol of new Set(feed.subscribed())) {
      const cents = Math.round(feed.world.last(symbol) * 100) + Math.floor(Math.random() * 7) - 3;
      feed.trade(symbol, cents / 100, 100 * (1 + Math.floor(Math.random() * 5)), nowMs);
      feed.quote(symbol, (cents - 1) / 100, (cents + 1) / 100, nowMs);
    }
  }, STEP_MS);
  const faults: Readonly<Partial<Record<string, () => void>>> = {
    cut: () => feed.cut(),
    freeze: () => feed.freeze(),
    html: () => feed.send('<html>Bad gateway</html>'),
    away: () => {
      feed.switches.refuses = true;
      feed.cut();
    },
    back: () => (feed.switches.refuses = false),
    'no-bars': () => (feed.switches.bars = 'cut'),
    bars: () => (feed.switches.bars = 'answered'),
  };
  createInterface({ input: process.stdin }).on('line', (line) => faults[line.trim()]?.());
  process.stdout.write(
    `The feed is at ${feed.url}. Start Tapedeck with TAPEDECK_MARKET=feed:${feed.url}\nFaults, one a line: ${Object.keys(faults).join(', ')}\n`,
  );
}

if (import.meta.main) await main();
