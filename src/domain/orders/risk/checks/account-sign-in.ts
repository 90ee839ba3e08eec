import { riskCheck } from '../check.ts';

export const accountSignIn = riskCheck({
  id: 'account-sign-in',
  codes: [-31],
  title: 'Account may sign in',
  explain: 'The account is barred from signing in.',
  check: ({ account }) => (account?.canLogIn === true ? 0 : -31),
});
