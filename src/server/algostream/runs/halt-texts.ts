import type { AccountOptionsView } from '../../brokerage/brokerage.ts';

/** Message of a run that the halt of its account stops. A dialog may show it for several runs, so it names none. */
export const HALT_TEXTS: Readonly<Record<NonNullable<AccountOptionsView['haltedBy']>, string>> = {
  Holder: 'Stopped: the account holder has stopped trading of the account.',
  Account: 'Stopped: an administrator has stopped trading of the account.',
  Server: 'Stopped: an administrator has stopped all trading.',
};
