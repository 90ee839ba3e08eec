import type { OrderSide, OrderSource, OrderType, TimeInForce } from '../enumerations.ts';
import { ORDER_TYPES } from '../order-types.ts';

/** Order types of Alpaca. */
export const ALPACA_ORDER_TYPES = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const;
/** An order type of Alpaca. */
export type AlpacaOrderType = (typeof ALPACA_ORDER_TYPES)[number];
/** Times in force of Alpaca; `opg` and `cls` are the auctions. */
export const ALPACA_TIMES_IN_FORCE = ['day', 'gtc', 'opg', 'cls', 'ioc', 'fok'] as const;
/** A time in force of Alpaca. */
export type AlpacaTimeInForce = (typeof ALPACA_TIMES_IN_FORCE)[number];
/** Sides of Alpaca: a sale without a position is a short sale. */
export const ALPACA_SIDES = ['buy', 'sell'] as const;
/** A side of Alpaca. */
export type AlpacaSide = (typeof ALPACA_SIDES)[number];
/** What an order does to the position, stated so that Alpaca rejects it instead of doing the opposite. */
export const ALPACA_POSITION_INTENTS = [
  'buy_to_open',
  'buy_to_close',
  'sell_to_open',
  'sell_to_close',
] as const;
/** A position intent of Alpaca. */
export type AlpacaPositionIntent = (typeof ALPACA_POSITION_INTENTS)[number];

const TYPES: Readonly<Partial<Record<OrderType, AlpacaOrderType>>> = {
  Market: 'market',
  Limit: 'limit',
  Stop: 'stop',
  StopLimit: 'stop_limit',
  MarketOnClose: 'market',
  LimitOnClose: 'limit',
};
const TIMES: Readonly<Partial<Record<TimeInForce, AlpacaTimeInForce>>> = {
  Day: 'day',
  GoodTillCancel: 'gtc',
  AtOpening: 'opg',
  ImmediateOrCancel: 'ioc',
  FillOrKill: 'fok',
  // A day order that also trades outside of regular hours.
  GoodTillCrossing: 'day',
};

/** Alpaca's type of an order; undefined for one that it does not have. A trailing stop has no limit. */
export function alpacaType(type: OrderType, isTrailing: boolean): AlpacaOrderType | undefined {
  if (isTrailing) return type === 'Stop' ? 'trailing_stop' : undefined;
  return TYPES[type];
}

/** Alpaca's time in force; undefined for one that it does not have. Orders on close are day orders here, and have a time of their own there. */
export function alpacaTimeInForce(type: OrderType, tif: TimeInForce): AlpacaTimeInForce | undefined {
  if (!ORDER_TYPES[type].isClosingAuction) return TIMES[tif];
  return tif === 'Day' ? 'cls' : undefined;
}

/** The side and the intent of an order. A purchase that covers says so. */
export function alpacaSide(
  side: OrderSide,
  source: OrderSource,
): { readonly side: AlpacaSide; readonly position_intent?: AlpacaPositionIntent } {
  switch (side) {
    case 'Buy':
      return source === 'Cover' ? { side: 'buy', position_intent: 'buy_to_close' } : { side: 'buy' };
    case 'Sell':
      return { side: 'sell', position_intent: 'sell_to_close' };
    case 'Short':
      return { side: 'sell', position_intent: 'sell_to_open' };
  }
}

/** The product's side of an order read back. Without an intent a sale counts as that of a position: Alpaca does not say. */
export function sideOfAlpaca(
  side: string,
  intent: string | undefined,
): { readonly side: OrderSide; readonly source: OrderSource } | undefined {
  if (side === 'buy') return { side: 'Buy', source: intent === 'buy_to_close' ? 'Cover' : 'Open' };
  if (side !== 'sell') return undefined;
  return intent === 'sell_to_open' ? { side: 'Short', source: 'Open' } : { side: 'Sell', source: 'Close' };
}

const TYPES_READ: ReadonlyMap<string, OrderType> = new Map([
  ['market', 'Market'],
  ['limit', 'Limit'],
  ['stop', 'Stop'],
  ['stop_limit', 'StopLimit'],
  ['trailing_stop', 'Stop'],
] as const);
const TIMES_READ: ReadonlyMap<string, TimeInForce> = new Map([
  ['day', 'Day'],
  ['gtc', 'GoodTillCancel'],
  ['opg', 'AtOpening'],
  ['cls', 'Day'],
  ['ioc', 'ImmediateOrCancel'],
  ['fok', 'FillOrKill'],
] as const);

/** Type and time in force of an order read back; a type that the product does not know shows as Market, a time as Day. */
export function termsOfAlpaca(
  type: string,
  tif: string,
  isExtended: boolean,
): { readonly type: OrderType; readonly tif: TimeInForce } {
  const read = TYPES_READ.get(type) ?? 'Market';
  if (tif === 'cls' && read === 'Market') return { type: 'MarketOnClose', tif: 'Day' };
  if (tif === 'cls' && read === 'Limit') return { type: 'LimitOnClose', tif: 'Day' };
  return {
    type: read,
    tif: isExtended && tif === 'day' ? 'GoodTillCrossing' : (TIMES_READ.get(tif) ?? 'Day'),
  };
}
