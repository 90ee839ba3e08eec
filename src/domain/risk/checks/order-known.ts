import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';

export const orderKnown = cancelCheck({
  id: 'order-known',
  codes: [OrderError.UnknownOrder],
  title: 'Known order',
  explain:
    'No order of the account has this id; an order of another account is as unknown as one that never was.',
  check: ({ target, request }) =>
    target && target.account === request.account ? 0 : OrderError.UnknownOrder,
});
