import { resultOf, type Steps } from '../collections/steps.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { averageE4, shareOf } from '../money/share-of.ts';
import { scaled } from '../corporate-actions/exact.ts';
import { tradeIdOf, type LotConversion, type PositionTrade } from './types.ts';

/** A trade of a round trip. A trade that turns a position from long to short belongs to two of them, with a part in each. */
export interface TripFill {
  readonly serial: number;
  readonly timeMs: number;
  readonly signedQuantity: number;
  readonly priceE4: PriceE4;
}

/** A position from zero to zero, or until now. Prices of one share; averages are rounded to 1/10,000 dollar, amounts are exact. */
export interface RoundTrip {
  /** Of its first trade, in the form of a lot's id. */
  readonly tripId: string;
  readonly isShort: boolean;
  readonly openedMs: number;
  /** Null while it is open. */
  readonly closedMs: number | null;
  /** Shares or contracts bought to open (of a short: sold). */
  readonly entryQuantity: number;
  readonly entryPriceE4: PriceE4;
  readonly exitQuantity: number;
  /** Null before the first exit. */
  readonly exitPriceE4: PriceE4 | null;
  /** The largest position. */
  readonly maxQuantity: number;
  /** Profit of what was closed at the average entry price, before fees. Exact once the trip is closed. */
  readonly grossE4: MoneyE4;
  /** Of entries and exits. */
  readonly feesE4: MoneyE4;
  readonly fills: readonly TripFill[];
  /** Order groups of the entries and of the exits; null among them = an order without a group, or a settlement. */
  readonly entryGroups: ReadonlySet<string | null>;
  readonly exitGroups: ReadonlySet<string | null>;
  readonly strategies: ReadonlySet<string>;
}

/** The profit after fees. */
export const netE4 = ({ grossE4, feesE4 }: Pick<RoundTrip, 'grossE4' | 'feesE4'>): MoneyE4 =>
  grossE4 - feesE4;

interface OpenTrip {
  readonly first: PositionTrade;
  readonly direction: number;
  readonly fills: TripFill[];
  readonly entryGroups: Set<string | null>;
  readonly exitGroups: Set<string | null>;
  readonly strategies: Set<string>;
  entryQuantity: number;
  entryValueE4: number;
  exitQuantity: number;
  exitValueE4: number;
  maxQuantity: number;
  feesE4: MoneyE4;
}

/** The round trips of one position, the oldest first; the last one may be open. `multiplier`: shares of one of the quantity. */
export const roundTrips = (trades: readonly PositionTrade[], multiplier: number): RoundTrip[] =>
  resultOf(roundTripsInSteps(trades, multiplier));

/** The same in small steps. */
export function* roundTripsInSteps(trades: readonly PositionTrade[], multiplier: number): Steps<RoundTrip[]> {
  const trips: RoundTrip[] = [];
  let trip: OpenTrip | undefined;
  for (const trade of trades) {
    yield;
    if (trade.conversion) {
      if (trip && convertTrip(trip, trade.conversion) === 0) {
        trips.push(tripOf(trip, multiplier, trade.timeMs));
        trip = undefined;
      }
      continue;
    }
    const held = trip ? trip.entryQuantity - trip.exitQuantity : 0;
    const quantity = Math.abs(trade.signedQuantity);
    const isExit = trip !== undefined && Math.sign(trade.signedQuantity) !== trip.direction;
    const first = isExit ? Math.min(quantity, held) : quantity;
    const firstFeesE4 = shareOf(trade.feesE4, first, quantity);
    trip ??= openTrip(trade);
    addTo(trip, trade, { quantity: first, feesE4: firstFeesE4, isExit });
    if (trip.entryQuantity > trip.exitQuantity) continue;
    trips.push(tripOf(trip, multiplier, trade.timeMs));
    trip = undefined;
    if (first === quantity) continue;
    trip = openTrip(trade);
    addTo(trip, trade, { quantity: quantity - first, feesE4: trade.feesE4 - firstFeesE4, isExit: false });
  }
  if (trip) trips.push(tripOf(trip, multiplier, null));
  return trips;
}

const openTrip = (first: PositionTrade): OpenTrip => ({
  first,
  direction: Math.sign(first.signedQuantity),
  fills: [],
  entryGroups: new Set(),
  exitGroups: new Set(),
  strategies: new Set(),
  entryQuantity: 0,
  entryValueE4: 0,
  exitQuantity: 0,
  exitValueE4: 0,
  maxQuantity: 0,
  feesE4: 0,
});

function addTo(
  trip: OpenTrip,
  { serial, timeMs, priceE4, signedQuantity, order }: PositionTrade,
  part: { readonly quantity: number; readonly feesE4: MoneyE4; readonly isExit: boolean },
): void {
  const { quantity, feesE4, isExit } = part;
  trip.fills.push({ serial, timeMs, priceE4, signedQuantity: quantity * Math.sign(signedQuantity) });
  trip.feesE4 += feesE4;
  if (order?.strategyId !== null && order !== null) trip.strategies.add(order.strategyId);
  (isExit ? trip.exitGroups : trip.entryGroups).add(order?.groupId ?? null);
  if (isExit) {
    trip.exitQuantity += quantity;
    trip.exitValueE4 += notionalE4(priceE4, quantity);
  } else {
    trip.entryQuantity += quantity;
    trip.entryValueE4 += notionalE4(priceE4, quantity);
  }
  trip.maxQuantity = Math.max(trip.maxQuantity, trip.entryQuantity - trip.exitQuantity);
}

/**
 * A trip in new shares: its fills as if they had been made in them. The cash for a fraction of a share is part of its exits. Returns the new shares held; without one the trip is over, and
 * stays in old shares.
 */
function convertTrip(trip: OpenTrip, { numerator, denominator, cashE4, multiplier }: LotConversion): number {
  const shares = (count: number): number => scaled(count, numerator, denominator, 'down');
  const held = shares(trip.entryQuantity - trip.exitQuantity);
  trip.exitValueE4 += Math.abs(cashE4) / multiplier;
  if (held === 0) {
    trip.exitQuantity = trip.entryQuantity;
    return 0;
  }
  trip.entryQuantity = Math.max(held, shares(trip.entryQuantity));
  trip.exitQuantity = trip.entryQuantity - held;
  trip.maxQuantity = Math.max(held, shares(trip.maxQuantity));
  trip.fills.forEach((fill, at) => {
    const signedQuantity = shares(Math.abs(fill.signedQuantity)) * Math.sign(fill.signedQuantity);
    trip.fills[at] = {
      ...fill,
      signedQuantity,
      priceE4: scaled(fill.priceE4, denominator, numerator, 'nearest'),
    };
  });
  return held;
}

function tripOf(trip: OpenTrip, multiplier: number, closedMs: number | null): RoundTrip {
  const { first, direction, entryQuantity, entryValueE4, exitQuantity, exitValueE4 } = trip;
  const { fills, entryGroups, exitGroups, strategies, maxQuantity, feesE4 } = trip;
  // Of an open trip: the part of the entries' value that the exits have closed.
  const closedValueE4 = exitQuantity === 0 ? 0 : shareOf(entryValueE4, exitQuantity, entryQuantity);
  return {
    tripId: tradeIdOf(first),
    isShort: direction < 0,
    openedMs: first.timeMs,
    closedMs,
    entryQuantity,
    entryPriceE4: averageE4(entryValueE4, entryQuantity),
    exitQuantity,
    exitPriceE4: exitQuantity === 0 ? null : averageE4(exitValueE4, exitQuantity),
    maxQuantity,
    grossE4: (exitValueE4 - closedValueE4) * direction * multiplier,
    feesE4,
    fills,
    entryGroups,
    exitGroups,
    strategies,
  };
}

/**
 * The money at risk at the beginning of a trip: the distance from its average entry price to the first stop of the bracket that opened it, times
 * quantity. Null when other orders opened a part of it, or the stop is not on the side of a loss.
 */
export function initialRiskE4(
  trip: RoundTrip,
  stopOfGroup: (groupId: string) => PriceE4 | undefined,
  multiplier: number,
): MoneyE4 | null {
  const [groupId] = trip.entryGroups;
  if (trip.entryGroups.size !== 1 || typeof groupId !== 'string') return null;
  const stopE4 = stopOfGroup(groupId);
  if (stopE4 === undefined) return null;
  const distanceE4 = trip.isShort ? stopE4 - trip.entryPriceE4 : trip.entryPriceE4 - stopE4;
  return distanceE4 > 0 ? notionalE4(distanceE4, trip.entryQuantity * multiplier) : null;
}
