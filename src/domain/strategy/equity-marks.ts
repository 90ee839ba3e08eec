import { notionalE4, toPriceE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { Position } from '../portfolio/index.ts';
import { EquityCurve, packEquity } from '../returns/equity-curve.ts';
import type { DataColumns } from './description.ts';
import type { TradingDay } from './trading-days.ts';

/** Marks the position of a backtest to market at the end of each bar. */
export interface EquityMarks {
  mark(row: number, day: TradingDay): void;
  /** Marks the rows after an early finish, and the end of the run after the last fill. `onDayEnd` is called after the day of the last mark and each later one. Returns the packed curve. */
  finish(days: readonly TradingDay[], onDayEnd?: (day: TradingDay) => void): Float64Array;
}

/** The backtest whose position is marked. */
export interface MarkedRun {
  readonly position: Position;
  /** Shares of one of the quantity. */
  readonly multiplier: number;
  readonly isDaily: boolean;
  /** Length of a bar; 0 for trades. */
  readonly barMs: number;
  /** Start of the first row that counts. */
  readonly startMs: number;
}

/** The marks of a backtest over the closes of its rows. A row without a close keeps the price before it. */
export function createEquityMarks(
  { position, multiplier, isDaily, barMs, startMs }: MarkedRun,
  { timeMs, close }: Pick<DataColumns, 'timeMs' | 'close'>,
): EquityMarks {
  const curve = new EquityCurve(startMs);
  let lastPriceE4: PriceE4 = 0;
  let lastMs = startMs;
  let lastRow = -1;
  const netE4 = (): MoneyE4 => {
    const { closedPlE4, feesE4, quantity, fifoCostE4 } = position;
    const openE4: MoneyE4 =
      quantity === 0 || lastPriceE4 === 0 ? 0 : notionalE4(lastPriceE4, quantity * multiplier) - fifoCostE4;
    return closedPlE4 + openE4 - feesE4;
  };
  const mark = (row: number, day: TradingDay): void => {
    const price = close[row] ?? 0;
    if (price > 0) lastPriceE4 = toPriceE4(price);
    lastRow = row;
    lastMs = isDaily ? day.closeMs : (timeMs[row] ?? 0) + barMs;
    curve.mark(lastMs, netE4());
  };
  return {
    mark,
    finish(days, onDayEnd) {
      const reachedRow = lastRow;
      for (const day of days) {
        if (reachedRow < 0) continue;
        for (let row = Math.max(day.firstRow, lastRow + 1); row < day.endRow; row += 1) mark(row, day);
        if (day.endRow > reachedRow) onDayEnd?.(day);
      }
      curve.mark(lastMs, netE4());
      return packEquity(curve, lastPriceE4);
    },
  };
}
