import { newYorkDate, newYorkMs, sessionOn } from '../../calendar/us-equity.ts';
import type { Steps } from '../../collections/steps.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { multiplierOfSymbol } from '../../portfolio/index.ts';
import { fillsBySymbol } from './trades.ts';
import type { BorrowCharge, ReportDay, ReportFill, ReportInput } from './types.ts';

/** Close of a day that is no session, minutes after midnight in New York. */
const CLOSE_MINUTES = 16 * 60;

/** A session, or a day with fills, within the period of a run. */
export interface TradingDay {
  readonly date: string;
  /** The regular session within the period; both are the same moment when none of it is. */
  readonly openMs: number;
  readonly closeMs: number;
  /** Null on a day without a bar. */
  readonly closeE4: PriceE4 | null;
}

/** The days of the period, by date: those with a close, and those with a fill. A period without either has the day of its end. */
export function tradingDaysOf({
  fromMs,
  toMs,
  closes,
  fills,
}: Pick<ReportInput, 'fromMs' | 'toMs' | 'closes' | 'fills'>): readonly TradingDay[] {
  const byDate = new Map<string, TradingDay>();
  const addDay = (date: string, closeE4: PriceE4 | null): void => {
    const session = sessionOn(date);
    const wholeMs = session?.closeMs ?? newYorkMs(date, CLOSE_MINUTES);
    const openMs = Math.max(session?.openMs ?? wholeMs, fromMs);
    const closeMs = Math.min(wholeMs, toMs);
    byDate.set(date, { date, openMs: Math.min(openMs, closeMs), closeMs, closeE4 });
  };
  for (const { date, closeE4 } of closes) {
    const session = sessionOn(date);
    if (session !== null && session.closeMs > fromMs && session.openMs < toMs) addDay(date, closeE4);
  }
  for (const { timeMs } of fills ?? []) {
    const date = newYorkDate(Math.min(timeMs, toMs));
    if (!byDate.has(date)) addDay(date, null);
  }
  if (byDate.size === 0) addDay(newYorkDate(toMs), null);
  return [...byDate.values()].sort((left, right) => (left.date < right.date ? -1 : 1));
}

/** The price that buy-and-hold begins with: the last close before the period, else the first one in it. Null without any. */
function firstPriceOf({ fromMs, closes }: Pick<ReportInput, 'fromMs' | 'closes'>): PriceE4 | null {
  const startDate = newYorkDate(fromMs);
  const before = closes.findLast(({ date }) => date < startDate);
  return (before ?? closes[0])?.closeE4 ?? null;
}

/** Net profit at the close of each day. The last day ends with the net P&L of the run. */
function netAtCloses(
  input: Pick<ReportInput, 'fills' | 'marks' | 'netE4' | 'multiplier' | 'otherCloses'>,
  days: readonly TradingDay[],
  borrow: readonly BorrowCharge[],
): readonly MoneyE4[] {
  const { fills, marks, netE4 } = input;
  const nets = fills === null ? netOfMarks(marks, days) : netOfSymbols(input, fills, days, borrow);
  return [...nets.slice(0, -1), netE4];
}

/** The days with the closes of a symbol; undefined = that of the run, whose closes they have. */
export function daysOf(
  symbol: string | undefined,
  days: readonly TradingDay[],
  otherCloses: ReportInput['otherCloses'],
): readonly TradingDay[] {
  if (symbol === undefined) return days;
  const byDate = new Map(otherCloses?.get(symbol)?.map(({ date, closeE4 }) => [date, closeE4]));
  return days.map((day) => ({ ...day, closeE4: byDate.get(day.date) ?? null }));
}

/** The sum of all symbols. */
function netOfSymbols(
  { multiplier, otherCloses }: Pick<ReportInput, 'multiplier' | 'otherCloses'>,
  fills: readonly ReportFill[],
  days: readonly TradingDay[],
  borrow: readonly BorrowCharge[],
): readonly MoneyE4[] {
  const nets = [...fillsBySymbol(fills)].map(([symbol, some]) =>
    netOfFills(
      some,
      daysOf(symbol, days, otherCloses),
      symbol === undefined ? multiplier : multiplierOfSymbol(symbol),
      borrow.filter((charge) => charge.symbol === symbol),
    ),
  );
  return days.map((_, at) => nets.reduce((sum, some) => sum + (some[at] ?? 0), 0));
}

/** The money that the orders and borrowing have moved, and the position at the close. */
function netOfFills(
  fills: readonly ReportFill[],
  days: readonly TradingDay[],
  multiplier: number,
  borrow: readonly BorrowCharge[],
): MoneyE4[] {
  let [next, nextCharge, quantity] = [0, 0, 0];
  let cashE4: MoneyE4 = 0;
  let priceE4: PriceE4 = 0;
  return days.map(({ closeMs, closeE4 }) => {
    for (let fill = fills[next]; fill && fill.timeMs <= closeMs; fill = fills[(next += 1)]) {
      cashE4 += fill.grossAmountE4 - fill.feesE4;
      quantity += fill.signedQuantity;
      priceE4 = fill.priceE4;
    }
    for (
      let charge = borrow[nextCharge];
      charge && charge.timeMs <= closeMs;
      charge = borrow[(nextCharge += 1)]
    )
      cashE4 -= charge.amountE4;
    priceE4 = closeE4 ?? priceE4;
    return cashE4 + notionalE4(priceE4, quantity * multiplier);
  });
}

/** The last mark at or before the close. */
function netOfMarks(marks: ReportInput['marks'], days: readonly TradingDay[]): MoneyE4[] {
  let next = 0;
  let netE4: MoneyE4 = 0;
  return days.map(({ closeMs }) => {
    for (let mark = marks[next]; mark && mark.timeMs <= closeMs; mark = marks[(next += 1)])
      netE4 = mark.netE4;
    return netE4;
  });
}

/** Equity, drawdown and buy-and-hold of each day. */
export function* daysInSteps(
  input: ReportInput,
  days: readonly TradingDay[],
  borrow: readonly BorrowCharge[] = [],
): Steps<readonly ReportDay[]> {
  const { baseE4 } = input;
  const nets = netAtCloses(input, days, borrow);
  const firstE4 = firstPriceOf(input);
  let beforeE4 = baseE4;
  let peakE4 = baseE4;
  let closeE4 = firstE4;
  const result: ReportDay[] = [];
  for (const [at, day] of days.entries()) {
    yield;
    const netE4 = nets[at] ?? 0;
    const equityE4: MoneyE4 = baseE4 + netE4;
    peakE4 = Math.max(peakE4, equityE4);
    closeE4 = day.closeE4 ?? closeE4;
    result.push({
      date: day.date,
      timeMs: day.closeMs,
      netE4,
      equityE4,
      dailyReturn: changeOf(beforeE4, equityE4),
      drawdown: baseE4 > 0 ? equityE4 / peakE4 - 1 : null,
      holdE4: firstE4 === null || closeE4 === null ? null : heldE4(baseE4, closeE4, firstE4),
    });
    beforeE4 = equityE4;
  }
  return result;
}

/** The value of a sum in shares that were bought at one price, at another price. */
const heldE4 = (baseE4: MoneyE4, closeE4: PriceE4, firstE4: PriceE4): MoneyE4 =>
  Math.round(baseE4 * (closeE4 / firstE4));

/** The change from one equity to the next; null unless the first one is above 0. */
export const changeOf = (beforeE4: MoneyE4, equityE4: MoneyE4): number | null =>
  beforeE4 > 0 ? equityE4 / beforeE4 - 1 : null;
