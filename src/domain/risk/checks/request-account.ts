import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';

export const requestAccount = cancelCheck({
  id: 'request-account',
  codes: [OrderError.NoAccount],
  title: 'Account of the request',
  explain: 'There is no such account, or the person who asks may not trade it.',
  check: ({ account, session, request }) =>
    account && session?.userId === request.userId && account.userIds?.includes(request.userId) === true
      ? 0
      : OrderError.NoAccount,
});
