import { resultOf, type Steps } from '../collections/steps.ts';
import { convertLots } from './convert-lots.ts';
import { OpenLots, type OpenLot } from './open-lots.ts';
import { shareOf } from '../money/share-of.ts';
import {
  DEFAULT_LOT_METHOD,
  tradeIdOf,
  type Closure,
  type LotChoice,
  type LotMethod,
  type PositionTrade,
  type TaxLot,
} from './types.ts';

/** How the lots of an account are matched. */
export interface LotRules {
  /** The method in force at a journal record. */
  readonly methodAt: (serial: number) => LotMethod;
  /** The lots that an order closes first, in this order; undefined = those of the method. */
  readonly choiceOf: (orderId: string) => readonly LotChoice[] | undefined;
}

/** First in, first out, as positions are. */
export const FIFO_RULES: LotRules = { methodAt: () => DEFAULT_LOT_METHOD, choiceOf: () => undefined };

/** The lots of a position: what is open, the oldest first, and what was closed, in the order of the closing trades. */
export interface MatchedLots {
  readonly open: readonly TaxLot[];
  readonly closures: readonly Closure[];
  /** By order: what it has not taken of the lots that were chosen for it, because it has not filled, or they were not open. */
  readonly untaken: ReadonlyMap<string, readonly LotChoice[]>;
}

/** What an order may still take of a chosen lot. */
interface ChoiceLeft {
  readonly lotId: string;
  quantity: number;
}

/**
 * Matches the trades of one position, in the order of their serials. A closing trade consumes the lots that its order chooses, then those of the
 * method; what is left of it opens a lot. Fees are distributed by quantity, without a rest: the fees of lots and closures add up to those of the trades.
 */
export const matchLots = (trades: readonly PositionTrade[], rules: LotRules): MatchedLots =>
  resultOf(matchLotsInSteps(trades, rules));

/** The same in small steps. */
export function* matchLotsInSteps(trades: readonly PositionTrade[], rules: LotRules): Steps<MatchedLots> {
  let lots = new OpenLots();
  const closures: Closure[] = [];
  const choices = new Map<string, ChoiceLeft[]>();
  let position = 0;
  for (const trade of trades) {
    if (trade.conversion) {
      ({ lots, quantity: position } = convertLots(lots.open(), trade, trade.conversion, closures));
      yield;
      continue;
    }
    const direction = Math.sign(trade.signedQuantity);
    const quantity = Math.abs(trade.signedQuantity);
    const closing = Math.sign(position) === -direction ? Math.min(quantity, Math.abs(position)) : 0;
    let feesE4 = trade.feesE4;
    let left = quantity;
    yield;
    for (const [lot, taken, isChosen] of lotsFor(trade, closing)) {
      yield;
      const closure = closePart(trade, lot, { taken, left, feesE4, isChosen });
      closures.push(closure);
      feesE4 -= closure.closeFeesE4;
      left -= taken;
    }
    position += trade.signedQuantity;
    if (left > 0) lots.add(lotOf(trade, left, feesE4));
  }
  const open: TaxLot[] = [];
  for (const lot of lots.open()) {
    open.push(taxLotOf(lot));
    yield;
  }
  return { open, closures, untaken: untakenOf(choices) };

  function* lotsFor(trade: PositionTrade, closing: number): Generator<[OpenLot, number, boolean]> {
    let left = closing;
    for (const chosen of choicesOf(trade)) {
      if (left === 0) return;
      const lot = lots.byId(chosen.lotId);
      const taken = Math.min(left, chosen.quantity, lot?.quantity ?? 0);
      if (!lot || taken === 0) continue;
      chosen.quantity -= taken;
      left -= taken;
      yield [lot, taken, true];
    }
    while (left > 0) {
      const lot = lots.next(rules.methodAt(trade.serial));
      if (!lot) return;
      const taken = Math.min(left, lot.quantity);
      left -= taken;
      yield [lot, taken, false];
    }
  }

  function choicesOf({ order }: PositionTrade): readonly ChoiceLeft[] {
    if (order === null) return [];
    const known = choices.get(order.orderId);
    if (known) return known;
    const chosen = rules.choiceOf(order.orderId);
    if (!chosen) return [];
    const made = chosen.map((choice) => ({ ...choice }));
    choices.set(order.orderId, made);
    return made;
  }
}

const lotOf = (trade: PositionTrade, quantity: number, feesE4: number): Omit<OpenLot, 'place'> => ({
  lotId: tradeIdOf(trade),
  quantity,
  openedQuantity: quantity,
  isShort: trade.signedQuantity < 0,
  priceE4: trade.priceE4,
  feesE4,
  openedMs: trade.timeMs,
  orderId: trade.order?.orderId ?? null,
});

const taxLotOf = ({ place: _place, ...lot }: OpenLot): TaxLot => lot;

/** What is left of each order's chosen lots. */
function untakenOf(choices: ReadonlyMap<string, readonly ChoiceLeft[]>): Map<string, readonly LotChoice[]> {
  const untaken = new Map<string, readonly LotChoice[]>();
  for (const [orderId, left] of choices) {
    const some = left.filter((choice) => choice.quantity > 0);
    if (some.length > 0) untaken.set(orderId, some);
  }
  return untaken;
}

/** Takes a part of a lot for a closing trade that has `left` of its quantity and fees to distribute. */
function closePart(
  trade: PositionTrade,
  lot: OpenLot,
  { taken, left, feesE4, isChosen }: { taken: number; left: number; feesE4: number; isChosen: boolean },
): Closure {
  const closeFeesE4 = shareOf(feesE4, taken, left);
  const openFeesE4 = shareOf(lot.feesE4, taken, lot.quantity);
  const restE4 = lot.restE4 ? shareOf(lot.restE4, taken, lot.quantity) : 0;
  lot.quantity -= taken;
  lot.feesE4 -= openFeesE4;
  if (lot.restE4) lot.restE4 -= restE4;
  const closure = closureOf(trade, lot, { quantity: taken, openFeesE4, closeFeesE4, isChosen });
  return restE4 === 0 ? closure : { ...closure, openRestE4: restE4 };
}

function closureOf(
  trade: PositionTrade,
  lot: OpenLot,
  taken: Pick<Closure, 'quantity' | 'openFeesE4' | 'closeFeesE4' | 'isChosen'>,
): Closure {
  return {
    ...taken,
    lotId: lot.lotId,
    closingId: tradeIdOf(trade),
    cause: trade.cause,
    isShort: lot.isShort,
    openPriceE4: lot.priceE4,
    closePriceE4: trade.priceE4,
    openedMs: lot.openedMs,
    closedMs: trade.timeMs,
    orderId: trade.order?.orderId ?? null,
  };
}
