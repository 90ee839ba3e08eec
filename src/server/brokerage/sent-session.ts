import { isRequested } from '../../domain/orders/core/session-orders.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { currentSessionId } from '../request-context.ts';

/** The acceptance of an order, or of a group whose order waits, with the session whose request sent it. */
export function withSession(event: OrderEvent): OrderEvent {
  if (!isOfRequest(event)) return event;
  const session = currentSessionId();
  return session === undefined ? event : { ...event, session };
}

const isOfRequest = (
  event: OrderEvent,
): event is Extract<OrderEvent, { kind: 'accepted' | 'groupAccepted' }> =>
  event.kind === 'accepted'
    ? isRequested(event.group?.role)
    : event.kind === 'groupAccepted' && event.group.kind === 'Conditional';
