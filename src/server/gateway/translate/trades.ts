import { fromE4, type MoneyE4 } from '../../../domain/money/price.ts';
import type { RealisedLine, RealisedTotals } from '../../../domain/lots/account/realised-report.ts';
import type { OrderLot } from '../../../domain/lots/account/order-lots.ts';
import { initialRiskE4, netE4, type RoundTrip } from '../../../domain/lots/round-trips.ts';
import type { TaxLot } from '../../../domain/lots/types.ts';
import { multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import type { PriceE4 } from '../../../domain/money/price.ts';

const sideOf = ({ isShort }: { readonly isShort: boolean }) => (isShort ? 'Short' : 'Long');
const dollarsOrNull = (e4: MoneyE4 | PriceE4 | null) => (e4 === null ? null : fromE4(e4));

/** Id of a round trip on the wire. */
export const tripIdOf = (symbol: string, { tripId }: Pick<RoundTrip, 'tripId'>): string =>
  `${symbol}:${tripId}`;

/** A round trip on the wire. `stopOfGroup`: the first stop price of a bracket. */
export function roundTripToWire(
  symbol: string,
  trip: RoundTrip,
  stopOfGroup: (groupId: string) => PriceE4 | undefined,
) {
  const [closedBy] = trip.exitGroups;
  const [strategy] = trip.strategies;
  return {
    Id: tripIdOf(symbol, trip),
    Symbol: symbol,
    Side: sideOf(trip),
    Opened: trip.openedMs,
    Closed: trip.closedMs,
    Quantity: trip.entryQuantity,
    EntryPrice: fromE4(trip.entryPriceE4),
    ExitQuantity: trip.exitQuantity,
    ExitPrice: dollarsOrNull(trip.exitPriceE4),
    MaxQuantity: trip.maxQuantity,
    Gross: fromE4(trip.grossE4),
    Fees: fromE4(trip.feesE4),
    Net: fromE4(netE4(trip)),
    Risk: dollarsOrNull(initialRiskE4(trip, stopOfGroup, multiplierOfSymbol(symbol))),
    ClosedBy: trip.closedMs !== null && trip.exitGroups.size === 1 ? (closedBy ?? null) : null,
    Strategy: trip.strategies.size === 1 ? (strategy ?? null) : null,
  } as const;
}

/** A line of realised gains on the wire. */
export function realisedToWire({ symbol, closure, amounts, days, choosableUntilMs }: RealisedLine) {
  return {
    Symbol: symbol,
    Lot: closure.lotId,
    Closing: closure.closingId,
    Cause: closure.cause,
    Side: sideOf(closure),
    Quantity: closure.quantity,
    Acquired: days.acquired,
    Sold: days.sold,
    IsLongTerm: days.isLongTerm,
    Proceeds: fromE4(amounts.proceedsE4),
    Cost: fromE4(amounts.costE4),
    Gain: fromE4(amounts.gainE4),
    Gross: fromE4(amounts.grossE4),
    OrderId: closure.orderId,
    IsChosen: closure.isChosen,
    ChoosableUntil: choosableUntilMs,
  } as const;
}

/** Sums of realised gains on the wire. */
export const totalsToWire = ({ lines, proceedsE4, costE4, gainE4 }: RealisedTotals) => ({
  Lines: lines,
  Proceeds: fromE4(proceedsE4),
  Cost: fromE4(costE4),
  Gain: fromE4(gainE4),
});

/** A lot of an open order on the wire. */
export const orderLotToWire = (lot: OrderLot) =>
  ({
    Lot: lot.lotId,
    Side: sideOf(lot),
    Opened: lot.openedMs,
    Price: fromE4(lot.priceE4),
    Open: lot.open,
    Taken: lot.taken,
    Planned: lot.planned,
    Chosen: lot.chosen,
  }) as const;

/** The trades of a round trip on the wire, as many as are shown. */
export const tripFillsToWire = ({ fills }: RoundTrip, max: number) =>
  fills.slice(0, max).map(({ timeMs, signedQuantity, priceE4 }) => ({
    Time: timeMs,
    Quantity: signedQuantity,
    Price: fromE4(priceE4),
  }));

/** An open lot on the wire. */
export const lotToWire = (symbol: string, lot: TaxLot) =>
  ({
    Symbol: symbol,
    Lot: lot.lotId,
    Side: sideOf(lot),
    Quantity: lot.quantity,
    Opened: lot.openedMs,
    Price: fromE4(lot.priceE4),
    Fees: fromE4(lot.feesE4),
    OrderId: lot.orderId,
  }) as const;
