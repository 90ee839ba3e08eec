import type { KeyFacts, KeyStop } from '../../src/domain/hotkeys/index.ts';
import { toMoneyE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { isWorking } from '../../src/domain/orders/open-orders.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { multiplierOfSymbol } from '../../src/domain/portfolio/instruments.ts';
import {
  type ToolPlatform,
  type WireOrder,
  accountValueOf,
  heldQuantity,
  readMarket,
} from '../../src/plugin-api/index.ts';
import type { HotkeyTarget } from './hotkey-list.ts';
import { MIN_PRICE } from './ticket.ts';

/** Without an Order Entry window there is nothing to read of a symbol. */
const NO_SYMBOL = {
  symbol: null,
  ticketQuantity: 0,
  multiplier: 1,
  quote: { bidE4: 0, askE4: 0, lastE4: 0, isCurrent: false },
  position: null,
  stops: [],
} as const;

/** What the keys are resolved against now. */
export function keyFacts(platform: ToolPlatform, target: HotkeyTarget | null): KeyFacts {
  const value = accountValueOf(platform);
  const shared = {
    stepE4: toPriceE4(MIN_PRICE),
    equityE4: value === null ? null : toMoneyE4(value),
  };
  if (target === null) return { ...NO_SYMBOL, ...shared };
  const { symbol, quantity } = target;
  const { bid, ask, last, isStale, ageMs } = readMarket(platform, symbol);
  return {
    ...shared,
    symbol,
    ticketQuantity: quantity,
    multiplier: multiplierOfSymbol(symbol),
    quote: {
      bidE4: toPriceE4(bid),
      askE4: toPriceE4(ask),
      lastE4: toPriceE4(last),
      isCurrent: !isStale && ageMs !== null,
    },
    position: positionOf(platform, symbol),
    stops: [...platform.orders.get().orders.values()].flatMap((order) => movableStop(order, symbol)),
  };
}

/** Null while the positions are not loaded, and where they are kept by another broker. */
function positionOf({ orders, tradingApi }: ToolPlatform, symbol: string): KeyFacts['position'] {
  const { isLoaded, positions } = orders.get();
  if (!isLoaded || tradingApi.get().capabilities.lacks.positions !== undefined) return null;
  const position = positions.get(symbol);
  return position === undefined
    ? { quantity: 0, costE4: 0 }
    : { quantity: heldQuantity(position), costE4: toMoneyE4(position.FifoCost) };
}

/** The market moves a trailing stop, and the price of a combination is about its legs. */
function movableStop(order: WireOrder, symbol: string): readonly KeyStop[] {
  const isStop =
    ORDER_TYPES[order.Type].takesStopPrice && order.StopPrice > 0 && order.StopType !== 'Trailing';
  const isChanging = ORDER_STATUSES[order.Status].stage === 'changing';
  if (order.Symbol !== symbol || order.Legs !== undefined || !isStop || isChanging || !isWorking(order))
    return [];
  return [{ orderId: order.OrderId, isBuy: order.Side === 'Buy' }];
}
