import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import type { NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { HOUSE_LIMITS } from '../../src/domain/risk/index.ts';
import { createDefaultRiskFacts } from '../../src/server/brokerage/default-risk-facts.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { interleave, median, percentile, printTable } from './harness.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import type { ExitTerms, GroupRequest } from '../../src/domain/orders/groups/types.ts';

interface Figure {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of all threads. */
  readonly cpuUsAnOrder: number;
}

const PLAIN = 'Tapedeck: risk, book, journal';
const BRACKETS = 'the same with a target and a stop';
const EXIT: ExitTerms = { basis: 'Percent', amountE4: 20_000, tif: 'GoodTillCancel' };
const ORDERS = 4_000;
/** Sent first and not counted: the bench measures a warm server, not how fast its new threads warm up. */
const WARM_UP = 1_000;

async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function cpuUsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Sends ORDERS orders from so many clients, each waiting for its acknowledgement before the next. */
async function drive(
  clients: number,
  orders: number,
  send: (client: number, index: number) => Promise<unknown>,
): Promise<Figure> {
  const latenciesMs: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let index = next++; index < orders; index = next++) {
        const sentAt = performance.now();
        await send(client, index);
        latenciesMs.push(performance.now() - sentAt);
      }
    }),
  );
  const tookMs = performance.now() - startedAt;
  return {
    perSecond: (orders / tookMs) * 1000,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    cpuUsAnOrder: cpuUsSince(cpuBefore) / orders,
  };
}

/** `isBracket`: each order has a target and a stop, which wait for its fill. */
export function brokerageRound(clients: number, orders: number, isBracket = false): Promise<Figure> {
  return inFolder(async (dataFolder) => {
    const storage = await openStorage({ dataFolder });
    const market = createSimulatedMarket({ seed: 1, nowMs: Date.now });
    await market.start();
    const clock = { exchangeMs: () => market.exchangeMs(), hostMs: Date.now };
    const accounts = () => ({ isLive: false, isLocked: false });
    // The same order over and over is what the bench is about: the guard against that is lifted, as for every account that trades like this.
    const facts = {
      ...createDefaultRiskFacts({ market, accounts }),
      limits: () => ({ ...HOUSE_LIMITS, duplicateWindowMs: null }),
    };
    const brokerage = createBrokerage({ market, journal: storage.journal, clock, accounts, facts });
    await brokerage.start();
    for (let client = 0; client < clients; client++)
      await brokerage.fundAccount(`B-${client}`, { cashE4: 1e12, version: 1 });
    // Far below the market, so that orders rest: the bench is of intake, risk and journal.
    const order = (client: number, index: number): NewOrder => ({
      ...PLAIN_ORDER,
      account: `B-${client}`,
      userId: 'bench',
      clientId: `o${index}`,
      symbol: 'SPY',
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      tif: 'Day',
      quantity: 1,
      priceE4: 10_000,
      stopPriceE4: 0,
      stopType: 'Static',
      destination: 'SMART',
      route: 'AUTO',
    });
    const bracket = (client: number, index: number): GroupRequest => ({
      account: `B-${client}`,
      userId: 'bench',
      clientId: `g${index}`,
      kind: 'Bracket',
      symbol: 'SPY',
      orders: [order(client, index)],
      target: EXIT,
      stop: EXIT,
    });
    const send = async (client: number, index: number): Promise<void> => {
      const outcome = await (isBracket
        ? brokerage.placeGroup(bracket(client, index))
        : brokerage.submit(order(client, index)));
      if ('code' in outcome) throw new Error(`The order was refused with code ${outcome.code}.`);
    };
    await drive(clients, WARM_UP, (client, index) => send(client, orders + index));
    const figure = await drive(clients, orders, send);
    await brokerage.stop();
    await market.stop();
    await storage.close();
    return figure;
  });
}

/** What the disk gives: rows of the same size, in transactions of as many rows as there are clients, synced. */
export function bareInserts(clients: number, orders: number): Promise<Figure> {
  return inFolder(async (folder) => {
    const database = new DatabaseSync(join(folder, 'bare.db'));
    database.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE journal (seq INTEGER PRIMARY KEY, payload TEXT NOT NULL)',
    );
    const insert = database.prepare('INSERT INTO journal (seq, payload) VALUES (?, ?)');
    const payload = 'x'.repeat(600);
    const latenciesMs: number[] = [];
    let startedAt = 0;
    let cpuBefore = process.cpuUsage();
    for (let first = -WARM_UP; first < orders; first += clients) {
      if (first >= 0 && startedAt === 0) {
        startedAt = performance.now();
        cpuBefore = process.cpuUsage();
      }
      const sentAt = performance.now();
      database.exec('BEGIN');
      for (let row = first; row < Math.min(orders, first + clients); row++)
        insert.run(row + WARM_UP + 1, payload);
      database.exec('COMMIT');
      if (startedAt > 0)
        for (let row = first; row < Math.min(orders, first + clients); row++)
          latenciesMs.push(performance.now() - sentAt);
    }
    const tookMs = performance.now() - startedAt;
    const cpuUs = cpuUsSince(cpuBefore);
    database.close();
    return {
      perSecond: (latenciesMs.length / tookMs) * 1000,
      p50Ms: percentile(latenciesMs, 0.5),
      p99Ms: percentile(latenciesMs, 0.99),
      cpuUsAnOrder: cpuUs / latenciesMs.length,
    };
  });
}

/** Orders acknowledged after they are durable, against bare grouped inserts into the same kind of database. */
export async function benchOrders(): Promise<void> {
  for (const clients of [1, 8, 64]) {
    const orders = clients === 1 ? ORDERS / 4 : ORDERS;
    const figures = await interleave(3, {
      [PLAIN]: () => brokerageRound(clients, orders),
      [BRACKETS]: () => brokerageRound(clients, orders, true),
      'floor: bare grouped inserts': () => bareInserts(clients, orders),
    });
    const medianOf = (name: string, key: keyof Figure) =>
      median((figures.get(name) ?? []).map((figure) => figure[key]));
    const floor = medianOf('floor: bare grouped inserts', 'perSecond');
    printTable(
      `Durable orders, ${clients} client${clients === 1 ? '' : 's'} (${orders.toLocaleString('en-US')} orders a round)`,
      ['', 'orders/s', 'p50 ms', 'p99 ms', 'CPU µs an order', 'of floor', 'time of a plain order'],
      [...figures.keys()].map((name) => [
        name,
        medianOf(name, 'perSecond'),
        medianOf(name, 'p50Ms'),
        medianOf(name, 'p99Ms'),
        medianOf(name, 'cpuUsAnOrder'),
        medianOf(name, 'perSecond') / floor,
        medianOf(PLAIN, 'perSecond') / medianOf(name, 'perSecond'),
      ]),
    );
  }
}
