import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderEvent } from '../../src/domain/orders/core/types.ts';
import { PLAIN_ORDER, type OrderRequest } from '../../src/domain/orders/request.ts';
import { feesOf } from '../../src/domain/portfolio/index.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { encodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import type { JournalRecord } from '../../src/server/storage/repositories.ts';
import { printTable } from './harness.ts';

const REPORTS = 1_000_000;
const ACCOUNTS = 64;
const SYMBOLS = ['SPY', 'AAPL', 'MSFT', 'NVDA'];
const BATCH = 2_000;

/** A journal of so many reports: each account buys, sells again, and cancels what rests, over and over. */
function* journalOf(reports: number): Generator<OrderEvent> {
  const timeMs = SCRIPTED_SESSION.openMs;
  for (let account = 0; account < ACCOUNTS; account += 1)
    yield { kind: 'funded', account: `B-${account}`, cashE4: 1_000_000_000_000, version: 1, timeMs };
  yield { kind: 'session', date: SCRIPTED_SESSION.date, closes: [], timeMs };
  let told = 0;
  for (let number = 0; told < reports; number += 1) {
    const isResting = number % 4 === 3;
    const side = number % 4 === 1 ? 'Sell' : 'Buy';
    const account = Math.floor(number / 4) % ACCOUNTS;
    const orderId = `O${number}`;
    const order: OrderRequest = {
      ...PLAIN_ORDER,
      account: `B-${account}`,
      userId: 'bench',
      clientId: `c${number}`,
      symbol: SYMBOLS[Math.floor(number / 8) % SYMBOLS.length] ?? 'SPY',
      side,
      source: side === 'Sell' ? 'Close' : 'Open',
      type: 'Limit',
      tif: 'Day',
      quantity: 100,
      priceE4: isResting ? 900_000 : 1_000_000,
      destination: 'SMART',
      route: 'AUTO',
    };
    yield {
      kind: 'accepted',
      orderId,
      order,
      expiresMs: SCRIPTED_SESSION.closeMs,
      reserveE4: side === 'Buy' ? order.priceE4 : 0,
      openingQuantity: side === 'Buy' ? 100 : 0,
      timeMs,
    };
    yield { kind: 'confirmed', orderId, timeMs };
    if (isResting) {
      yield { kind: 'cancelPending', orderId, userId: 'bench', timeMs };
      yield { kind: 'cancelled', orderId, code: 0, timeMs };
      told += 4;
    } else {
      yield {
        kind: 'executed',
        orderId,
        quantity: 100,
        priceE4: 1_000_000,
        exchange: 'NSDQ',
        liquidity: 'R',
        fees: feesOf(side, 100, 1_000_000, 'R'),
        timeMs,
      };
      told += 3;
    }
  }
}

async function writeJournal(dataFolder: string): Promise<number> {
  const storage = await openStorage({ dataFolder });
  let seq = 0;
  let batch: JournalRecord[] = [];
  for (const event of journalOf(REPORTS)) {
    batch.push(encodeEvent((seq += 1), event));
    if (batch.length < BATCH) continue;
    await storage.journal.append(batch);
    batch = [];
  }
  if (batch.length > 0) await storage.journal.append(batch);
  await storage.close();
  return seq;
}

interface Figure {
  readonly tookMs: number;
  readonly processorMs: number;
  readonly heapMegabytes: number;
}

async function measured(work: () => Promise<void>): Promise<Figure> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    tookMs: performance.now() - startedAt,
    processorMs: (user + system) / 1_000,
    heapMegabytes: process.memoryUsage().heapUsed / 2 ** 20,
  };
}

/** What reading alone costs: every record fetched and parsed, nothing kept. */
function floorRound(dataFolder: string): Promise<Figure> {
  return measured(async () => {
    const storage = await openStorage({ dataFolder });
    for await (const records of storage.journal.read(1))
      for (const { payload } of records) JSON.parse(payload);
    await storage.close();
  });
}

function rebuildRound(dataFolder: string): Promise<Figure> {
  const end: (() => Promise<void>)[] = [];
  return measured(async () => {
    const storage = await openStorage({ dataFolder });
    const market = new ScriptedMarket(SYMBOLS);
    const brokerage = createBrokerage({
      market,
      journal: storage.journal,
      clock: market,
      accounts: () => ({ isLive: false, isLocked: false }),
    });
    await brokerage.start();
    end.push(async () => {
      // That every report is there is no part of the rebuild; one account at a time, as they are asked for.
      let held = 0;
      for (let account = 0; account < ACCOUNTS; account += 1)
        held += brokerage.accountView(`B-${account}`, 0).reports.length;
      if (held < REPORTS) throw new Error(`Only ${held} reports came back from the journal.`);
      await brokerage.stop();
      await storage.close();
    });
  }).then(async (figure) => {
    for (const stop of end) await stop();
    return figure;
  });
}

/** From an order journal of a million reports to a brokerage that takes orders. */
export async function benchRebuild(): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tapedeck-bench-'));
  try {
    const records = await writeJournal(dataFolder);
    const [floor, rebuild] = [await floorRound(dataFolder), await rebuildRound(dataFolder)];
    printTable(
      `Rebuild from a journal of ${REPORTS.toLocaleString('en-US')} reports (${records.toLocaleString('en-US')} records)`,
      ['', 'ms', 'processor ms', 'records/s', 'heap MB', 'x floor'],
      Object.entries({ 'Tapedeck: book, positions, reports': rebuild, 'floor: read and parse': floor }).map(
        ([name, { tookMs, processorMs, heapMegabytes }]) => [
          name,
          tookMs,
          processorMs,
          (records / tookMs) * 1_000,
          heapMegabytes,
          processorMs / floor.processorMs,
        ],
      ),
    );
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}
