import { fromE4, toPriceE4 } from '../money/price.ts';
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
import type { PositionSides, StrategyOrderStatus } from './enumerations.ts';
import { StrategyError } from './fault.ts';
import { uncoveredOf, withinLimits } from './opening-room.ts';
import { OrderPace, TOO_FREQUENT } from './order-pace.ts';
import { CLOSE_LONG_FIRST, isOpen } from './order-record.ts';
import type {
  OrderReason,
  OrderRecord,
  SpreadFill,
  SpreadLegFill,
  StrategyOrderType,
} from './order-record.ts';
import type { SpreadTerms } from './spread-terms.ts';

/** Orders of one run; a strategy that sends more is in a loop. */
const MAX_ORDERS = 100_000;
const MAX_OPEN_ORDERS = 1_000;

/** The moment at which an order is sent. */
export interface OrderMoment {
  readonly timeMs: number;
  /** The price that orders without one are measured at. */
  readonly lastPrice: number;
  /** Why nothing may open a position now; empty when it may. */
  readonly noOpeningReason: OrderReason;
}

/** The moment of a strategy that has not started: no time, no price. */
export const NO_MOMENT: OrderMoment = { timeMs: 0, lastPrice: Number.NaN, noOpeningReason: '' };

/** An order as it is about to be sent. Prices in dollars, 0 = none. */
export interface OrderIntent {
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  readonly quantity: number;
  readonly price: number;
  readonly stop: number;
  readonly isForced?: boolean;
  /** The order that closes the position first: this one waits for it, and counts the position as flat. */
  readonly after?: OrderRecord | null;
}

/** Limits of a run that hold for each of its orders. */
export interface OrderRules {
  readonly symbol: string;
  readonly allowedPositions: PositionSides;
  /** -1 = none. */
  readonly shareLimit: number;
  readonly dollarLimit: number;
  /** Why the run sends no multi-leg orders at all; empty when it does. */
  readonly noSpreadReason: OrderReason;
}

/** Receives what happens to the orders of a run. */
export interface OrderListener {
  /** An order was filled, cancelled or rejected: once for each. */
  onEnd(order: OrderRecord): void;
  /** An order waits no longer for the one before it. */
  onRelease?(order: OrderRecord): void;
}

/** How much of an order is sent. Nothing when `left` is 0: `reason` says why. */
interface Admission {
  readonly opening: number;
  readonly left: number;
  readonly reason: OrderReason;
}

/** The orders and the position of a run, within the limits of its start. The simulation or the reports of the broker decide what becomes of an order. */
export class RunOrders {
  /** In the symbol of the run. */
  readonly position: Position;
  /** Open orders in the symbol of the run, in the order they were sent. */
  readonly open: OrderRecord[] = [];
  /** Open multi-leg orders. */
  readonly openSpreads: OrderRecord[] = [];
  readonly moment: OrderMoment;
  readonly #rules: OrderRules;
  readonly #listener: OrderListener;
  readonly #pace = new OrderPace();
  /** Contracts that legs have brought, signed. */
  readonly #contracts = new Map<string, number>();
  #count = 0;

  constructor(rules: OrderRules, moment: OrderMoment, listener: OrderListener) {
    this.position = createPosition(multiplierOfSymbol(rules.symbol));
    this.moment = moment;
    this.#rules = rules;
    this.#listener = listener;
  }

  /** How many orders the run has sent. */
  get count(): number {
    return this.#count;
  }

  /** How much is short that no market order is about to cover. */
  uncovered(): number {
    return uncoveredOf(this.position, this.open);
  }

  /** Signed quantity of a symbol that the fills of the run have come to. */
  held(symbol: string): number {
    return symbol === this.#rules.symbol ? this.position.quantity : (this.#contracts.get(symbol) ?? 0);
  }

  /** Sets what an earlier part of the run holds of an option. */
  setHeld(symbol: string, quantity: number): void {
    this.#contracts.set(symbol, quantity);
  }

  /** An order within the limits, open; or one that is rejected already. */
  place(intent: OrderIntent): OrderRecord {
    const { quantity, after = null } = intent;
    this.#countNew();
    const { opening, left, reason } = this.#admit(intent);
    const order = newRecord(this.#count, this.moment.timeMs, {
      ...intent,
      quantity: left > 0 ? left : quantity,
      openingQuantity: opening,
      after,
    });
    this.open.push(order);
    if (after !== null) after.follower = order;
    if (left <= 0) this.end(order, 'Rejected', reason);
    return order;
  }

  /** A multi-leg order, open; or one that is rejected already. */
  placeSpread(terms: SpreadTerms): OrderRecord {
    this.#countNew();
    const order = newRecord(this.#count, this.moment.timeMs, {
      ...terms,
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

  /** Books a fill of some or all of the quantity that is left. */
  fill(order: OrderRecord, quantity: number, price: number, timeMs: number, liquidity: Liquidity): void {
    this.#bookFill(order.side, this.#rules.symbol, quantity, price, liquidity);
    this.#addFill(order, quantity, fromE4(toPriceE4(price)), timeMs, liquidity);
  }

  /** Books a fill of a multi-leg order: the shares go to the position, the contracts to what is held of them. */
  fillSpread(order: OrderRecord, fill: SpreadFill): void {
    order.spread?.fills.push(fill);
    for (const leg of fill.legs) this.bookLeg(leg);
    this.#addFill(order, fill.quantity, fill.price, fill.timeMs, 'R');
  }

  /** Books what a leg traded. */
  bookLeg({ symbol, side, quantity, price }: SpreadLegFill): void {
    if (symbol === this.#rules.symbol) this.#bookFill(side, symbol, quantity, price, 'R');
    else this.#contracts.set(symbol, this.held(symbol) + legSign({ side }) * quantity);
  }

  /** Books shares that the end of an option brings or takes: a fill at the strike without fees, as the account books it. */
  receiveShares(signedQuantity: number, strike: number): void {
    applyFill(this.position, { signedQuantity, priceE4: toPriceE4(strike), feesE4: 0 });
  }

  /** Removes what an order would open: what it closes stays, an order that closes nothing is rejected. */
  refuseOpening(order: OrderRecord, reason: OrderReason): void {
    const closing = order.quantity - order.openingQuantity;
    if (closing <= 0) return this.end(order, 'Rejected', reason);
    order.quantity = closing;
    order.openingQuantity = 0;
  }

  end(order: OrderRecord, status: StrategyOrderStatus, reason: string): void {
    if (!isOpen(order)) return;
    order.status = status;
    order.reason = reason;
    remove(order.spread === null ? this.open : this.openSpreads, order);
    this.#listener.onEnd(order);
    const { follower } = order;
    if (follower === null || !isOpen(follower)) return;
    if (status !== 'Filled') return this.end(follower, 'Cancelled', 'The order it waited for was not filled');
    follower.isWaiting = false;
    this.#listener.onRelease?.(follower);
  }

  #countNew(): void {
    if (this.#count >= MAX_ORDERS)
      throw new StrategyError(`more than ${MAX_ORDERS.toLocaleString('en-US')} orders in one run`);
    if (this.open.length + this.openSpreads.length >= MAX_OPEN_ORDERS)
      throw new StrategyError(`more than ${MAX_OPEN_ORDERS.toLocaleString('en-US')} orders open at once`);
    this.#count += 1;
  }

  #admit(intent: OrderIntent): Admission {
    const { side, quantity, isForced = false, after = null } = intent;
    const covering = side === 'Buy' && after === null ? Math.min(quantity, this.uncovered()) : 0;
    // What closes the whole position leaves nothing for another order to close.
    if (!isForced && this.open.some((other) => other.isForced))
      return {
        opening: side === 'Sell' ? 0 : quantity - covering,
        left: 0,
        reason: 'The position is being closed',
      };
    const room =
      side === 'Sell' ? { quantity: 0, reason: '' as const } : this.#openingRoom(intent, quantity - covering);
    const left = side === 'Sell' ? quantity : covering + room.quantity;
    // The order that closes what must be closed is sent at any pace.
    if (left > 0 && !this.#pace.admits(this.moment.timeMs) && !isForced)
      return { opening: room.quantity, left: 0, reason: TOO_FREQUENT };
    return { opening: room.quantity, left, reason: room.reason };
  }

  /** How much of what an order would open may be opened now. */
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
      { position, open, lastPrice: moment.lastPrice },
      { side, quantity: opening, price: price || stop, isAfterClosing: after !== null },
    );
  }

  #sideRefusal(side: OrderSide): OrderReason {
    const { allowedPositions } = this.#rules;
    if (side === 'Buy' && allowedPositions === 'ShortOnly') return 'Long positions are not allowed';
    return side === 'Short' && allowedPositions === 'LongOnly' ? 'Short positions are not allowed' : '';
  }

  /** The broker takes no short sale of shares that the account holds. One that waits for the sale of the shares is sent after it. */
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
    return this.#pace.admits(this.moment.timeMs) ? '' : TOO_FREQUENT;
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
    applyFill(this.position, {
      signedQuantity: side === 'Buy' ? quantity : -quantity,
      priceE4,
      feesE4: totalFeesE4(feesOf(side, quantity, priceE4, liquidity, securityOf(symbol))),
    });
  }

  #addFill(order: OrderRecord, quantity: number, price: number, timeMs: number, liquidity: Liquidity): void {
    // The price of a single fill is exact. The mean of several needs not be a price at which anything traded.
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

function newRecord(
  number: number,
  sentMs: number,
  {
    side,
    type,
    quantity,
    price,
    stop,
    openingQuantity,
    isForced = false,
    after = null,
    spread = null,
  }: OrderIntent & Pick<OrderRecord, 'openingQuantity'> & Partial<Pick<OrderRecord, 'spread'>>,
): OrderRecord {
  return {
    number,
    side,
    type,
    quantity,
    price,
    stop,
    sentMs,
    openingQuantity,
    isForced,
    status: 'Sent',
    filledQuantity: 0,
    fillPrice: 0,
    fillMs: 0,
    liquidity: 'R',
    reason: '',
    triggerRow: Number.POSITIVE_INFINITY,
    isFresh: true,
    follower: null,
    isWaiting: after !== null,
    spread,
  };
}

/** The last order is the one most often removed, and the list is short. */
function remove(orders: OrderRecord[], order: OrderRecord): void {
  const place = orders.lastIndexOf(order);
  if (place === orders.length - 1) orders.pop();
  else if (place >= 0) orders.splice(place, 1);
}
