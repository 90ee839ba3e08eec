import { dayNumber } from '../../calendar/new-york-time.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { daysOf, type TradingDay } from './days.ts';
import { fillsBySymbol } from './trades.ts';
import type { BorrowCharge, ReportFill, ReportInput } from './types.ts';

/**
 * Splits what a run paid to borrow into the nights in which it was short, in proportion to the value of the position at the close and the number of
 * calendar nights. The charges add up to the total exactly.
 */
export function borrowCharges(
  totalE4: MoneyE4,
  fills: readonly ReportFill[],
  days: readonly TradingDay[],
  otherCloses?: ReportInput['otherCloses'],
): readonly BorrowCharge[] {
  if (totalE4 === 0) return [];
  const nights = [...fillsBySymbol(fills)]
    .flatMap(([symbol, some]) =>
      nightsOf(some, daysOf(symbol, days, otherCloses)).map((night) => ({ ...night, symbol })),
    )
    .sort((left, right) => left.timeMs - right.timeMs);
  const all = nights.reduce((sum, { weight }) => sum + weight, 0);
  const charges: BorrowCharge[] = [];
  let [upTo, chargedE4] = [0, 0];
  for (const { timeMs, weight, symbol } of nights) {
    upTo += weight;
    const amountE4 = Math.round(totalE4 * (upTo / all)) - chargedE4;
    chargedE4 += amountE4;
    charges.push({ ...(symbol !== undefined && { symbol }), timeMs, amountE4 });
  }
  return charges;
}

/** The closes at which the position was short, each with its value times the nights until the next trading day. */
function nightsOf(fills: readonly ReportFill[], days: readonly TradingDay[]) {
  const nights: { readonly timeMs: number; readonly weight: number }[] = [];
  let [next, quantity] = [0, 0];
  let priceE4: PriceE4 = 0;
  for (const [at, { date, closeMs, closeE4 }] of days.entries()) {
    for (let fill = fills[next]; fill && fill.timeMs <= closeMs; fill = fills[(next += 1)]) {
      quantity += fill.signedQuantity;
      priceE4 = fill.priceE4;
    }
    priceE4 = closeE4 ?? priceE4;
    const following = days[at + 1];
    if (quantity >= 0 || following === undefined) continue;
    const count = dayNumber(following.date) - dayNumber(date);
    nights.push({ timeMs: closeMs, weight: notionalE4(priceE4, -quantity) * count });
  }
  return nights;
}
