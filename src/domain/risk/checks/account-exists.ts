import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const accountExists = riskCheck({
  id: 'account-exists',
  codes: [OrderError.NoAccount],
  title: 'Account',
  explain: 'There is no such account, or the person who sends may not trade it.',
  check: ({ account, session, order }) =>
    account && session?.userId === order.userId && account.userIds?.includes(order.userId) === true
      ? 0
      : OrderError.NoAccount,
});
