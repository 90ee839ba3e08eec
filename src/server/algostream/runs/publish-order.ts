import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import type { LiveOrder } from './live-order.ts';
import { wireOrderOf } from './live-wire.ts';
import type { RunBook } from './run-book.ts';
import type { RunRecord } from './run-record.ts';

/** Stores an order of a live run as it is now, and sends it to the connections of its user. */
export function publishOrder(record: RunRecord, order: LiveOrder, book: RunBook): void {
  const { name: Name, instanceId: InstanceId } = record.key;
  const Order = wireOrderOf(order, book);
  record.putOrders([{ serial: order.serial, order: Order }]);
  const isOption = order.legs !== undefined || isOptionSymbol(order.symbol);
  record.push({
    name: isOption ? 'strategyOptionOrder' : 'strategyStockOrder',
    body: { Name, InstanceId, Account: record.account, Order },
  });
}
