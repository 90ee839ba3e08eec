import * as v from 'valibot';
import { MAX_SYMBOL_LENGTH } from '../../../src/domain/symbols/symbol.ts';

const MAX_TRADES = 100_000;
const timeMs = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(8.64e15));
const money = v.pipe(v.number(), v.finite());
const positive = v.pipe(money, v.gtValue(0));

/** What the commands that show executions have in common; see docs/chart-trades.md. */
export const tradeArguments = {
  symbol: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  trades: v.pipe(
    v.array(
      v.object({
        timeMs,
        side: v.picklist(['Buy', 'Sell', 'Short']),
        price: positive,
        quantity: positive,
        netPnl: money,
      }),
    ),
    v.maxLength(MAX_TRADES),
  ),
  fromMs: v.optional(timeMs),
  toMs: v.optional(timeMs),
};
