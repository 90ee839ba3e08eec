import { expect, it } from 'vitest';
import { CashSums } from '../../src/server/backup/cash-sums.ts';
import type { AccountView, Brokerage } from '../../src/server/brokerage/brokerage.ts';
import { RECENT_MS } from '../../src/domain/orders/core/account-book.ts';
import type { Book } from '../../src/domain/orders/core/book.ts';
import { statedMarks } from '../../src/domain/orders/core/testing/marks.ts';
import { restore } from '../../src/server/brokerage/checkpoint/build-checkpoint.ts';
import { snapshotOf, type Snapshot } from '../../src/server/brokerage/checkpoint/snapshot.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { Ledger } from '../../src/server/brokerage/ledger.ts';
import { replay } from '../../src/server/brokerage/replay.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import {
  ACCOUNTS,
  accountFacts,
  BASE_PRICE,
  FUNDS_E4,
  moveMarket,
  randomOrder,
  settle,
  SYMBOLS,
} from './brokerage-world.ts';
import { MemoryCheckpoints } from './memory-checkpoints.ts';
import { createRandom, type Random } from './random.ts';

/** `ROUNDS=500` runs as many seeds; `SEED=7` starts at one. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 12);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 400;
const CUTS = 6;

const noLog = (): void => undefined;

/** Trades for a while, with restarts from checkpoints, few finished orders in memory, and amendments of old executions. */
async function trade(seed: number) {
  const random = createRandom(seed);
  const market = new ScriptedMarket([...SYMBOLS], SCRIPTED_SESSION);
  for (const symbol of SYMBOLS) market.print(symbol, BASE_PRICE[symbol], 100);
  const journal = new MemoryJournal();
  const checkpoints = new MemoryCheckpoints();
  const start = async (): Promise<Brokerage> => {
    const brokerage = createBrokerage({
      market,
      journal,
      clock: market,
      accounts: accountFacts,
      sweepIntervalMs: 3_600_000,
      checkpoints,
      maxFinished: 8,
    });
    await brokerage.start();
    for (const account of ACCOUNTS) await brokerage.fundAccount(account, { cashE4: FUNDS_E4, version: 1 });
    return brokerage;
  };
  let brokerage = await start();
  const answers: Promise<unknown>[] = [];
  let amendments = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const action = random.next();
    if (action < 0.4) moveMarket(random, market);
    else if (action < 0.72)
      answers.push(
        brokerage.submit(
          randomOrder(random, `c${random.chance(0.1) ? random.int(0, step) : step}`, market.nowMs),
        ),
      );
    else if (action < 0.8) answers.push(replaceAny(random, brokerage, step, market.nowMs));
    else if (action < 0.9) {
      const serial = executionIn(random, journal);
      const correction = random.chance(0.5)
        ? { quantity: random.int(1, 60), priceE4: random.int(1, 5_000_000) }
        : undefined;
      answers.push(
        brokerage
          .amend({ executionId: `E${serial}`, instruction: `i${step}`, correction })
          .then((why) => void (amendments += why === undefined ? 1 : 0)),
      );
    } else if (action < 0.95)
      answers.push(
        brokerage.cancel({
          account: random.pick(ACCOUNTS),
          userId: 'sim',
          orderId: String(random.int(1, journal.records.length + 1)),
          clientId: `x${step}`,
        }),
      );
    else if (action < 0.97) {
      await Promise.allSettled(answers.splice(0));
      await brokerage.stop();
      brokerage = await start();
    } else await settle();
    if (random.chance(0.3)) await settle();
  }
  await Promise.all(answers);
  await settle();
  return { journal, checkpoints, brokerage, amendments, random };
}

async function replaceAny(random: Random, brokerage: Brokerage, step: number, nowMs: number): Promise<void> {
  const account = random.pick(ACCOUNTS);
  const [first, ...others] = brokerage
    .accountView(account, 0)
    .orders.filter(({ completedMs }) => completedMs === null);
  if (!first) return;
  const target = random.pick([first, ...others]);
  const order = { ...randomOrder(random, `r${step}`, nowMs), ...pick(target), account };
  await brokerage.replace({ order, originalClientId: target.clientId, sentMs: nowMs });
}

const pick = ({ symbol, side, source, type, tif, goodTillMs }: AccountView['orders'][number]) => ({
  symbol,
  side,
  source,
  type,
  tif,
  goodTillMs,
});

function executionIn(random: Random, journal: MemoryJournal): number {
  const [first = 1, ...others] = journal.records
    .filter(({ payload }) => payload.includes('"kind":"executed"'))
    .map(({ seq }) => seq);
  return random.pick([first, ...others]);
}

/** All of a book but what may leave memory, so that a field which a checkpoint lacks shows. */
function comparable(book: Book): unknown {
  const accounts = [...book.accounts].map(([name, account]) => [
    name,
    {
      ...account,
      histories: 'in the journal',
      hasForgottenHistories: 'in the journal',
      wholeHistories: 'in the journal',
      recentOrders: account.recentOrders.filter(
        ({ timeMs }) => timeMs > (account.recentOrders.at(-1)?.timeMs ?? 0) - RECENT_MS,
      ),
    },
  ]);
  return {
    ...book,
    accounts,
    orders: [...book.orders.values()].filter(({ completedMs }) => completedMs === null),
  };
}

/** The check of stored data sums the records without the books. */
function expectPlainSums(journal: MemoryJournal, book: Book): void {
  const sums = new CashSums();
  for (const record of journal.records) sums.add(decodeEvent(record));
  for (const { account, cashE4, positions } of book.accounts.values()) {
    expect(sums.accountSums(account).cashE4, `cash of ${account}`).toBe(cashE4);
    for (const [symbol, { quantity }] of positions)
      expect(sums.accountSums(account).quantities.get(symbol) ?? 0, `${symbol} of ${account}`).toBe(quantity);
  }
}

/** As it comes out of a file. */
const plain = (snapshot: Snapshot): unknown => JSON.parse(JSON.stringify(snapshot));

async function compare(seed: number): Promise<void> {
  const { journal, checkpoints, brokerage, amendments, random } = await trade(seed);
  const lastSeq = journal.records.length;
  const whole = new Ledger();
  for (const record of journal.records) whole.add(record.seq, decodeEvent(record));
  const expected = plain(snapshotOf(whole));
  expectPlainSums(journal, whole.book);

  // From nothing, and from a checkpoint at any record, with any number of finished orders in memory.
  const cuts = Array.from({ length: CUTS }, () => random.int(1, lastSeq));
  for (const cut of [0, ...cuts, lastSeq]) {
    const at = new MemoryCheckpoints();
    if (cut > 0) await at.make(journal, cut);
    const ledger = new Ledger();
    await restore(ledger, journal, at, noLog);
    expect(ledger.book.lastSeq).toBe(cut);
    await replay(journal, ledger, { toSeq: lastSeq, maxFinished: random.int(0, 30) });
    expect(comparable(ledger.book), `from a checkpoint at ${cut} of ${lastSeq}`).toEqual(
      comparable(whole.book),
    );
    expect(plain(snapshotOf(ledger)), `from a checkpoint at ${cut} of ${lastSeq}`).toEqual(expected);
  }

  // What a running brokerage shows, of any time, with nearly all of it out of memory.
  const allTimes = journal.records.map((record) => decodeEvent(record).timeMs);
  const times = [0, ...Array.from({ length: 3 }, () => allTimes[random.int(0, lastSeq - 1)] ?? 0)];
  for (const account of ACCOUNTS)
    for (const sinceMs of times) {
      const view = await brokerage.readAccount(account, sinceMs, (read) => read);
      const marks = statedMarks(() => undefined);
      const { orders, reports, settlements, positions } = whole.accountView(
        account,
        'margin',
        sinceMs,
        marks,
      );
      expect(view).toMatchObject({ settlements, positions });
      expect(view.orders, `orders of ${account} since ${sinceMs}`).toEqual(orders);
      expect(view.reports, `reports of ${account} since ${sinceMs}`).toEqual(reports);
      // The same a part at a time, as a client gets it, also one that has the log up to some report.
      const last = reports[random.int(0, Math.max(0, reports.length - 1))];
      const known = random.chance(0.5) ? last : undefined;
      const history = await brokerage.accountHistory(account, sinceMs, known);
      const expected = known ? reports.filter(({ serial }) => serial > known.serial) : reports;
      expect(history.nextReports(1e6, () => true)).toEqual(expected);
      const sent = new Map(history.nextOrders(1e6, () => true).map((order) => [order.orderId, order]));
      if (!known) expect(sent).toEqual(new Map(orders.map((order) => [order.orderId, order])));
      const reported = new Set(expected.map(({ orderId }) => orderId));
      for (const order of orders)
        if (reported.has(order.orderId)) expect(sent.get(order.orderId)).toEqual(order);
    }
  await brokerage.stop();
  expect(checkpoints.made.length, 'a run without checkpoints proves nothing').toBeGreaterThan(2);
  expect(amendments, 'a run in which nothing is amended proves nothing').toBeGreaterThan(0);
}

it.each(Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index))(
  'has the same books from any checkpoint as from the whole journal, and shows what has left memory, seed %i',
  compare,
);
