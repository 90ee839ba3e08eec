import {
  averageRangeE4,
  finishedBars,
  minRangeBars,
  rangeFromMs,
} from '../../src/domain/bars/average-range.ts';
import { formatPrice } from '../../src/domain/columns/index.ts';
import { fromE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { atrName, atrProblem } from '../../src/domain/orders/groups/atr-terms.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { Ticket } from './ticket.ts';

/** The average true range of a ticket's symbol as the server would count it now. */
export interface AverageRange {
  /** Dollars; null = unknown. */
  readonly value: number | null;
  /** The range, or why it is unknown. */
  readonly text: string;
}

/** Reads the bars of the symbol and averages their ranges. Never rejects. */
export async function loadAverageRange(
  { symbols, exchangeMs }: Pick<ToolPlatform, 'symbols' | 'exchangeMs'>,
  symbol: string,
  { period, bars }: Ticket['atr'],
  signal?: AbortSignal,
): Promise<AverageRange> {
  const terms = { period: period ?? Number.NaN, bars };
  const problem = atrProblem(terms);
  if (problem !== undefined) return { value: null, text: problem };
  const name = `${atrName(terms)} of ${displaySymbol(symbol)}`;
  const toMs = exchangeMs();
  const request = { symbol, candleType: bars, fromMs: rangeFromMs(terms, toMs), toMs };
  try {
    const candles = await symbols.candles(request, signal);
    const finished = finishedBars(
      candles.map(({ TS, O, H, L, C, V }) => ({
        timeMs: TS,
        openE4: toPriceE4(O),
        highE4: toPriceE4(H),
        lowE4: toPriceE4(L),
        closeE4: toPriceE4(C),
        volume: V,
      })),
      terms,
      toMs,
    );
    const rangeE4 = averageRangeE4(finished, terms);
    if (rangeE4 === undefined)
      return {
        value: null,
        text: `${name} is unknown: it takes ${minRangeBars(terms)} finished bars, and there are ${finished.length}.`,
      };
    return { value: fromE4(rangeE4), text: `${name}: ${formatPrice(fromE4(rangeE4))}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { value: null, text: `${name} is unknown: ${why}` };
  }
}
