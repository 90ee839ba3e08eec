import type { LoggedFill, LoggedOrder, LoggedRecord } from '../../../domain/strategy/order-log.ts';
import type { BacktestEvents, SimulatedFill, SimulatedOrder } from './types.ts';

/**
 * Passes the records of a backtest on in their order: orders that follow one another at once. `symbols`: those that the run may trade, that of the run first.
 * Returns false for an order that is not done or a symbol that is none of them; nothing is passed on then.
 */
export function reportRecords(
  records: readonly LoggedRecord[],
  symbols: readonly string[],
  events: BacktestEvents,
): boolean {
  const simulated = records.map((record) =>
    record.kind === 'order' ? simulatedOrder(record.order, symbols) : undefined,
  );
  if (simulated.includes(null) || records.some((record) => !(symbolIndexOf(record) < symbols.length)))
    return false;
  let orders: SimulatedOrder[] = [];
  const flush = (): void => {
    if (orders.length > 0) events.onOrders?.(orders);
    orders = [];
  };
  for (const [at, record] of records.entries()) {
    const order = simulated[at];
    if (order) orders.push(order);
    else flush();
    if (record.kind === 'fill') events.onFill?.(simulatedFill(record.fill, symbols));
    if (record.kind === 'borrow')
      events.onBorrow?.(record.borrow.amountE4, otherSymbol(symbols, record.borrow.symbolIndex));
    if (record.kind === 'price') {
      const { symbolIndex, priceE4 } = record.price;
      events.onLastPrice?.(symbols[symbolIndex] ?? '', priceE4);
    }
  }
  flush();
  return true;
}

function symbolIndexOf(record: LoggedRecord): number {
  switch (record.kind) {
    case 'order':
      return record.order.symbolIndex;
    case 'fill':
      return record.fill.symbolIndex;
    case 'borrow':
      return record.borrow.symbolIndex;
    case 'price':
      return record.price.symbolIndex;
  }
}

/** Undefined for the symbol of the run. */
const otherSymbol = (symbols: readonly string[], index: number): string | undefined =>
  index === 0 ? undefined : symbols[index];

const simulatedFill = (
  { number, symbolIndex, ...fill }: LoggedFill,
  symbols: readonly string[],
): SimulatedFill => ({ ...fill, symbol: otherSymbol(symbols, symbolIndex), orderId: String(number) });

/** An order of the log in the form of the contract; null for one that is not done. */
function simulatedOrder(order: LoggedOrder, symbols: readonly string[]): SimulatedOrder | null {
  const { status, fillMs, fillPrice, liquidity } = order;
  if (status === 'Sent' || status === 'PartiallyFilled') return null;
  const isFilled = status === 'Filled';
  if (isFilled && (fillMs === null || !(fillPrice > 0))) return null;
  const symbol = otherSymbol(symbols, order.symbolIndex);
  return {
    id: String(order.number),
    ...(symbol !== undefined && { symbol }),
    status,
    side: order.side,
    type: order.type,
    quantity: order.quantity,
    price: order.price,
    stopPrice: order.stop,
    fillPrice: isFilled ? fillPrice : 0,
    liquidity: isFilled ? liquidity : '',
    sentMs: order.sentMs,
    fillMs: isFilled ? fillMs : null,
    reason: order.reason,
    ...(order.isExit && { isExit: true }),
  };
}
