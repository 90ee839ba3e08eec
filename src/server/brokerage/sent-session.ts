import { isRequested } from '../../domain/orders/core/session-orders.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { currentSessionId } from '../request-context.ts';

/** The acceptance of an order with the session whose request sent it. */
export function withSession(event: OrderEvent): OrderEvent {
  if (event.kind !== 'accepted' || !isRequested(event.group?.role)) return event;
  const session = currentSessionId();
  return session === undefined ? event : { ...event, session };
}
