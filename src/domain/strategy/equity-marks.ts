import { DAY_MS } from '../calendar/durations.ts';
import { notionalE4, toPriceE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { Position } from '../portfolio/index.ts';
import { EquityCurve, packEquity } from '../returns/equity-curve.ts';
import type { DataColumns } from './description.ts';
import type { TradingDay } from './trading-days.ts';

/** Marks the positions of a backtest to market at the end of each bar. */
export interface EquityMarks {
  mark(row: number, day: TradingDay): void;
  /** Marks the rows after an early finish, and the end of the run after the last fill. `onDayEnd` is called after the day of the last mark and each later one. Returns the packed curve. */
  finish(days: readonly TradingDay[], onDayEnd?: (day: TradingDay) => void): Float64Array;
  /** The price of the n-th other symbol at the last mark; 0 = unknown. */
  otherPriceE4(n: number): PriceE4;
}

/** The bars of the backtest whose positions are marked. */
export interface MarkedRun {
  readonly isDaily: boolean;
  /** Length of a bar; 0 for trades. */
  readonly barMs: number;
  /** Start of the first row that counts. */
  readonly startMs: number;
}

/** A position of the backtest, and the bars that value it. */
export interface MarkedSymbol {
  readonly position: Position;
  /** Shares of one of the quantity. */
  readonly multiplier: number;
  readonly data: Pick<DataColumns, 'timeMs' | 'close'>;
}

/** Net profit of a position, before the fees of what would close it; an open one without a price counts at cost. */
function netOf({ position, multiplier }: MarkedSymbol, priceE4: PriceE4): MoneyE4 {
  const { closedPlE4, feesE4, quantity, fifoCostE4 } = position;
  const openE4: MoneyE4 =
    quantity === 0 || priceE4 === 0 ? 0 : notionalE4(priceE4, quantity * multiplier) - fifoCostE4;
  return closedPlE4 + openE4 - feesE4;
}

/** The position in another symbol, at its last close that is not of a later bar than that of the run. */
class MarkBeside {
  readonly #marked: MarkedSymbol;
  #row = 0;
  #priceE4: PriceE4 = 0;

  constructor(marked: MarkedSymbol) {
    this.#marked = marked;
  }

  get priceE4(): PriceE4 {
    return this.#priceE4;
  }

  /** Reads the bars that start by a moment. */
  follow(startMs: number): void {
    const { timeMs, close } = this.#marked.data;
    for (; (timeMs[this.#row] ?? Number.POSITIVE_INFINITY) <= startMs; this.#row += 1) {
      const price = close[this.#row] ?? 0;
      if (price > 0) this.#priceE4 = toPriceE4(price);
    }
  }

  netE4(): MoneyE4 {
    return netOf(this.#marked, this.#priceE4);
  }
}

/** The marks of a backtest over the closes of its rows, with the positions in other symbols. A row without a close keeps the price before it. */
export function createEquityMarks(
  { isDaily, barMs, startMs }: MarkedRun,
  run: MarkedSymbol,
  others: readonly MarkedSymbol[] = [],
): EquityMarks {
  const { timeMs, close } = run.data;
  const curve = new EquityCurve(startMs);
  const beside = others.map((other) => new MarkBeside(other));
  let lastPriceE4: PriceE4 = 0;
  let lastMs = startMs;
  let lastRow = -1;
  const netE4 = (): MoneyE4 => {
    let allE4 = netOf(run, lastPriceE4);
    for (const other of beside) allE4 += other.netE4();
    return allE4;
  };
  const mark = (row: number, day: TradingDay): void => {
    const price = close[row] ?? 0;
    if (price > 0) lastPriceE4 = toPriceE4(price);
    lastRow = row;
    lastMs = isDaily ? day.closeMs : (timeMs[row] ?? 0) + barMs;
    for (const other of beside) other.follow(timeMs[row] ?? 0);
    curve.mark(lastMs, netE4());
  };
  return {
    mark,
    otherPriceE4: (n) => beside[n]?.priceE4 ?? 0,
    finish(days, onDayEnd) {
      const reachedRow = lastRow;
      for (const day of days) {
        if (reachedRow < 0) continue;
        for (let row = Math.max(day.firstRow, lastRow + 1); row < day.endRow; row += 1) mark(row, day);
        if (day.endRow > reachedRow) onDayEnd?.(day);
      }
      // Other symbols may trade on after the last bar of the run on its day.
      const lastDay = days.findLast(({ firstRow }) => firstRow <= lastRow);
      if (lastDay !== undefined) for (const other of beside) other.follow(lastDay.midnightMs + DAY_MS - 1);
      curve.mark(lastMs, netE4());
      return packEquity(curve, lastPriceE4);
    },
  };
}
