import { formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderType, ReportType } from '../../src/domain/orders/enumerations.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';

/** What each report means for the order. */
export const REPORT_MEANINGS: Readonly<Record<ReportType, string>> = {
  OrderAccepted: 'The order server accepted the order and journaled it.',
  OrderAcceptRejected: 'The order server did not accept the order.',
  OrderRejected: 'The order failed a check. It is not in the market.',
  GatewayRejected: 'The order did not reach the order server.',
  OrderCancelAccepted: 'The cancel was accepted. The order may still fill until the cancel is confirmed.',
  OrderCancelPending: 'The cancel was sent to the market. The order may still fill.',
  OrderCancelRejected: 'The cancel was rejected. The order is unchanged.',
  OrderCancelAcceptRejected: 'The order server did not accept the cancel. The order is unchanged.',
  OrderConfirmed: 'The order is working in the market.',
  OrderExecuted: 'The order traded.',
  OrderReplaced: 'The order is working on its new terms.',
  OrderCanceled: 'The unfilled part of the order was cancelled.',
  OrderExpired: 'The order expired.',
  OrderStopped: 'The stop was triggered. The order is in the market now.',
  OrderBusted: 'The trade was busted: it counts as if it had never been made.',
  OrderCorrected: 'The trade was corrected. These figures apply.',
  NothingDone: 'Nothing traded. The order is still open.',
  DoneForDay: 'Done for the day. The order is still open.',
};

/** What the meaning of a confirmation depends on. */
interface StopFacts {
  readonly OrderType: OrderType;
  readonly StopPrice?: number | undefined;
}

/**
 * Meaning of a confirmation of an order whose stop has not been triggered; undefined for an order that is working.
 * @param before stop price of the report before, dollars
 */
export function waitingStopText(
  { OrderType: type, StopPrice: stop }: StopFacts,
  before: number | undefined,
  hasFired: boolean,
): string | undefined {
  if (hasFired || !ORDER_TYPES[type].takesStopPrice) return undefined;
  if (stop === undefined || stop <= 0) return 'The trailing stop waits for a first trade to follow.';
  return before === undefined || before <= 0 || before === stop
    ? `The order waits for its stop at ${formatPrice(stop)}.`
    : `The stop moved to ${formatPrice(stop)}.`;
}

export const REPLACE_REJECTED_TEXT = 'The replacement was rejected. The order is unchanged.';
