import {
  accountExists,
  accountKillSwitch,
  accountLocked,
  accountLoggedIn,
  accountSignIn,
  accountStatus,
  accountViewOnly,
  closingOnly,
  guardLock,
} from './checks/account-state.ts';
import { shortable } from './checks/cover.ts';
import {
  cashAccount,
  cashPermission,
  countryPermission,
  equityPermission,
  marginPermission,
  optionPermission,
  optionsAllowed,
  shortPermission,
} from './checks/permissions.ts';
import { journalReady, serverKillSwitch } from './checks/server-state.ts';
import { symbolListed } from './checks/symbol-and-session.ts';
import { contractsPerTrade, maxOrderValue, sharesPerTrade, tradeDollars } from './checks/trade-limits.ts';
import type { RiskCheck } from './check.ts';
import { firstRefusal, type RiskRefusal } from './pipeline.ts';
import type { RiskContext } from './types.ts';

/**
 * The checks of orders that a request to exercise passes: those of server, account and permissions for the option, those of the shares
 * that it moves, and those of the size of one trade for both. Checks of price, order rate and route do not apply: nothing is traded.
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
    contractsPerTrade,
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
    guardLock,
    sharesPerTrade,
    maxOrderValue,
    tradeDollars,
  ],
} as const satisfies Readonly<Record<string, readonly RiskCheck[]>>;

/** The first objection to the option's part or the shares' part of an exercise, stated as an order; undefined when there is none. */
export function refuseExercise(
  part: keyof typeof EXERCISE_CHECKS,
  context: RiskContext,
): RiskRefusal | undefined {
  return firstRefusal(EXERCISE_CHECKS[part], context);
}
