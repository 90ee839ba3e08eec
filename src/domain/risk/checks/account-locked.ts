import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const accountLocked = riskCheck({
  id: 'account-locked',
  codes: [OrderError.AccountLocked],
  title: 'Account lock',
  explain: 'The account is locked.',
  check: ({ account }) => (account?.isLocked === false ? 0 : OrderError.AccountLocked),
});
