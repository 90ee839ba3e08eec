import { fromE4, toE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
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
import { isOpen } from './order-record.ts';
import type { OrderReason, OrderRecord, StrategyOrderType } from './order-record.ts';

/** Orders of one run; a strategy that sends more is in a loop. */
const MOST_ORDERS = 100_000;
const MOST_OPEN_ORDERS = 1_000;

/** What a desk must know of the moment; looked at when an order is sent. */
export interface DeskMoment {
  readonly timeMs: number;
  /** The price that orders without one are measured at. */
  readonly lastPrice: number;
  /** Why nothing may open a position now; empty when it may. */
  readonly openingBar: OrderReason;
}

export const NO_MOMENT: DeskMoment = { timeMs: 0, lastPrice: Number.NaN, openingBar: '' };

export interface OrderWish {
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  readonly quantity: number;
  readonly price: number;
  readonly stop: number;
  readonly isForced?: boolean;
  /** The order that closes the position first: this one waits for it, and counts the position as flat. */
  readonly after?: OrderRecord | null;
}

/** The orders and the position of a run, with the bounds of its start. What becomes of an order decides whoever fills it: the simulation, or the broker's reports. */
export interface Desk {
  readonly position: Position;
  /** Open orders, in the order they were sent. */
  readonly open: OrderRecord[];
  readonly moment: DeskMoment;
  orderCount(): number;
  /** How much is short that no market order is about to cover. */
  uncovered(): number;
  /** An order within the bounds, open; or one that is rejected already. */
  place(wish: OrderWish): OrderRecord;
  /** Books a fill of some or all of the quantity that is left. */
  fill(order: OrderRecord, quantity: number, price: number, timeMs: number, liquidity: Liquidity): void;
  /** Takes away what an order would open: what it closes stays, an order that closes nothing is rejected. */
  refuseOpening(order: OrderRecord, reason: OrderReason): void;
  end(order: OrderRecord, status: StrategyOrderStatus, reason: string): void;
}

export interface DeskRules {
  readonly symbol: string;
  readonly allowedPositions: PositionSides;
  /** -1 = none. */
  readonly shareLimit: number;
  readonly dollarLimit: number;
}

/** `onEnd` hears of each order that is filled, cancelled or rejected, once; `onRelease` of one that no longer waits. */
export function createDesk(
  rules: DeskRules,
  moment: DeskMoment,
  onEnd: (order: OrderRecord) => void,
  onRelease: (order: OrderRecord) => void = () => {},
): Desk {
  const multiplier = multiplierOfSymbol(rules.symbol);
  const security = securityOf(rules.symbol);
  const position = createPosition(multiplier);
  const open: OrderRecord[] = [];
  let count = 0;

  const uncovered = (): number => uncoveredOf(position, open);

  function place({
    side,
    type,
    quantity,
    price,
    stop,
    isForced = false,
    after = null,
  }: OrderWish): OrderRecord {
    if (count >= MOST_ORDERS)
      throw new StrategyError(`more than ${MOST_ORDERS.toLocaleString('en-US')} orders in one run`);
    if (open.length >= MOST_OPEN_ORDERS)
      throw new StrategyError(`more than ${MOST_OPEN_ORDERS.toLocaleString('en-US')} orders open at once`);
    count += 1;
    const covering = side === 'Buy' && after === null ? Math.min(quantity, uncovered()) : 0;
    let opening = side === 'Sell' ? 0 : quantity - covering;
    let reason: OrderReason = '';
    // What closes the whole position leaves nothing to close for anybody else.
    const isBeingClosed = !isForced && open.some((other) => other.isForced);
    if (isBeingClosed) reason = 'The position is being closed';
    else if (opening > 0) {
      const wanted = opening;
      if (moment.openingBar !== '') [opening, reason] = [0, moment.openingBar];
      else if (side === 'Buy' && rules.allowedPositions === 'ShortOnly')
        [opening, reason] = [0, 'Long positions are not allowed'];
      else if (side === 'Short' && rules.allowedPositions === 'LongOnly')
        [opening, reason] = [0, 'Short positions are not allowed'];
      else
        ({ quantity: opening, reason } = withinLimits(
          rules,
          { position, open, lastPrice: moment.lastPrice },
          { side, quantity: wanted, price: price || stop, isAfterClosing: after !== null },
        ));
    }
    const left = isBeingClosed ? 0 : side === 'Sell' ? quantity : covering + opening;
    const order: OrderRecord = {
      number: count,
      side,
      type,
      quantity: left > 0 ? left : quantity,
      price,
      stop,
      sentMs: moment.timeMs,
      openingQuantity: opening,
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
    };
    open.push(order);
    if (after !== null) after.follower = order;
    if (left <= 0) end(order, 'Rejected', reason);
    return order;
  }

  function fill(
    order: OrderRecord,
    quantity: number,
    price: number,
    timeMs: number,
    liquidity: Liquidity,
  ): void {
    const priceE4 = toE4(price);
    applyFill(position, {
      signedQuantity: order.side === 'Buy' ? quantity : -quantity,
      priceE4,
      feesE4: totalFeesE4(feesOf(order.side, quantity, priceE4, liquidity, security)),
    });
    // A first fill is told to the last digit; a mean of several is not a price anybody saw.
    order.fillPrice =
      order.filledQuantity === 0
        ? fromE4(priceE4)
        : (order.fillPrice * order.filledQuantity + fromE4(priceE4) * quantity) /
          (order.filledQuantity + quantity);
    order.filledQuantity += quantity;
    order.fillMs = timeMs;
    order.liquidity = liquidity;
    if (order.filledQuantity >= order.quantity) end(order, 'Filled', '');
    else order.status = 'PartiallyFilled';
  }

  function refuseOpening(order: OrderRecord, reason: OrderReason): void {
    const closing = order.quantity - order.openingQuantity;
    if (closing <= 0) return end(order, 'Rejected', reason);
    order.quantity = closing;
    order.openingQuantity = 0;
  }

  function end(order: OrderRecord, status: StrategyOrderStatus, reason: string): void {
    if (!isOpen(order)) return;
    order.status = status;
    order.reason = reason;
    // The last is the one most often looked for, and the list is short.
    const place = open.lastIndexOf(order);
    if (place === open.length - 1) open.pop();
    else if (place >= 0) open.splice(place, 1);
    onEnd(order);
    const { follower } = order;
    if (follower === null || !isOpen(follower)) return;
    if (status !== 'Filled') return end(follower, 'Cancelled', 'The order it waited for was not filled');
    follower.isWaiting = false;
    onRelease(follower);
  }

  return { position, open, moment, orderCount: () => count, uncovered, place, fill, refuseOpening, end };
}
