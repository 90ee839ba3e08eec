import { assertNever } from '../../assert/assert.ts';
import { resultOf, type Steps } from '../../collections/steps.ts';
import type { OrderEvent } from '../../orders/core/types.ts';
import type { PriceE4 } from '../../money/price.ts';
import { multiplierOfSymbol, totalFeesE4, type Fees } from '../../portfolio/index.ts';
import type { OptionSettlement } from '../../portfolio/index.ts';
import { matchLotsInSteps, type LotRules, type MatchedLots } from '../match-lots.ts';
import { roundTripsInSteps, type RoundTrip } from '../round-trips.ts';
import {
  DEFAULT_LOT_METHOD,
  type LotChoice,
  type LotMethod,
  type PositionTrade,
  type TradeCause,
  type TradeOrder,
  type TripSubject,
} from '../types.ts';

type EventOf<Kind extends OrderEvent['kind']> = Extract<OrderEvent, { readonly kind: Kind }>;

/** An order that may still fill, as it is kept. */
interface LiveOrder extends TradeOrder {
  readonly symbol: string;
  readonly symbols: readonly string[];
  readonly direction: 1 | -1;
  /** Shares, contracts, or units of several legs. */
  quantity: number;
  filled: number;
}

/** An order that may still fill. */
interface OpenOrder {
  /** +1 when it buys, -1 when it sells, null when a leg decides. */
  readonly direction: 1 | -1 | null;
  /** Shares or contracts that are not filled. */
  readonly left: number;
}

/** A fill of an execution, in one symbol. */
interface SymbolFill {
  readonly symbol: string;
  readonly signedQuantity: number;
  readonly priceE4: PriceE4;
  readonly fees: Partial<Fees>;
}

const CAUSE_OF_SETTLEMENT = {
  expired: 'Expired',
  exercised: 'Exercised',
  assigned: 'Assigned',
} as const satisfies Record<OptionSettlement['kind'], TradeCause>;

/**
 * The trades of one account, folded from its journal records: what every lot, realised gain and round trip is computed from. A bust removes the
 * trades of its execution and a correction replaces them, so the state is that of a fold without the mistake.
 */
export class AccountTrades {
  readonly #trades = new Map<string, PositionTrade[]>();
  readonly #live = new Map<string, LiveOrder>();
  /** First stop price of brackets. */
  readonly #stops = new Map<string, PriceE4>();
  readonly #brackets = new Set<string>();
  readonly #methods: { readonly serial: number; readonly method: LotMethod }[] = [];
  /** By symbol and order. */
  readonly #choices = new Map<string, Map<string, readonly LotChoice[]>>();
  readonly #matched = new Map<string, MatchedLots>();
  #count = 0;
  #lastSeq = 0;

  /** Number of trades, which the memory of an account is proportional to. */
  get size(): number {
    return this.#count;
  }

  /** The last record of the account that was applied; 0 = none. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** The method in force now. */
  get method(): LotMethod {
    return this.#methods.at(-1)?.method ?? DEFAULT_LOT_METHOD;
  }

  /** Symbols with trades. */
  symbols(): readonly string[] {
    return [...this.#trades.keys()];
  }

  /** In the order of their records. */
  tradesOf(symbol: string): readonly PositionTrade[] {
    return this.#trades.get(symbol) ?? [];
  }

  /** The lots of a symbol by the methods and choices of the account. */
  lotsOf(symbol: string): MatchedLots {
    return resultOf(this.lotsInSteps(symbol));
  }

  /** The same in small steps; no record may be applied before the last one. */
  *lotsInSteps(symbol: string): Steps<MatchedLots> {
    const known = this.#matched.get(symbol);
    if (known) return known;
    const matched = yield* matchLotsInSteps(this.tradesOf(symbol), this.rulesOf(symbol));
    this.#matched.set(symbol, matched);
    return matched;
  }

  /** Matches the lots of all symbols in small steps, so that later reads of them find them matched. */
  *allLots(): Steps<void> {
    for (const symbol of this.symbols()) yield* this.lotsInSteps(symbol);
  }

  /** Whether the lots of a symbol are those of first in, first out, because nothing else was ever set or chosen. */
  isFifo(symbol: string): boolean {
    return this.#methods.every(({ method }) => method === 'FIFO') && !this.#choices.get(symbol)?.size;
  }

  /** The methods and choices of a symbol. */
  rulesOf(symbol: string): LotRules {
    return {
      methodAt: (serial) => this.#methodAt(serial),
      choiceOf: (orderId) => this.choiceOf(orderId, symbol),
    };
  }

  /** The lots that were chosen for an order; undefined = those of the method. */
  choiceOf(orderId: string, symbol: string): readonly LotChoice[] | undefined {
    return this.#choices.get(symbol)?.get(orderId);
  }

  /** An open order of the account that trades a symbol; undefined = there is none. */
  openOrder(orderId: string, symbol: string): OpenOrder | undefined {
    const live = this.#live.get(orderId);
    if (!live?.symbols.includes(symbol)) return undefined;
    const isOfLegs = live.symbols.length > 1 || live.symbol !== symbol;
    return { direction: isOfLegs ? null : live.direction, left: live.quantity - live.filled };
  }

  /** Round trips in a symbol: of the position, or of the orders of each bracket or strategy instance alone. */
  tripsOf(symbol: string, by: TripSubject = 'Position'): RoundTrip[] {
    return resultOf(this.tripsInSteps(symbol, by));
  }

  /** The same in small steps; no record may be applied before the last one. */
  *tripsInSteps(symbol: string, by: TripSubject): Steps<RoundTrip[]> {
    const trades = this.tradesOf(symbol);
    const multiplier = multiplierOfSymbol(symbol);
    switch (by) {
      case 'Position':
        return yield* roundTripsInSteps(trades, multiplier);
      case 'Bracket':
        return yield* tripsBy(trades, multiplier, ({ order }) =>
          order?.groupId && this.#brackets.has(order.groupId) ? order.groupId : null,
        );
      case 'Strategy':
        return yield* tripsBy(trades, multiplier, ({ order }) => order?.strategyId ?? null);
      default:
        return assertNever(by);
    }
  }

  /** The first stop price of a bracket. */
  readonly stopOfGroup = (groupId: string): PriceE4 | undefined => this.#stops.get(groupId);

  /** Applies a record of the account. Records that change no position, lot or order are passed over. */
  apply(seq: number, event: OrderEvent): void {
    this.#lastSeq = seq;
    switch (event.kind) {
      case 'accepted':
        return this.#accept(event);
      case 'replaced':
        return this.#replace(event);
      case 'cancelled':
      case 'expired':
        this.#live.delete(event.orderId);
        return;
      case 'executed':
        return this.#execute(seq, event);
      case 'busted':
        return this.#amend(event.serial, () => []);
      case 'corrected':
        return this.#amend(event.serial, (symbol, before) => this.#corrected(event, symbol, before));
      case 'optionSettled':
        return this.#settle(seq, event);
      case 'actionApplied':
        return this.#act(seq, event);
      case 'lotMethodSet':
        this.#methods.push({ serial: seq, method: event.method });
        return;
      case 'lotsChosen':
        return this.#choose(event);
      default:
        return;
    }
  }

  #methodAt(serial: number): LotMethod {
    return this.#methods.findLast((set) => set.serial < serial)?.method ?? DEFAULT_LOT_METHOD;
  }

  #accept({ orderId, order, group }: EventOf<'accepted'>): void {
    const { symbol, legs, side, quantity, strategyId, stopPriceE4 } = order;
    const groupId = group?.groupId ?? null;
    if (group?.role === 'Entry') this.#brackets.add(group.groupId);
    if (group?.role === 'Stop' && stopPriceE4 > 0 && !this.#stops.has(group.groupId))
      this.#stops.set(group.groupId, stopPriceE4);
    const symbols = legs ? legs.map((leg) => leg.symbol) : [symbol];
    const direction = side === 'Buy' ? 1 : -1;
    this.#live.set(orderId, {
      orderId,
      groupId,
      strategyId,
      symbol,
      symbols,
      direction,
      quantity,
      filled: 0,
    });
  }

  #replace({ orderId, order }: EventOf<'replaced'>): void {
    const live = this.#live.get(orderId);
    if (live) live.quantity = order.quantity;
  }

  #execute(serial: number, event: EventOf<'executed'>): void {
    const live = this.#live.get(event.orderId);
    if (!live) return;
    const { orderId, groupId, strategyId } = live;
    const order: TradeOrder = { orderId, groupId, strategyId };
    const parts = new Map<string, number>();
    for (const { symbol, signedQuantity, priceE4, fees } of fillsOf(event, live)) {
      const part = parts.get(symbol) ?? 0;
      parts.set(symbol, part + 1);
      const feesE4 = totalFeesE4(fees);
      const { timeMs } = event;
      this.#add(symbol, { serial, part, cause: 'Fill', signedQuantity, priceE4, feesE4, timeMs, order });
    }
    live.filled += event.quantity;
    if (live.filled >= live.quantity) this.#live.delete(orderId);
  }

  #settle(serial: number, { settlement, timeMs }: EventOf<'optionSettled'>): void {
    const { kind, symbol, underlying, contracts, optionPriceE4, shareQuantity, strikeE4 } = settlement;
    const common = { serial, part: 0, feesE4: 0, timeMs, order: null };
    const cause = CAUSE_OF_SETTLEMENT[kind];
    this.#add(symbol, { ...common, cause, signedQuantity: contracts, priceE4: optionPriceE4 });
    if (shareQuantity !== 0)
      this.#add(underlying, {
        ...common,
        cause: 'Delivered',
        signedQuantity: shareQuantity,
        priceE4: strikeE4,
      });
  }

  /** Corporate actions: a split converts the open lots, a delisting closes them, and another symbol takes all trades with it. */
  #act(serial: number, { action, positions, orders, timeMs }: EventOf<'actionApplied'>): void {
    for (const { orderId, quantity, filled } of orders) {
      const live = this.#live.get(orderId);
      if (live) Object.assign(live, { quantity, filled });
    }
    if (action.kind === 'Dividend') return;
    for (const { symbol, toSymbol, numerator, denominator, quantityBefore, cashE4 } of positions) {
      const common = { serial, part: 0, feesE4: 0, timeMs, order: null };
      if (action.kind === 'Delisting')
        this.#add(symbol, {
          ...common,
          cause: 'Delisted',
          signedQuantity: -quantityBefore,
          priceE4: action.cashE4,
        });
      if (action.kind === 'Split') {
        const conversion = { numerator, denominator, cashE4, multiplier: multiplierOfSymbol(symbol) };
        this.#add(symbol, { ...common, cause: 'Split', signedQuantity: 0, priceE4: 0, conversion });
      }
      if (toSymbol !== symbol) this.#rename(symbol, toSymbol);
    }
  }

  #rename(symbol: string, toSymbol: string): void {
    const moved = [...this.tradesOf(toSymbol), ...this.tradesOf(symbol)];
    this.#trades.delete(symbol);
    this.#trades.set(
      toSymbol,
      moved.sort((a, b) => a.serial - b.serial || a.part - b.part),
    );
    const chosen = this.#choices.get(symbol);
    this.#choices.delete(symbol);
    if (chosen) this.#choices.set(toSymbol, new Map([...(this.#choices.get(toSymbol) ?? []), ...chosen]));
    this.#matched.delete(symbol);
    this.#matched.delete(toSymbol);
  }

  #add(symbol: string, trade: PositionTrade): void {
    const trades = this.#trades.get(symbol);
    if (trades) trades.push(trade);
    else this.#trades.set(symbol, [trade]);
    this.#count += 1;
    this.#matched.delete(symbol);
  }

  /** Puts other trades in the place of those of an execution. */
  #amend(
    serial: number,
    amended: (symbol: string, before: readonly PositionTrade[]) => readonly PositionTrade[],
  ): void {
    for (const [symbol, trades] of this.#trades) {
      const at = trades.findIndex((trade) => trade.serial === serial);
      if (at < 0) continue;
      const before = trades.filter((trade) => trade.serial === serial);
      const now = amended(symbol, before);
      trades.splice(at, before.length, ...now);
      this.#count += now.length - before.length;
      this.#matched.delete(symbol);
    }
  }

  #corrected(
    { now }: EventOf<'corrected'>,
    symbol: string,
    before: readonly PositionTrade[],
  ): readonly PositionTrade[] {
    const [first] = before;
    if (!first) return [];
    const fills = now.legs
      ? now.legs.filter((leg) => leg.symbol === symbol)
      : [{ ...now, side: first.signedQuantity > 0 ? ('Buy' as const) : ('Sell' as const) }];
    return fills.map(({ side, quantity, priceE4, fees }, part) => ({
      ...first,
      part,
      signedQuantity: side === 'Buy' ? quantity : -quantity,
      priceE4,
      feesE4: totalFeesE4(fees),
    }));
  }

  #choose({ symbol, orderId, lots }: EventOf<'lotsChosen'>): void {
    const ofSymbol = this.#choices.get(symbol) ?? new Map<string, readonly LotChoice[]>();
    this.#choices.set(symbol, ofSymbol);
    if (lots.length === 0) ofSymbol.delete(orderId);
    else ofSymbol.set(orderId, lots);
    this.#matched.delete(symbol);
  }
}

/** What an execution trades: in the order's symbol, or in those of its legs. */
function fillsOf(event: EventOf<'executed'>, { symbol, direction }: LiveOrder): readonly SymbolFill[] {
  const { quantity, priceE4, fees, legs } = event;
  if (!legs) return [{ symbol, signedQuantity: quantity * direction, priceE4, fees }];
  return legs.map((leg) => ({ ...leg, signedQuantity: leg.side === 'Buy' ? leg.quantity : -leg.quantity }));
}

/** The round trips of the trades of each key; null = of none. */
function* tripsBy(
  trades: readonly PositionTrade[],
  multiplier: number,
  keyOf: (trade: PositionTrade) => string | null,
): Steps<RoundTrip[]> {
  const byKey = new Map<string, PositionTrade[]>();
  for (const trade of trades) {
    yield;
    const key = keyOf(trade);
    if (key === null) continue;
    const known = byKey.get(key);
    if (known) known.push(trade);
    else byKey.set(key, [trade]);
  }
  const trips: RoundTrip[] = [];
  for (const ofKey of byKey.values())
    for (const trip of yield* roundTripsInSteps(ofKey, multiplier)) trips.push(trip);
  return trips;
}
