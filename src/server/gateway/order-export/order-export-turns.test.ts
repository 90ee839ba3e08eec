import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import type { AccountHistory, OrderView, Report } from '../../brokerage/brokerage.ts';
import { openHarness } from '../../brokerage/testing/harness.ts';
import { FairTurns } from '../../fair-turns.ts';
import { orderExportRoutes } from './order-export-routes.ts';

const ORDERS = 100_000;
/** Clock readings take this long, ms, so that slices do not depend on the machine. */
const READING_MS = 0.05;
/** Slices of 2 ms have 40 readings, each of which may read 100 items. */
const MAX_ITEMS_PER_TURN = 4_000;

/** A history of many orders with one report each. Counts what is read of it in one turn of the event loop. */
class LongHistory implements AccountHistory {
  readonly #order: OrderView;
  readonly #report: Report;
  #ordersRead = 0;
  #reportsRead = 0;
  #readInTurn = 0;
  maxReadInTurn = 0;

  constructor(order: OrderView, report: Report) {
    this.#order = order;
    this.#report = report;
  }

  get hasMoreOrders(): boolean {
    return this.#ordersRead < ORDERS;
  }

  get hasMoreReports(): boolean {
    return this.#reportsRead < ORDERS;
  }

  nextOrders(max: number): readonly OrderView[] {
    return this.#next(max, () => ({ ...this.#order, orderId: `${(this.#ordersRead += 1)}` }));
  }

  nextReports(max: number): readonly Report[] {
    return this.#next(max, () => ({ ...this.#report, orderId: `${(this.#reportsRead += 1)}` }));
  }

  newTurn(): void {
    this.#readInTurn = 0;
  }

  #next<Item>(max: number, make: () => Item): readonly Item[] {
    this.#readInTurn += max;
    this.maxReadInTurn = Math.max(this.maxReadInTurn, this.#readInTurn);
    return Array.from({ length: max }, make);
  }
}

async function longHistory(): Promise<LongHistory> {
  const harness = await openHarness();
  const [report] = await harness.send();
  if (!report) throw new Error('A report was expected.');
  return new LongHistory(harness.order(report.orderId), report);
}

async function openExport(history: LongHistory, connection = new EventEmitter()): Promise<Readable> {
  const routes = orderExportRoutes(
    {
      brokerage: {
        accountHistory: () => Promise.resolve(history),
        accountState: () => ({
          settlements: [],
          actions: [],
          positions: [],
          balance: { account: 'A', cashE4: 0, buyingPowerE4: 0 },
        }),
      },
      identity: {
        accountsOf: () => Promise.resolve([{ account: 'A', isDemo: true, isLocked: false }]),
      },
    } as unknown as Parameters<typeof orderExportRoutes>[0],
    new FairTurns(),
  );
  // Only these parts of the request are read.
  const request = {
    caller: { userId: 'u' },
    params: { account: 'A', format: 'csv' },
    reply: { header: () => {}, raw: connection },
  } as unknown as Parameters<typeof routes.ordersExport>[0];
  const body: unknown = await routes.ordersExport(request);
  if (!(body instanceof Readable)) throw new Error('A stream was expected.');
  return body;
}

/** Counts turns of the event loop until it is stopped. */
function countTurns(onTurn: () => void): { readonly count: () => number; readonly stop: () => void } {
  let turns = 0;
  let isStopped = false;
  const turn = (): void => {
    if (isStopped) return;
    turns += 1;
    onTurn();
    setImmediate(turn);
  };
  setImmediate(turn);
  return { count: () => turns, stop: () => (isStopped = true) };
}

function slowClock(): void {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += READING_MS));
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('lets other work run between the pieces of an export of 100,000 orders', async () => {
  const history = await longHistory();
  const turns = countTurns(() => history.newTurn());
  slowClock();
  let lines = 0;
  for await (const piece of await openExport(history)) lines += String(piece).split('\r\n').length - 1;
  turns.stop();
  expect(lines).toBe(ORDERS + 1);
  expect(history.maxReadInTurn).toBeLessThanOrEqual(MAX_ITEMS_PER_TURN);
  // One reading of the clock for each order that is written, and 40 readings in a slice.
  expect(turns.count()).toBeGreaterThan(ORDERS / 40);
});

it('stops reading when the client has gone', async () => {
  const history = await longHistory();
  const connection = new EventEmitter();
  slowClock();
  const body = await openExport(history, connection);
  const failed = new Promise((resolve) => body.once('error', resolve));
  const turns = countTurns(() => turns.count() === 3 && connection.emit('close'));
  body.resume();
  await failed;
  turns.stop();
  expect(turns.count()).toBeLessThan(10);
  expect(history.hasMoreOrders).toBe(true);
});
