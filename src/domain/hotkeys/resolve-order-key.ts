import { assertNever, err, ok, type Result } from '../assert/assert.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { MAX_ORDER_QUANTITY } from '../orders/validate.ts';
import { quantityOf, type SizeRule } from '../sizing/size-order.ts';
import {
  ALL_E4,
  type KeyBase,
  type KeyPrice,
  type KeySize,
  type KeyTif,
  type OrderKey,
} from './order-key.ts';

/** A working stop at a price of its own. */
export interface KeyStop {
  readonly orderId: string;
  readonly isBuy: boolean;
}

/** What an order key is resolved against. */
export interface KeyFacts {
  /** Of the Order Entry window that the keys trade; null without one. */
  readonly symbol: string | null;
  readonly ticketQuantity: number;
  /** Shares that one unit of the quantity stands for: 100 of an option, else 1. */
  readonly multiplier: number;
  readonly stepE4: PriceE4;
  /** 0 = there is none. */
  readonly quote: {
    readonly bidE4: PriceE4;
    readonly askE4: PriceE4;
    readonly lastE4: PriceE4;
    readonly isCurrent: boolean;
  };
  /** Quantity with its sign, and the signed cost of the open lots; null while unknown. */
  readonly position: { readonly quantity: number; readonly costE4: MoneyE4 } | null;
  /** Cash and positions; null while unknown. */
  readonly equityE4: MoneyE4 | null;
  /** Of the symbol. */
  readonly stops: readonly KeyStop[];
}

/** An order as a key sends it. */
export interface KeyOrder {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly quantity: number;
  /** Null = at market. */
  readonly priceE4: PriceE4 | null;
  readonly tif: KeyTif;
}

/** What a press of a key does now. Without a symbol it is about the whole account. */
export type KeyEffect =
  | { readonly effect: 'Send'; readonly order: KeyOrder }
  | {
      readonly effect: 'MoveStops';
      readonly symbol: string;
      readonly orderIds: readonly string[];
      readonly stopE4: PriceE4;
    }
  | { readonly effect: 'Flatten'; readonly symbol: string | null }
  | { readonly effect: 'Reverse'; readonly symbol: string }
  | { readonly effect: 'Cancel'; readonly symbol: string | null }
  | { readonly effect: 'CancelLast' };

/** Why a press of a key does nothing now. */
export type KeyRefusal =
  | { readonly why: 'NoSymbol' }
  /** No price, or one that the feed has not confirmed lately. */
  | { readonly why: 'NoQuote'; readonly base: KeyBase }
  | { readonly why: 'PriceTooLow' }
  | { readonly why: 'PositionUnknown' }
  /** `needs`: the position that the key would reduce. */
  | { readonly why: 'NoPosition'; readonly needs: 'long' | 'short' | 'any' }
  | { readonly why: 'EquityUnknown' }
  | { readonly why: 'TooSmall' }
  | { readonly why: 'TooLarge' }
  | { readonly why: 'NoStop' }
  /** The market has passed the average price: a stop there would trade at once. */
  | { readonly why: 'PastBreakEven'; readonly stopE4: PriceE4 };

type Resolved<Value> = Result<Value, KeyRefusal>;

/** What a press of an order key does in a market, or why it does nothing. */
export function resolveOrderKey(key: OrderKey, facts: KeyFacts): Resolved<KeyEffect> {
  const { symbol } = facts;
  switch (key.action) {
    case 'Order': {
      if (symbol === null) return err({ why: 'NoSymbol' });
      const order = resolveOrder(key, symbol, facts);
      return order.ok ? ok({ effect: 'Send', order: order.value }) : order;
    }
    case 'StopToBreakEven':
      return symbol === null ? err({ why: 'NoSymbol' }) : stopToBreakEven(symbol, facts);
    case 'Flatten':
      if (key.scope === 'Account') return ok({ effect: 'Flatten', symbol: null });
      return symbol === null ? err({ why: 'NoSymbol' }) : ok({ effect: 'Flatten', symbol });
    case 'Reverse':
      return symbol === null ? err({ why: 'NoSymbol' }) : reversal(symbol, facts);
    case 'Cancel':
      if (key.scope === 'Last') return ok({ effect: 'CancelLast' });
      if (key.scope === 'All') return ok({ effect: 'Cancel', symbol: null });
      return symbol === null ? err({ why: 'NoSymbol' }) : ok({ effect: 'Cancel', symbol });
    default:
      return assertNever(key);
  }
}

function reversal(symbol: string, { position }: KeyFacts): Resolved<KeyEffect> {
  if (position === null) return err({ why: 'PositionUnknown' });
  return position.quantity === 0
    ? err({ why: 'NoPosition', needs: 'any' })
    : ok({ effect: 'Reverse', symbol });
}

function resolveOrder(
  { side, size, price, tif }: Extract<OrderKey, { action: 'Order' }>,
  symbol: string,
  facts: KeyFacts,
): Resolved<KeyOrder> {
  const limit = price.type === 'Market' ? ok(null) : limitOf(price, side, facts);
  if (!limit.ok) return limit;
  const quantity = sizeOf(size, side, limit.value, facts);
  return quantity.ok ? ok({ symbol, side, quantity: quantity.value, priceE4: limit.value, tif }) : quantity;
}

/** Twice the price of the market, so that the middle of a quote is an integer, too. 0 = none. */
function twiceBaseE4(base: KeyBase, { quote: { bidE4, askE4, lastE4, isCurrent } }: KeyFacts): number {
  if (!isCurrent) return 0;
  if (base === 'mid') return bidE4 > 0 && askE4 > 0 ? bidE4 + askE4 : 0;
  return 2 * { bid: bidE4, ask: askE4, last: lastE4 }[base];
}

/**
 * The limit on a price step. From the quote of the other side it is rounded so that it fills, from any other price so that it does not cross what it was
 * meant to wait at.
 */
function limitOf(
  { base, offset }: Extract<KeyPrice, { type: 'Limit' }>,
  side: OrderSide,
  facts: KeyFacts,
): Resolved<PriceE4> {
  const twiceE4 = twiceBaseE4(base, facts);
  if (twiceE4 <= 0) return err({ why: 'NoQuote', base });
  const { stepE4 } = facts;
  const offsetE4 = offset.unit === 'Dollars' ? offset.amountE4 : offset.count * stepE4;
  const steps = (twiceE4 + 2 * offsetE4) / (2 * stepE4);
  const isBuy = side === 'Buy';
  const takes = base === (isBuy ? 'ask' : 'bid');
  const priceE4 = (takes === isBuy ? Math.ceil(steps) : Math.floor(steps)) * stepE4;
  return priceE4 < stepE4 ? err({ why: 'PriceTooLow' }) : ok(priceE4);
}

function sizeOf(size: KeySize, side: OrderSide, limitE4: PriceE4 | null, facts: KeyFacts): Resolved<number> {
  switch (size.by) {
    case 'Ticket':
      return ok(facts.ticketQuantity);
    case 'Count':
      return ok(size.quantity);
    case 'Position':
      return partOfPosition(size.percentE4, side, facts);
    case 'Value':
    case 'Risk':
    case 'Equity':
      return quantityForMoney(size, side, limitE4, facts);
    default:
      return assertNever(size);
  }
}

/** The largest quantity that a sum of money buys, or that loses it at the stop, at the limit or at the other side of the quote. */
function quantityForMoney(
  size: Extract<KeySize, { by: 'Value' | 'Risk' | 'Equity' }>,
  side: OrderSide,
  limitE4: PriceE4 | null,
  facts: KeyFacts,
): Resolved<number> {
  const isBuy = side === 'Buy';
  const base = isBuy ? 'ask' : 'bid';
  const priceE4 = limitE4 ?? twiceBaseE4(base, facts) / 2;
  if (priceE4 <= 0) return err({ why: 'NoQuote', base });
  const order = { isBuy, priceE4, multiplier: facts.multiplier };
  if (size.by === 'Equity' && facts.equityE4 === null) return err({ why: 'EquityUnknown' });
  const quantity = quantityOf(ruleOf(size, order, facts), order);
  if (quantity.ok) return quantity;
  return err({ why: quantity.error === 'TooLarge' ? 'TooLarge' : 'TooSmall' });
}

function ruleOf(
  size: Extract<KeySize, { by: 'Value' | 'Risk' | 'Equity' }>,
  { isBuy, priceE4 }: { readonly isBuy: boolean; readonly priceE4: PriceE4 },
  { equityE4 }: KeyFacts,
): SizeRule {
  switch (size.by) {
    case 'Value':
      return { by: 'Value', amountE4: size.amountE4 };
    case 'Risk': {
      const stopE4 = isBuy ? priceE4 - size.distanceE4 : priceE4 + size.distanceE4;
      return { by: 'Risk', amountE4: size.amountE4, stopE4 };
    }
    case 'Equity':
      return { by: 'AccountShare', percentE4: size.percentE4, accountE4: equityE4 ?? 0 };
    default:
      return assertNever(size);
  }
}

/** A part of the position that the side reduces: a sale needs a long one, a purchase a short one. */
function partOfPosition(percentE4: number, side: OrderSide, { position }: KeyFacts): Resolved<number> {
  if (position === null) return err({ why: 'PositionUnknown' });
  const held = side === 'Buy' ? -position.quantity : position.quantity;
  if (held <= 0) return err({ why: 'NoPosition', needs: side === 'Buy' ? 'short' : 'long' });
  const quantity = Math.floor((held * percentE4) / ALL_E4);
  if (quantity < 1) return err({ why: 'TooSmall' });
  return quantity > MAX_ORDER_QUANTITY ? err({ why: 'TooLarge' }) : ok(quantity);
}

function stopToBreakEven(symbol: string, facts: KeyFacts): Resolved<KeyEffect> {
  const { position, stops, multiplier, stepE4 } = facts;
  if (position === null) return err({ why: 'PositionUnknown' });
  if (position.quantity === 0) return err({ why: 'NoPosition', needs: 'any' });
  const isLong = position.quantity > 0;
  const orderIds = stops.filter(({ isBuy }) => isBuy !== isLong).map(({ orderId }) => orderId);
  if (orderIds.length === 0) return err({ why: 'NoStop' });
  const steps = Math.abs(position.costE4) / (Math.abs(position.quantity) * multiplier * stepE4);
  // On the side of a gain: a stop at break-even that closes with a loss would not be one.
  const stopE4 = (isLong ? Math.ceil(steps) : Math.floor(steps)) * stepE4;
  if (stopE4 < stepE4) return err({ why: 'PriceTooLow' });
  // The market that closes the position.
  const base = isLong ? 'bid' : 'ask';
  const marketE4 = twiceBaseE4(base, facts) / 2;
  if (marketE4 <= 0) return err({ why: 'NoQuote', base });
  if (isLong ? marketE4 <= stopE4 : marketE4 >= stopE4) return err({ why: 'PastBreakEven', stopE4 });
  return ok({ effect: 'MoveStops', symbol, orderIds, stopE4 });
}
