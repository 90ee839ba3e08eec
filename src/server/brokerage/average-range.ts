import { averageRangeE4, finishedBars, minRangeBars, rangeFromMs } from '../../domain/bars/average-range.ts';
import { isInRegularHours } from '../../domain/calendar/regular-hours.ts';
import { GroupError } from '../../domain/orders/errors.ts';
import { atrName, atrProblem, type AtrTerms } from '../../domain/orders/groups/atr-terms.ts';
import { statesAtr, withDistances } from '../../domain/orders/groups/stated-exits.ts';
import type { GroupRequest } from '../../domain/orders/groups/types.ts';
import type { GroupRefusal } from '../../domain/orders/core/groups/judge-group.ts';
import type { MarketData } from '../market/market-data.ts';

type Bars = Pick<MarketData, 'bars' | 'exchangeMs' | 'instrument'>;

const unknown = (detail: string): GroupRefusal => ({ code: GroupError.InvalidGroup, detail });

/** The group with its stated distances in dollars by the market as it is now, or why one of them is unknown. What is wrong with its form is left to its rules. */
export function withPresentDistances(
  group: GroupRequest,
  market: Bars,
): GroupRequest | Promise<GroupRequest | GroupRefusal> {
  const { atr, symbol } = group;
  if (!statesAtr(group) || !atr || symbol === null || atrProblem(atr) !== undefined)
    return withDistances(group, 0);
  return withPresentRange(group, atr, symbol, market);
}

async function withPresentRange(
  group: GroupRequest,
  atr: AtrTerms,
  symbol: string,
  market: Bars,
): Promise<GroupRequest | GroupRefusal> {
  const nowMs = market.exchangeMs();
  let bars;
  try {
    bars = market.instrument(symbol)
      ? await market.bars(symbol, atr.bars, rangeFromMs(atr, nowMs), nowMs)
      : [];
  } catch {
    return unknown(`The bars of ${symbol} cannot be read now, so the ${atrName(atr)} is unknown.`);
  }
  const regular = atr.bars === 'Day' ? bars : bars.filter(({ timeMs }) => isInRegularHours(timeMs));
  const finished = finishedBars(regular, atr, nowMs);
  const rangeE4 = averageRangeE4(finished, atr);
  if (rangeE4 === undefined)
    return unknown(
      `The ${atrName(atr)} of ${symbol} is unknown: it takes ${minRangeBars(atr)} finished bars, and there are ${finished.length}.`,
    );
  return rangeE4 > 0
    ? withDistances(group, rangeE4)
    : unknown(`The ${atrName(atr)} of ${symbol} is 0: its price has not moved.`);
}
