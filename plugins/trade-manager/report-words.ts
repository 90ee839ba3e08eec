import { formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderType, ReportType } from '../../src/domain/orders/enumerations.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';

/** What each report means, in plain words. */
export const REPORT_WORDS: Readonly<Record<ReportType, string>> = {
  OrderAccepted: 'The server took the order and wrote it down.',
  OrderAcceptRejected: 'The server did not take the order.',
  OrderRejected: 'The order was checked and refused. Nothing of it is in the market.',
  GatewayRejected: 'The order did not get as far as the order server.',
  OrderCancelAccepted: 'The cancel was taken; the order may still fill until it is through.',
  OrderCancelPending: 'The cancel is on its way to the market; the order may still fill.',
  OrderCancelRejected: 'The cancel was refused. The order is as it was.',
  OrderCancelAcceptRejected: 'The server did not take the cancel. The order is as it was.',
  OrderConfirmed: 'The order works in the market.',
  OrderExecuted: 'The market traded with the order.',
  OrderReplaced: 'The order now works on its new terms.',
  OrderCanceled: 'What was left of the order was taken out of the market.',
  OrderExpired: 'The time of the order ran out.',
  OrderStopped: 'The stop was reached: the order is in the market now.',
  OrderBusted: 'The trade was taken back: it counts as if it had not been.',
  OrderCorrected: 'The trade was corrected: it counts with these figures.',
  NothingDone: 'Nothing traded; the order waits on.',
  DoneForDay: 'Done for the day; the order waits on.',
};
/** What the words of an order's confirmation hang on. */
interface StopFacts {
  readonly OrderType: OrderType;
  readonly StopPrice?: number | undefined;
}

/** A confirmation of an order whose stop waits, `before` being where the stop stood at the report before; undefined for an order that works. */
export function waitingStopWords(
  { OrderType: type, StopPrice: stop }: StopFacts,
  before: number | undefined,
  hasFired: boolean,
): string | undefined {
  if (hasFired || !ORDER_TYPES[type].takesStopPrice) return undefined;
  if (stop === undefined || stop <= 0) return 'The stop waits for the first trade that it can follow.';
  return before === undefined || before <= 0 || before === stop
    ? `The order is in place, its stop at ${formatPrice(stop)}.`
    : `The stop moved to ${formatPrice(stop)}.`;
}
export const REPLACE_REFUSED_WORDS = 'The change was refused. The order works on as it was.';
