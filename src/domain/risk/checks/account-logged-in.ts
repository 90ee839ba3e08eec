import { OrderError } from '../../orders/errors.ts';
import { sharedCheck } from '../check.ts';

export const accountLoggedIn = sharedCheck({
  id: 'account-logged-in',
  codes: [OrderError.NotLoggedIn],
  title: 'Account is signed in',
  explain: 'The account is not signed in on this session.',
  check: ({ session }) => (session?.isLoggedIn === true ? 0 : OrderError.NotLoggedIn),
});
