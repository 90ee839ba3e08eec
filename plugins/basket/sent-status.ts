import { translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import type { OrdersState } from '../../src/plugin-api/index.ts';
import type { RowCheck } from './basket-run.ts';

/** What has become of an order that was sent. */
export function sentStatus(clientId: string, { orders, log }: OrdersState): RowCheck {
  const report = log.find((each) => each.ClientId === clientId);
  if (report !== undefined && report.ErrorCode !== 0)
    return { tone: 'problem', text: `Rejected: ${translateOrderMessage(report.Message)}` };
  for (const order of orders.values())
    if (order.ClientId === clientId) return { tone: 'ok', text: ORDER_STATUSES[order.Status].label };
  return { tone: 'ok', text: 'Sent' };
}
