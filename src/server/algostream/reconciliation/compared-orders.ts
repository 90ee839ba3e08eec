import { notionalE4, toPriceE4, type MoneyE4, type PriceE4 } from '../../../domain/money/price.ts';
import { addFees, feesOf, NO_FEES, securityOf, type Fees } from '../../../domain/portfolio/index.ts';
import type { ReconciledOrder } from '../../../domain/strategy/reconciliation-types.ts';
import type { EarlierOrder, Execution } from '../runs/earlier-orders.ts';
import type { SimulatedOrder } from '../runtime/types.ts';
import type { WireOrder } from '../service.ts';

/** An order of the run as it is stored, with its serial. */
export interface ShownOrder {
  readonly serial: number;
  readonly order: WireOrder;
}

/** An order of the live run: its terms as they are stored, and its fills of a span as the account's journal has them. */
export function comparedLive(
  { order }: ShownOrder,
  sent: EarlierOrder | undefined,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): ReconciledOrder {
  const executions = (sent?.executions ?? []).filter(({ timeMs }) => timeMs >= fromMs && timeMs <= untilMs);
  const filledQuantity = executions.reduce((sum, { quantity }) => sum + quantity, 0);
  const valueE4 = executions.reduce<MoneyE4>(
    (sum, { quantity, priceE4 }) => sum + notionalE4(priceE4, quantity),
    0,
  );
  return {
    id: order.Id,
    symbol: order.Symbol,
    sentMs: order.SentTimestamp,
    side: order.Side,
    type: order.Type,
    quantity: order.Quantity,
    priceE4: toPriceE4(order.Price),
    stopPriceE4: toPriceE4(order.StopPrice),
    status: order.Status,
    filledQuantity,
    fillPriceE4: filledQuantity === 0 ? 0 : meanE4(valueE4, filledQuantity),
    fillMs: executions.at(-1)?.timeMs ?? null,
    fees: executions.reduce<Fees>((sum, { fees }) => addFees(sum, fees), NO_FEES),
    reason: order.Reason,
    isMultiLeg: order.Legs !== undefined,
  };
}

const meanE4 = (valueE4: MoneyE4, quantity: number): PriceE4 => Math.round(valueE4 / quantity);

/** An order of the backtest, with the fees that its fill has. `ofRun`: the symbol of the run. */
export function comparedSimulated(order: SimulatedOrder, ofRun: string): ReconciledOrder {
  const isFilled = order.status === 'Filled';
  const fillPriceE4 = toPriceE4(order.fillPrice);
  const { id, side, quantity, symbol = ofRun } = order;
  return {
    id,
    symbol,
    sentMs: order.sentMs,
    side,
    type: order.type,
    quantity,
    priceE4: toPriceE4(order.price),
    stopPriceE4: toPriceE4(order.stopPrice),
    status: order.status,
    filledQuantity: isFilled ? quantity : 0,
    fillPriceE4,
    fillMs: order.fillMs,
    fees: isFilled
      ? feesOf(side, quantity, fillPriceE4, order.liquidity === 'A' ? 'A' : 'R', securityOf(symbol))
      : NO_FEES,
    reason: order.reason,
    isMultiLeg: false,
  };
}

/** The fills of an order in a symbol: of a multi-leg order those of its shares. */
export function fillsInSymbol(
  {
    side,
    symbol: ofOrder,
    legFills,
    quantity,
    priceE4,
    liquidity,
  }: Execution & { readonly side: 'Buy' | 'Sell' | 'Short'; readonly symbol: string },
  symbol: string,
): {
  readonly side: 'Buy' | 'Sell' | 'Short';
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly liquidity: 'A' | 'R';
}[] {
  if (legFills === undefined) return ofOrder === symbol ? [{ side, quantity, priceE4, liquidity }] : [];
  return legFills
    .filter((leg) => leg.symbol === symbol)
    .map((leg) => ({ side: leg.side, quantity: leg.quantity, priceE4: leg.priceE4, liquidity }));
}
