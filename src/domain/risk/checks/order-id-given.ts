import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';

export const orderIdGiven = cancelCheck({
  id: 'order-id-given',
  codes: [OrderError.NoOrderId],
  title: 'Order id is given',
  explain: 'The request names no order.',
  check: ({ request }) => (request.orderId ? 0 : OrderError.NoOrderId),
});
