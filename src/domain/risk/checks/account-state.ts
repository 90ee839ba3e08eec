/** Checks of the account and of the session that sends: who it is, and whether it may trade at all at the moment. */
import { OrderError } from '../../orders/errors.ts';
import { cancelCheck, riskCheck, sharedCheck, type SharedContext } from '../check.ts';
import { isReducing } from '../exposure.ts';
import type { RiskContext } from '../types.ts';

const mayTrade = (
  { account, session }: Pick<SharedContext, 'account' | 'session'>,
  userId: string,
): boolean => session?.userId === userId && account?.userIds?.includes(userId) === true;

/** Refuses an order for an account that the signed-in user does not hold. An unknown account and a foreign one get the same answer, so that accounts cannot be probed. */
export const accountExists = riskCheck({
  id: 'account-exists',
  codes: [OrderError.NoAccount],
  title: 'Account',
  explain: 'The account does not exist, or the user may not trade it.',
  check: (context) => (mayTrade(context, context.order.userId) ? 0 : OrderError.NoAccount),
});

/** Refuses a cancel or replace for an account that the signed-in user does not hold, known or not. */
export const requestAccount = cancelCheck({
  id: 'request-account',
  codes: [OrderError.NoAccount],
  title: 'Account of the request',
  explain: 'The account does not exist, or the user may not trade it.',
  check: (context) => (mayTrade(context, context.request.userId) ? 0 : OrderError.NoAccount),
});

/** Refuses orders of an account that is barred from signing in: a session that is still open must not trade for it. */
export const accountSignIn = riskCheck({
  id: 'account-sign-in',
  codes: [OrderError.AccountCannotLogIn],
  title: 'Account may sign in',
  explain: 'The account is barred from signing in.',
  check: ({ account }) => (account?.canLogIn === true ? 0 : OrderError.AccountCannotLogIn),
});

/** Refuses orders and requests of a session without a sign-in to the account, whose sender cannot be established. */
export const accountLoggedIn = sharedCheck({
  id: 'account-logged-in',
  codes: [OrderError.NotLoggedIn],
  title: 'Account is signed in',
  explain: 'The account is not signed in on this session.',
  check: ({ session }) => (session?.isLoggedIn === true ? 0 : OrderError.NotLoggedIn),
});

/** A stopped account may still get rid of its positions: an order of a flatten that only reduces one passes. */
const closesForFlatten = (context: RiskContext): boolean => context.isFlatten === true && isReducing(context);

/** Refuses orders while the kill switch of the account is set. Cancels and flattens stay possible, so that exposure can still be reduced. */
export const accountKillSwitch = riskCheck({
  id: 'account-kill-switch',
  codes: [OrderError.AccountLocked],
  title: 'Account kill switch',
  explain: 'The kill switch of the account is on, and the order does not close a position for a flatten.',
  check: (context) =>
    context.account?.isKillSwitchOn === false || closesForFlatten(context) ? 0 : OrderError.AccountLocked,
});

/** Refuses orders of a locked account. An unknown lock counts as locked. */
export const accountLocked = riskCheck({
  id: 'account-locked',
  codes: [OrderError.AccountLocked],
  title: 'Account lock',
  explain: 'The account is locked, and the order does not close a position for a flatten.',
  check: (context) =>
    context.account?.isLocked === false || closesForFlatten(context) ? 0 : OrderError.AccountLocked,
});

/** Refuses orders of an account that is pending, suspended or closed: only an active account is approved for trading. */
export const accountStatus = riskCheck({
  id: 'account-status',
  codes: [OrderError.AccountStatus],
  title: 'Account status',
  explain: 'The account is pending, suspended or closed.',
  check: ({ account }) => (account?.status === 'active' ? 0 : OrderError.AccountStatus),
});

/** Refuses orders, cancels and replaces of an account that its user may only view. */
export const accountViewOnly = sharedCheck({
  id: 'account-view-only',
  codes: [OrderError.ViewOnly],
  title: 'View only',
  explain: 'The account may be viewed but not traded.',
  check: ({ account }) => (account?.isViewOnly === false ? 0 : OrderError.ViewOnly),
});

/** Refuses orders of a demo session, whose account exists only for its minutes and may not trade. */
export const demoSession = riskCheck({
  id: 'demo-session',
  codes: [OrderError.NotPermitted],
  title: 'Demo session',
  explain: 'The session is a demo.',
  check: ({ session }) => (session?.isDemo === false ? 0 : OrderError.NotPermitted),
});

/** Refuses an order that opens or enlarges a position after a guard of the account was passed. Unlike the other locks, it ends with the session. */
export const guardLock = riskCheck({
  id: 'guard-lock',
  codes: [OrderError.ClosingOnly],
  title: 'Guard lock',
  explain:
    "An opening order after the account's guard for daily loss or drawdown was passed in this session.",
  check: (context) =>
    context.portfolio?.isGuardLocked === false || isReducing(context) ? 0 : OrderError.ClosingOnly,
  detail: ({ portfolio }) =>
    portfolio?.isGuardLocked === true
      ? 'A guard has locked the account until the next trading day.'
      : undefined,
});

/** Refuses an order that opens or enlarges a position in an account restricted to closing. Orders that only reduce a position pass. */
export const closingOnly = riskCheck({
  id: 'closing-only',
  codes: [OrderError.ClosingOnly],
  title: 'Closing only',
  explain: 'An opening order in an account that may only close positions.',
  check: (context) =>
    context.account?.isClosingOnly === false || isReducing(context) ? 0 : OrderError.ClosingOnly,
});
