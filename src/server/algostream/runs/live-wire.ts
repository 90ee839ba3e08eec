import { fromE4 } from '../../../domain/money/price.ts';
import type { OrderLeg } from '../../../domain/orders/legs.ts';
import type { WireOrder } from '../service.ts';
import { fillPriceOf, type LiveOrder } from './live-order.ts';
import { feesToWire, type RunBook } from './run-book.ts';

const legToWire = ({ symbol, side, ratio }: OrderLeg) => ({ Symbol: symbol, Side: side, Ratio: ratio });

/** A live order as it is shown, with the run's figures as of its last fill. */
export function wireOrderOf(order: LiveOrder, book: RunBook): WireOrder {
  return {
    ...book.figuresOf(order.clientId),
    Id: order.clientId,
    Status: order.status,
    SentTimestamp: order.sentMs,
    Symbol: order.symbol,
    Side: order.side,
    Type: order.type,
    Quantity: order.quantity,
    Price: fromE4(order.priceE4),
    StopPrice: fromE4(order.stopPriceE4),
    FillPrice: fillPriceOf(order),
    FillTimestamp: order.fillMs,
    Liquidity: order.liquidity,
    Reason: order.reason,
    ...(order.legs === undefined ? {} : { Legs: order.legs.map(legToWire) }),
    ...feesToWire(order.fees),
  };
}
