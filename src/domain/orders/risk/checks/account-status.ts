import { riskCheck } from '../check.ts';

export const accountStatus = riskCheck({
  id: 'account-status',
  codes: [-74],
  title: 'Account status',
  explain: 'The account is pending, suspended or closed.',
  check: ({ account }) => (account?.status === 'active' ? 0 : -74),
});
