import { toMoneyE4, toPriceE4, type Dollars } from '../../money/price.ts';
import { multiplierOfSymbol } from '../../portfolio/index.ts';
import type { OrderSide } from '../../orders/enumerations.ts';
import type { ReportFill } from './types.ts';

/** The fields of an order on the wire that its fill follows from. */
interface CountedOrder {
  readonly Symbol: string;
  readonly Status: string;
  readonly Side: OrderSide;
  /** Of the order: it may have filled in part. */
  readonly Quantity: number;
  /** What of it filled; undefined = stated by no one, or all of it. */
  readonly FilledQuantity?: number | undefined;
  /** Exchange UTC ms; null = not filled. */
  readonly FillTimestamp: number | null;
  readonly FillPrice: Dollars;
  readonly GrossAmount: Dollars;
  readonly FifoProfitLoss: Dollars;
  readonly NetProfitLoss: Dollars;
}

/** True for an order that filled, at least in part. */
export const isFilled = <Order extends CountedOrder>(
  order: Order,
): order is Order & { readonly FillTimestamp: number } =>
  order.FillTimestamp !== null && order.FillPrice !== 0;

/** A filled order of a run of a symbol, in integers. Of one that filled in part and does not state how much, the quantity follows from the money that it moved. */
export function reportFillOf(
  order: CountedOrder & { readonly FillTimestamp: number },
  runSymbol: string,
): ReportFill {
  const multiplier = multiplierOfSymbol(order.Symbol);
  const priceE4 = toPriceE4(order.FillPrice);
  const grossAmountE4 = toMoneyE4(order.GrossAmount);
  const filled =
    order.Status === 'Filled'
      ? order.Quantity
      : (order.FilledQuantity ??
        Math.min(
          order.Quantity,
          Math.max(1, Math.round(Math.abs(grossAmountE4) / (Math.abs(priceE4) * multiplier))),
        ));
  const fifoProfitE4 = toMoneyE4(order.FifoProfitLoss);
  return {
    ...(order.Symbol !== runSymbol && { symbol: order.Symbol }),
    timeMs: order.FillTimestamp,
    signedQuantity: order.Side === 'Buy' ? filled : -filled,
    priceE4,
    fifoProfitE4,
    feesE4: fifoProfitE4 - toMoneyE4(order.NetProfitLoss),
    grossAmountE4,
  };
}
