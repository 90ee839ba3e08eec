import { markOf } from '../../money/last-price.ts';
import { notionalE4, type MoneyE4 } from '../../money/price.ts';
import type { Position } from '../../portfolio/position.ts';
import type { Marks } from './position-figures.ts';

/**
 * The P&L of one position in the session, fees included: what was realised, and the market value over the price that the session counts from. A
 * stock is marked at its last trade, an option at the middle of its quote; without a price only what was realised counts.
 */
export function sessionPlE4(symbol: string, position: Position, marks: Marks): MoneyE4 {
  const { quantity, multiplier, todayPlE4, mtmCostE4 } = position;
  if (quantity === 0) return todayPlE4;
  const quote = multiplier === 1 ? undefined : marks.quote(symbol);
  if (quote && quote.bidE4 > 0 && quote.askE4 >= quote.bidE4)
    return todayPlE4 + notionalE4(quote.bidE4 + quote.askE4, quantity * multiplier) / 2 - mtmCostE4;
  const markE4 = markOf(marks.last(symbol));
  return markE4 > 0 ? todayPlE4 + notionalE4(markE4, quantity * multiplier) - mtmCostE4 : todayPlE4;
}

/** The P&L of all positions in the session, fees included. */
export function accountPlE4(positions: ReadonlyMap<string, Position>, marks: Marks): MoneyE4 {
  let sumE4: MoneyE4 = 0;
  for (const [symbol, position] of positions) sumE4 += sessionPlE4(symbol, position, marks);
  return sumE4;
}
