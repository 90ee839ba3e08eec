import { sortInSteps, type Steps } from '../../collections/steps.ts';
import type { RoundTrip } from '../round-trips.ts';
import type { TripSubject } from '../types.ts';
import type { AccountTrades } from './account-trades.ts';

/** A round trip in a symbol. */
interface SymbolTrip {
  readonly symbol: string;
  readonly trip: RoundTrip;
}

/** Open trips, then those that were closed in a span of time, the newest first, in small steps. Times are exchange UTC ms. */
export function* tripsOfSpan(
  trades: AccountTrades,
  by: TripSubject,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Steps<SymbolTrip[]> {
  const found: SymbolTrip[] = [];
  for (const symbol of trades.symbols())
    for (const trip of yield* trades.tripsInSteps(symbol, by)) {
      yield;
      const { openedMs, closedMs } = trip;
      if (closedMs === null ? openedMs < toMs : closedMs >= fromMs && closedMs < toMs)
        found.push({ symbol, trip });
    }
  return yield* sortInSteps(found, ({ trip: a }, { trip: b }) =>
    endMs(a) === endMs(b) ? b.openedMs - a.openedMs : endMs(b) - endMs(a),
  );
}

const endMs = ({ closedMs }: RoundTrip): number => closedMs ?? Number.POSITIVE_INFINITY;
