import { riskCheck } from '../check.ts';

export const accountLocked = riskCheck({
  id: 'account-locked',
  codes: [-43],
  title: 'Account lock',
  explain: 'The account is locked.',
  check: ({ account }) => (account?.isLocked === false ? 0 : -43),
});
