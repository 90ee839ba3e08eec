import { accountExists } from './checks/account-exists.ts';
import { accountKillSwitch } from './checks/account-kill-switch.ts';
import { accountLocked } from './checks/account-locked.ts';
import { accountLoggedIn } from './checks/account-logged-in.ts';
import { accountSignIn } from './checks/account-sign-in.ts';
import { accountStatus } from './checks/account-status.ts';
import { accountViewOnly } from './checks/account-view-only.ts';
import { cashAccount } from './checks/cash-account.ts';
import { cashPermission } from './checks/cash-permission.ts';
import { closingOnly } from './checks/closing-only.ts';
import { countryPermission } from './checks/country-permission.ts';
import { equityPermission } from './checks/equity-permission.ts';
import { journalReady } from './checks/journal-ready.ts';
import { marginPermission } from './checks/margin-permission.ts';
import { optionPermission } from './checks/option-permission.ts';
import { optionsAllowed } from './checks/options-allowed.ts';
import { serverKillSwitch } from './checks/server-kill-switch.ts';
import { shortPermission } from './checks/short-permission.ts';
import { shortable } from './checks/shortable.ts';
import { symbolListed } from './checks/symbol-listed.ts';
import type { RiskCheck } from './check.ts';
import { firstRefusal, type RiskRefusal } from './pipeline.ts';
import type { RiskContext } from './types.ts';

/**
 * The checks of orders that a request to exercise passes: those of server, account and permissions for the option, those of the shares
 * that it moves. Checks of price, size, pace and route do not apply: nothing is traded.
 */
const EXERCISE_CHECKS = {
  option: [
    serverKillSwitch,
    journalReady,
    accountExists,
    accountSignIn,
    accountLoggedIn,
    accountKillSwitch,
    accountLocked,
    accountStatus,
    accountViewOnly,
    optionPermission,
    optionsAllowed,
  ],
  shares: [
    equityPermission,
    symbolListed,
    countryPermission,
    cashAccount,
    cashPermission,
    marginPermission,
    shortPermission,
    shortable,
    closingOnly,
  ],
} as const satisfies Readonly<Record<string, readonly RiskCheck[]>>;

/** The first objection to the option's part or the shares' part of an exercise, stated as an order; undefined when there is none. */
export function refuseExercise(
  part: keyof typeof EXERCISE_CHECKS,
  context: RiskContext,
): RiskRefusal | undefined {
  return firstRefusal(EXERCISE_CHECKS[part], context);
}
