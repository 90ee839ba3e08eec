import { afterAll, expect, it } from 'vitest';
import { CashSums } from '../../src/server/backup/cash-sums.ts';
import { applyEvent, createBook, type Book } from '../../src/domain/orders/core/book.ts';
import { AccountTrades } from '../../src/domain/lots/account/account-trades.ts';
import { realisedAmounts } from '../../src/domain/lots/realised.ts';
import { multiplierOfSymbol } from '../../src/domain/portfolio/index.ts';
import { accountOfEvent, decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import {
  ACCOUNTS,
  BASE_PRICE,
  checkBook,
  expectSameAfterRebuild,
  moveMarket,
  OPTION,
  randomOrder,
  settle,
  startBrokerage,
  SYMBOLS,
} from './brokerage-world.ts';
import { createRandom, type Random } from './random.ts';

/** `ROUNDS=500` runs as many seeds; `SEED=7` starts at one. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 300;
const DAY_MS = 86_400_000;

let [adjusted, converted] = [0, 0];
afterAll(() => {
  expect(adjusted, 'rounds without an adjusted order prove nothing').toBeGreaterThan(0);
  expect(converted, 'rounds without a converted position prove nothing').toBeGreaterThan(0);
});

/** A split or a delisting of most symbols in most of the coming sessions. */
function randomActions(random: Random, market: ScriptedMarket): void {
  for (let day = 1; day < 40; day += 1) {
    const exDate = new Date(market.session.openMs + day * DAY_MS).toISOString().slice(0, 10);
    const symbol = random.pick(['SPY', 'PENNY', 'HARD'] as const);
    if (random.chance(0.1))
      market.actions.push({ kind: 'Delisting', symbol, exDate, cashE4: random.int(0, 50_000) });
    else {
      const [numerator, denominator] = [random.int(1, 5), random.int(1, 3)];
      if (numerator === denominator) continue;
      const cashInLieuE4 = random.chance(0.5) ? random.int(1, 900_000) : 0;
      market.actions.push({ kind: 'Split', symbol, exDate, numerator, denominator, cashInLieuE4 });
    }
  }
}

async function simulate(seed: number): Promise<void> {
  const random = createRandom(seed);
  const market = new ScriptedMarket(
    ['SPY', 'PENNY', { symbol: 'HARD', shortable: false }, OPTION],
    SCRIPTED_SESSION,
  );
  for (const symbol of SYMBOLS) market.print(symbol, BASE_PRICE[symbol], 100);
  randomActions(random, market);
  const journal = new MemoryJournal();
  let brokerage = await startBrokerage(market, journal);
  for (let step = 0; step < STEPS; step += 1) {
    if (random.chance(0.5)) moveMarket(random, market);
    // Large steps, so that many sessions begin.
    else if (random.chance(0.05)) market.nowMs = Math.max(market.nowMs, market.session.closeMs);
    else void brokerage.submit(randomOrder(random, `c${step}`, market.nowMs));
    if (random.chance(0.02)) {
      await settle();
      await brokerage.stop();
      brokerage = await startBrokerage(market, journal);
    }
    if (random.chance(0.3)) await settle();
  }
  await settle();
  await brokerage.stop();
  const book = createBook();
  const trades = new Map<string, AccountTrades>(ACCOUNTS.map((account) => [account, new AccountTrades()]));
  const sums = new CashSums();
  for (const record of journal.records) {
    const event = decodeEvent(record);
    const owner = accountOfEvent(book, event);
    applyEvent(book, record.seq, event);
    sums.add(event);
    if (owner !== undefined) trades.get(owner)?.apply(record.seq, event);
    if (event.kind !== 'actionApplied') continue;
    adjusted += event.orders.length;
    converted += event.positions.length;
    checkBook(book);
  }
  checkBook(book);
  for (const account of ACCOUNTS)
    checkAccount(book, account, sums, trades.get(account) ?? new AccountTrades());
  await expectSameAfterRebuild(brokerage, market, journal);
}

/** Two other ways to the same figures: plain sums of the records, and the tax lots. */
function checkAccount(book: Book, account: string, sums: CashSums, trades: AccountTrades): void {
  const known = book.accounts.get(account);
  expect(sums.accountSums(account).cashE4).toBe(known?.cashE4);
  for (const [symbol, { quantity, closedPlE4 }] of known?.positions ?? []) {
    expect((sums.accountSums(account).quantities.get(symbol) ?? 0) - quantity, symbol).toBe(0);
    const { open, closures } = trades.lotsOf(symbol);
    const held = open.reduce((sum, lot) => sum + (lot.isShort ? -lot.quantity : lot.quantity), 0);
    expect(held - quantity, `lots of ${symbol}`).toBe(0);
    const multiplier = multiplierOfSymbol(symbol);
    const realisedE4 = closures.reduce(
      (sum, closure) => sum + realisedAmounts(closure, multiplier).grossE4,
      0,
    );
    // A position merges lots of one price, which tax lots keep apart: until it is flat, parts of a rest may be rounded in another lot.
    const splits = trades.tradesOf(symbol).filter(({ conversion }) => conversion).length;
    expect(Math.abs(realisedE4 - closedPlE4), `closed P&L of ${symbol}`).toBeLessThanOrEqual(
      quantity === 0 ? 0 : splits,
    );
  }
}

it.each(Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index))(
  'keeps every invariant when splits and delistings change random positions and orders, seed %i',
  simulate,
);
