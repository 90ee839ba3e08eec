import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const accountStatus = riskCheck({
  id: 'account-status',
  codes: [OrderError.AccountStatus],
  title: 'Account status',
  explain: 'The account is pending, suspended or closed.',
  check: ({ account }) => (account?.status === 'active' ? 0 : OrderError.AccountStatus),
});
