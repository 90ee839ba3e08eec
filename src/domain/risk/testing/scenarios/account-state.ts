import { SELL } from '../contexts.ts';
import { account, all, held, order, scenario, type Change, type Scenario } from '../scenario.ts';

const guardLocked: Change = (c) => void (c.portfolio.isGuardLocked = true);

export const ACCOUNT_STATE_SCENARIOS: readonly Scenario[] = [
  scenario(
    'account-exists',
    -36,
    'an account of another user',
    account({ userIds: ['x'] }),
    account({ userIds: ['x', 'u'] }),
  ),
  scenario(
    'account-exists',
    -36,
    'an account that does not exist',
    (c) => void Object.assign(c, { account: null }),
    () => undefined,
  ),
  scenario(
    'account-sign-in',
    -31,
    'an account barred from signing in',
    account({ canLogIn: false }),
    () => undefined,
  ),
  scenario(
    'account-logged-in',
    -23,
    'an account that is not signed in',
    (c) => void (c.session.isLoggedIn = false),
    () => undefined,
  ),
  scenario(
    'account-kill-switch',
    -43,
    'the kill switch of the account on',
    account({ isKillSwitchOn: true }),
    () => undefined,
  ),
  scenario('account-locked', -43, 'a locked account', account({ isLocked: true }), () => undefined),
  scenario('account-status', -74, 'a suspended account', account({ status: 'suspended' }), () => undefined),
  scenario('account-view-only', -72, 'a view-only account', account({ isViewOnly: true }), () => undefined),
  scenario(
    'demo-session',
    -3,
    'a demo session',
    (c) => void (c.session.isDemo = true),
    () => undefined,
  ),
  scenario(
    'closing-only',
    -4,
    'an opening order of a closing-only account',
    account({ isClosingOnly: true }),
    all(account({ isClosingOnly: true }), order(SELL), held('SPY', 100)),
  ),
  scenario(
    'guard-lock',
    -4,
    'an opening order after a guard was passed',
    guardLocked,
    all(guardLocked, order(SELL), held('SPY', 100)),
  ),
];
