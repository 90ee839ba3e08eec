import { fromE4, toPriceE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { legQuantity, legSign } from '../orders/legs.ts';
import {
  applyFill,
  createPosition,
  feesOf,
  securityOf,
  multiplierOfSymbol,
  totalFeesE4,
} from '../portfolio/index.ts';
import type { Liquidity, Position } from '../portfolio/index.ts';
import type { Commissions } from './costs/commissions.ts';
import type { PositionSides, StrategyOrderStatus } from './enumerations.ts';
import { newBracket, newExits, openSharesOf, sharesHeldByExits } from './exits.ts';
import type { NewExit } from './exits.ts';
import { newRecord } from './new-record.ts';
import type { OrderIntent } from './new-record.ts';
import { uncoveredOf, withinLimits } from './opening-room.ts';
import { entryRecordOf, openRecordOf } from './open-orders.ts';
import type { EarlierBracket, EarlierOpenOrder } from './open-orders.ts';
import { TOO_FREQUENT } from './order-pace.ts';
import { CLOSE_LONG_FIRST, isOpen } from './order-record.ts';
import type { Bracket, OrderReason, OrderRecord, SpreadFill, SpreadLegFill } from './order-record.ts';
import { SharedOrders } from './shared-orders.ts';
import type { SpreadTerms } from './spread-terms.ts';

/** Market time and price when an order is sent. */
export interface OrderMoment {
  readonly timeMs: number;
  /** Price in dollars at which limits value orders without a price; NaN = unknown. */
  readonly lastPrice: number;
  /** Why no order may open a position now; empty when it may. */
  readonly noOpeningReason: OrderReason;
}

/** The moment of a strategy that has not started: no time, no price. */
export const NO_MOMENT: OrderMoment = { timeMs: 0, lastPrice: Number.NaN, noOpeningReason: '' };

/** Limits of a run that hold for each of its orders. */
export interface OrderRules {
  readonly symbol: string;
  readonly allowedPositions: PositionSides;
  /** -1 = none. */
  readonly shareLimit: number;
  readonly dollarLimit: number;
  /** Why the run may not send multi-leg orders; empty when it may. */
  readonly noSpreadReason: OrderReason;
}

/** Receives what happens to the orders of a run. */
export interface OrderListener {
  /** An order was filled, cancelled or rejected. Called once for each order. */
  onEnd(order: OrderRecord): void;
  /** The order that this one depends on was filled, so it can be sent. */
  onRelease?(order: OrderRecord): void;
}

/** The quantity of an order that is sent, and how much of it opens. `left` is 0 when it is rejected for `reason`. */
interface Admission {
  readonly opening: number;
  readonly left: number;
  readonly reason: OrderReason;
}

/** An order with its number in the run. */
interface Numbered<Order> {
  readonly number: number;
  readonly order: Order;
}

/** The orders and the position of a run in one symbol, within the limits of its start. The simulation or the reports of the broker fill and end the orders. */
export class RunOrders {
  readonly position: Position;
  /** Open orders in the symbol, in the order they were sent. */
  readonly open: OrderRecord[] = [];
  /** Open multi-leg orders. */
  readonly openSpreads: OrderRecord[] = [];
  readonly moment: OrderMoment;
  readonly #rules: OrderRules;
  readonly #listener: OrderListener;
  readonly #commissions: Commissions | null;
  readonly #shared: SharedOrders;
  /** Signed contracts that legs have traded, by option symbol. */
  readonly #contracts = new Map<string, number>();

  /** `commissions`: of a backtest with costs; null = the fees of the account. `shared`: of a run that trades several symbols, one for all of them. */
  constructor(
    rules: OrderRules,
    moment: OrderMoment,
    listener: OrderListener,
    commissions: Commissions | null = null,
    shared = new SharedOrders(),
  ) {
    this.position = createPosition(multiplierOfSymbol(rules.symbol));
    this.moment = moment;
    this.#rules = rules;
    this.#listener = listener;
    this.#commissions = commissions;
    this.#shared = shared;
    shared.add(this);
  }

  get symbol(): string {
    return this.#rules.symbol;
  }

  /** Number of orders that the run has sent. */
  get count(): number {
    return this.#shared.count;
  }

  /** Shares that are short and that no open market order covers. */
  uncovered(): number {
    return uncoveredOf(this.position, this.open);
  }

  /** Signed quantity that the run holds of a symbol. */
  held(symbol: string): number {
    const traded = this.#shared.positionIn(symbol);
    return traded === null ? (this.#contracts.get(symbol) ?? 0) : traded.quantity;
  }

  /** Sets the contracts that an earlier part of the run holds of an option. */
  setHeld(symbol: string, quantity: number): void {
    this.#contracts.set(symbol, quantity);
  }

  /** Places an order, reduced to the limits; it is rejected when they leave nothing. */
  place(intent: OrderIntent): OrderRecord {
    const { quantity, after = null, exits = null } = intent;
    const number = this.#shared.next();
    const { opening, left, reason } = this.#admit(intent);
    const order = newRecord(number, this.moment.timeMs, {
      ...intent,
      symbol: this.#rules.symbol,
      quantity: left > 0 ? left : quantity,
      openingQuantity: opening,
      after,
      bracket: exits && newBracket(exits),
    });
    this.open.push(order);
    if (after !== null) after.follower = order;
    if (left <= 0) this.end(order, 'Rejected', reason);
    return order;
  }

  /** Places a multi-leg order; it is rejected when the rules do not allow it. */
  placeSpread(terms: SpreadTerms): OrderRecord {
    const order = newRecord(this.#shared.next(), this.moment.timeMs, {
      ...terms,
      symbol: this.#rules.symbol,
      stop: 0,
      openingQuantity: 0,
      isForced: false,
      after: null,
      spread: { legs: terms.legs, tif: terms.tif, fills: [] },
    });
    this.openSpreads.push(order);
    const reason = this.#spreadRefusal(terms);
    if (reason !== '') this.end(order, 'Rejected', reason);
    return order;
  }

  /** Books a fill of some or all of the remaining quantity. */
  fill(order: OrderRecord, quantity: number, price: number, timeMs: number, liquidity: Liquidity): void {
    const { side, number } = order;
    if (this.#commissions === null) this.#bookFill(side, this.#rules.symbol, quantity, price, liquidity);
    else {
      const fill = { side, quantity, priceE4: toPriceE4(price), liquidity };
      this.#book(side, quantity, fill.priceE4, totalFeesE4(this.#commissions.charge(number, fill)));
    }
    this.#addFill(order, quantity, fromE4(toPriceE4(price)), timeMs, liquidity);
    if (order.bracket !== null) this.#followEntry(order);
    else if (order.exit !== null) this.#followEntry(order.exit.entry);
    this.#trimExits('Sell', this.position.quantity);
    this.#trimExits('Buy', -this.position.quantity);
  }

  /** Books a fill that exceeds what the exits of an entry had to close, or the order of the broker that closes it again. */
  bookSurplus(side: OrderSide, quantity: number, price: number, liquidity: Liquidity): void {
    this.#bookFill(side, this.#rules.symbol, quantity, price, liquidity);
  }

  /** Takes up earlier orders under their numbers (`takeUpEarlier`): entries, whose position it has already, with their open exits, and orders that are still open. */
  takeUp(entries: readonly Numbered<EarlierBracket>[], open: readonly Numbered<EarlierOpenOrder>[]) {
    const records = open.map(({ number, order }) =>
      openRecordOf(number, this.#rules.symbol, order, this.position.quantity),
    );
    for (const record of records) (record.spread === null ? this.open : this.openSpreads).push(record);
    return { entries: entries.map((entry) => this.#takeUpEntry(entry)), open: records };
  }

  #takeUpEntry({ number, order: { exits, ...terms } }: Numbered<EarlierBracket>): OrderRecord {
    const entry = entryRecordOf(number, this.#rules.symbol, this.moment.timeMs, terms);
    this.#followEntry(entry);
    for (const exit of entry.bracket?.orders ?? [])
      Object.assign(exit, exit.exit?.name === 'Target' ? exits.target : exits.stop);
    return entry;
  }

  /** Books a fill of a multi-leg order: its shares in the position, its contracts by option symbol. */
  fillSpread(order: OrderRecord, fill: SpreadFill): void {
    order.spread?.fills.push(fill);
    for (const leg of fill.legs) this.bookLeg(leg);
    this.#addFill(order, fill.quantity, fill.price, fill.timeMs, 'R');
  }

  /** Books the trade of a leg. */
  bookLeg({ symbol, side, quantity, price }: SpreadLegFill): void {
    if (symbol === this.#rules.symbol) this.#bookFill(side, symbol, quantity, price, 'R');
    else this.#contracts.set(symbol, this.held(symbol) + legSign({ side }) * quantity);
  }

  /** Books shares that an exercise or assignment delivers: a fill at the strike without fees, as the account books it. */
  receiveShares(signedQuantity: number, strike: number): void {
    applyFill(this.position, { signedQuantity, priceE4: toPriceE4(strike), feesE4: 0 });
  }

  /** Charges the position with what its short stock costs to borrow. */
  chargeBorrow(amountE4: MoneyE4): void {
    this.position.feesE4 += amountE4;
  }

  /** Ends an open order. The order that depends on it is released when it was filled, and cancelled when it was not. */
  end(order: OrderRecord, status: StrategyOrderStatus, reason: string): void {
    if (!isOpen(order)) return;
    order.status = status;
    order.reason = reason;
    this.#commissions?.forget(order.number);
    this.#remove(order);
    this.#listener.onEnd(order);
    const { follower } = order;
    if (follower === null || !isOpen(follower)) return;
    if (status !== 'Filled') return this.end(follower, 'Cancelled', 'The order it depends on was not filled');
    follower.isWaiting = false;
    this.#listener.onRelease?.(follower);
  }

  #remove(order: OrderRecord): void {
    remove(order.spread === null ? this.open : this.openSpreads, order);
  }

  /** Keeps the exits of an entry at what it has filled and they have not closed; the first fill sends them. */
  #followEntry(entry: OrderRecord): void {
    const { bracket } = entry;
    if (bracket === null) return;
    const left = openSharesOf(entry);
    if (bracket.orders.length === 0)
      for (const exit of newExits(entry, this.#rules.symbol)) bracket.orders.push(this.#addExit(exit, left));
    else this.#resizeExits(bracket, left, 'Another order of the group was filled');
  }

  #addExit(exit: NewExit, quantity: number): OrderRecord {
    const { symbol } = this.#rules;
    const terms = { ...exit, symbol, quantity, openingQuantity: 0 };
    const order = newRecord((this.#shared.count += 1), exit.exit.entry.fillMs, terms);
    this.open.push(order);
    return order;
  }

  #resizeExits({ orders }: Bracket, left: number, reason: OrderReason): void {
    for (const exit of orders)
      if (!isOpen(exit)) continue;
      else if (left === 0) this.end(exit, 'Cancelled', reason);
      else exit.quantity = exit.filledQuantity + left;
  }

  /** Another order has closed shares: the exits of the oldest entries lose them first, as at the broker. */
  #trimExits(side: OrderSide, held: number): void {
    const exits = this.open.filter((order) => order.exit !== null && order.side === side);
    let excess = sharesHeldByExits(exits) - Math.max(0, held);
    for (const { exit } of exits) {
      const bracket = exit?.entry.bracket ?? null;
      if (excess <= 0 || exit === null || bracket === null) return;
      const left = openSharesOf(exit.entry);
      const lost = Math.min(left, excess);
      excess -= lost;
      bracket.closedElsewhere += lost;
      if (lost > 0) this.#resizeExits(bracket, left - lost, 'The position was closed by another order');
    }
  }

  #admit(intent: OrderIntent): Admission {
    const { side, quantity, isForced = false, after = null, refusal = '' } = intent;
    const covering = side === 'Buy' && after === null ? Math.min(quantity, this.uncovered()) : 0;
    const early = refusal || this.#closingRefusal(isForced);
    if (early !== '') return { opening: side === 'Sell' ? 0 : quantity - covering, left: 0, reason: early };
    const room =
      side === 'Sell' ? { quantity: 0, reason: '' as const } : this.#openingRoom(intent, quantity - covering);
    const left = side === 'Sell' ? quantity : covering + room.quantity;
    // The order with which the run closes its position is sent at any rate.
    if (left > 0 && !this.#shared.pace.admits(this.moment.timeMs) && !isForced)
      return { opening: room.quantity, left: 0, reason: TOO_FREQUENT };
    return { opening: room.quantity, left, reason: room.reason };
  }

  /** A forced order closes the whole position, so another order would open one. */
  #closingRefusal(isForced: boolean): OrderReason {
    return !isForced && this.open.some((other) => other.isForced) ? 'The position is being closed' : '';
  }

  /** The part of an opening quantity that may be opened now. */
  #openingRoom(
    { side, price, stop, after = null }: OrderIntent,
    opening: number,
  ): { readonly quantity: number; readonly reason: OrderReason } {
    if (opening <= 0) return { quantity: opening, reason: '' };
    const { position, open, moment } = this;
    const refusal = moment.noOpeningReason || this.#sideRefusal(side) || this.#shortSaleRefusal(side, after);
    if (refusal !== '') return { quantity: 0, reason: refusal };
    return withinLimits(
      this.#rules,
      { position, open, lastPrice: moment.lastPrice, elsewhere: this.#shared.exposureBeside(this) },
      { side, quantity: opening, price: price || stop, isAfterClosing: after !== null },
    );
  }

  #sideRefusal(side: OrderSide): OrderReason {
    const { allowedPositions } = this.#rules;
    if (side === 'Buy' && allowedPositions === 'ShortOnly') return 'Long positions are not allowed';
    return side === 'Short' && allowedPositions === 'LongOnly' ? 'Short positions are not allowed' : '';
  }

  /** The broker rejects a short sale while the account holds shares. One that depends on the sale of the shares is sent after it. */
  #shortSaleRefusal(side: OrderSide, after: OrderRecord | null): OrderReason {
    return side === 'Short' && after === null && this.position.quantity > 0 ? CLOSE_LONG_FIRST : '';
  }

  #spreadRefusal(terms: SpreadTerms): OrderReason {
    const { noSpreadReason, symbol } = this.#rules;
    if (noSpreadReason !== '') return noSpreadReason;
    if (!this.#isClosing(terms)) {
      if (this.moment.noOpeningReason !== '') return this.moment.noOpeningReason;
      const shares = terms.legs.find((leg) => leg.symbol === symbol);
      if (shares?.side === 'Buy' && this.position.quantity >= 0 && this.#sideRefusal('Buy') !== '')
        return this.#sideRefusal('Buy');
    }
    return this.#shared.pace.admits(this.moment.timeMs) ? '' : TOO_FREQUENT;
  }

  /** True for a multi-leg order of which every leg reduces what the run holds. */
  #isClosing({ legs, quantity }: SpreadTerms): boolean {
    return legs.every((leg) => {
      const held = this.held(leg.symbol);
      return Math.sign(held) === -legSign(leg) && Math.abs(held) >= legQuantity(leg, quantity);
    });
  }

  #bookFill(side: OrderSide, symbol: string, quantity: number, price: number, liquidity: Liquidity): void {
    const priceE4 = toPriceE4(price);
    const fees = feesOf(side, quantity, priceE4, liquidity, securityOf(symbol));
    this.#book(side, quantity, priceE4, totalFeesE4(fees));
  }

  #book(side: OrderSide, quantity: number, priceE4: PriceE4, feesE4: MoneyE4): void {
    applyFill(this.position, { signedQuantity: side === 'Buy' ? quantity : -quantity, priceE4, feesE4 });
  }

  #addFill(order: OrderRecord, quantity: number, price: number, timeMs: number, liquidity: Liquidity): void {
    // The price of a single fill is exact. The mean of several need not be a traded price.
    order.fillPrice =
      order.filledQuantity === 0
        ? price
        : (order.fillPrice * order.filledQuantity + price * quantity) / (order.filledQuantity + quantity);
    order.filledQuantity += quantity;
    order.fillMs = timeMs;
    order.liquidity = liquidity;
    if (order.filledQuantity >= order.quantity) this.end(order, 'Filled', '');
    else order.status = 'PartiallyFilled';
  }
}

/** Searches from the end: most often the last order of the short list is removed. */
function remove(orders: OrderRecord[], order: OrderRecord): void {
  const place = orders.lastIndexOf(order);
  if (place === orders.length - 1) orders.pop();
  else if (place >= 0) orders.splice(place, 1);
}
