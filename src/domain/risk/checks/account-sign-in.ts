import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const accountSignIn = riskCheck({
  id: 'account-sign-in',
  codes: [OrderError.AccountCannotLogIn],
  title: 'Account may sign in',
  explain: 'The account is barred from signing in.',
  check: ({ account }) => (account?.canLogIn === true ? 0 : OrderError.AccountCannotLogIn),
});
