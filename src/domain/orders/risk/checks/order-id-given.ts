import { cancelCheck } from '../check.ts';

export const orderIdGiven = cancelCheck({
  id: 'order-id-given',
  codes: [-25],
  title: 'Order id is given',
  explain: 'The request names no order.',
  check: ({ request }) => (request.orderId ? 0 : -25),
});
