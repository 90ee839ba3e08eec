import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const accountKillSwitch = riskCheck({
  id: 'account-kill-switch',
  codes: [OrderError.AccountLocked],
  title: 'Account kill switch',
  explain: 'The kill switch of the account is on.',
  check: ({ account }) => (account?.isKillSwitchOn === false ? 0 : OrderError.AccountLocked),
});
