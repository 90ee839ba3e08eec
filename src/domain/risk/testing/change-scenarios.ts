import type { RefusalCode } from '../check.ts';
import { DOLLAR, NOW, SECOND, type TestChange } from './contexts.ts';

/** A change that makes one check of a cancel or replace reject, and the nearest change that passes. Both are applied to `makeChange()`, which is accepted. */
export interface ChangeScenario {
  readonly check: string;
  readonly code: RefusalCode;
  readonly title: string;
  readonly appliesTo: 'both' | 'cancel' | 'replace';
  readonly refuse: (change: TestChange) => void;
  readonly pass: (change: TestChange) => void;
}

type Change = (change: TestChange) => void;
const scenario = (
  appliesTo: ChangeScenario['appliesTo'],
  check: string,
  code: RefusalCode,
  title: string,
  refuse: Change,
  pass: Change,
): ChangeScenario => ({ appliesTo: appliesTo, check, code, title, refuse, pass });
const target =
  (change: Partial<TestChange['target']>): Change =>
  (c) =>
    void Object.assign(c.target, change);
const request =
  (change: Partial<TestChange['request']>): Change =>
  (c) =>
    void Object.assign(c.request, change);
const all =
  (...changes: readonly Change[]): Change =>
  (c) =>
    changes.forEach((change) => change(c));
/** The replacement is an order of the same strategy. */
const ofStrategy: Change = (c) => {
  c.target.strategyId = 's1';
  c.replacement.order.strategyId = 's1';
};

export const CHANGE_SCENARIOS: readonly ChangeScenario[] = [
  scenario(
    'both',
    'request-format',
    -1,
    'a request without a client id',
    request({ clientId: '' }),
    request({ clientId: 'c' }),
  ),
  scenario(
    'both',
    'order-id-given',
    -25,
    'a request that names no order',
    request({ orderId: '' }),
    request({ orderId: 'x' }),
  ),
  scenario(
    'both',
    'journal-ready',
    -14,
    'a journal that failed',
    (c) => void (c.server.isJournalReady = false),
    () => undefined,
  ),
  scenario(
    'both',
    'request-account',
    -36,
    'an account of another user',
    (c) => void (c.account.userIds = ['x']),
    () => undefined,
  ),
  scenario(
    'both',
    'account-logged-in',
    -23,
    'an account that is not signed in',
    (c) => void (c.session.isLoggedIn = false),
    () => undefined,
  ),
  scenario(
    'both',
    'account-view-only',
    -72,
    'a view-only account',
    (c) => void (c.account.isViewOnly = true),
    () => undefined,
  ),
  scenario(
    'both',
    'order-known',
    -13,
    'an order that does not exist',
    (c) => void Object.assign(c, { target: null }),
    () => undefined,
  ),
  scenario(
    'both',
    'order-known',
    -13,
    'an order of another account',
    target({ account: 'B' }),
    () => undefined,
  ),
  scenario(
    'cancel',
    'same-api-cancel',
    -83,
    'an order of an API',
    target({ apiId: 'robot' }),
    all(target({ apiId: 'robot' }), request({ apiId: 'robot' })),
  ),
  scenario(
    'replace',
    'same-api-replace',
    -84,
    'an order of an API',
    target({ apiId: 'robot' }),
    all(target({ apiId: 'robot' }), request({ apiId: 'robot' })),
  ),
  scenario(
    'both',
    'whole-strategy',
    -56,
    'one order of a strategy',
    ofStrategy,
    all(ofStrategy, request({ isWholeStrategy: true })),
  ),
  scenario(
    'both',
    'cancelled-by-market',
    -17,
    'an order that the market cancelled',
    target({ status: 'CancelledByMarket' }),
    () => undefined,
  ),
  scenario(
    'both',
    'stop-still-alive',
    -34,
    'a stop past its end',
    target({ type: 'Stop', expiresMs: NOW }),
    target({ type: 'Stop', expiresMs: NOW + 1 }),
  ),
  scenario(
    'both',
    'not-too-late',
    -19,
    'an order that is done',
    target({ status: 'Executed', filled: 100 }),
    () => undefined,
  ),
  scenario(
    'both',
    'not-too-late',
    -19,
    'a day order that expired',
    target({ status: 'Expired' }),
    () => undefined,
  ),
  scenario(
    'both',
    'not-pending',
    -20,
    'a pending cancel',
    target({ status: 'PendingCancel' }),
    target({ status: 'CancelRejected' }),
  ),
  scenario(
    'both',
    'not-too-early',
    -21,
    'an order that was not accepted yet',
    target({ status: 'Sent' }),
    target({ status: 'Pending' }),
  ),
  scenario(
    'both',
    'request-age',
    -18,
    'a request of a minute ago',
    all((c) => void (c.limits.requestTimeoutMs = 60 * SECOND), request({ sentMs: NOW - 60 * SECOND - 1 })),
    all((c) => void (c.limits.requestTimeoutMs = 60 * SECOND), request({ sentMs: NOW - 60 * SECOND })),
  ),
  scenario(
    'both',
    'venue-connected',
    -28,
    'a venue that is not connected',
    (c) => void (c.route.isConnected = false),
    () => undefined,
  ),
  scenario(
    'replace',
    'replace-quantity',
    -33,
    'no more than was filled',
    (c) => void (c.replacement.order.quantity = 40),
    (c) => void (c.replacement.order.quantity = 41),
  ),
  scenario(
    'replace',
    'replace-quantity',
    -33,
    'half a share',
    (c) => void (c.replacement.order.quantity = 50.5),
    (c) => void (c.replacement.order.quantity = 51),
  ),
  scenario(
    'replace',
    'replace-same-order',
    -15,
    'another symbol',
    (c) => void (c.replacement.order.symbol = 'QQQ'),
    () => undefined,
  ),
  scenario(
    'replace',
    'replace-same-order',
    -15,
    'another route',
    (c) => void (c.replacement.order.route = 'IEX'),
    () => undefined,
  ),
  scenario(
    'replace',
    'buying-power',
    -26,
    'more than what is free and what the order held',
    (c) => void Object.assign(c.replacement.portfolio, { buyingPowerE4: 9_999 * DOLLAR }),
    (c) => void Object.assign(c.replacement.portfolio, { buyingPowerE4: 10_000 * DOLLAR }),
  ),
  scenario(
    'replace',
    'long-shares',
    -7,
    'more shares than the position may have',
    (c) => void (c.replacement.limits.maxLongShares = 199),
    (c) => void (c.replacement.limits.maxLongShares = 200),
  ),
  scenario(
    'replace',
    'price-step',
    -47,
    'half a cent',
    (c) => void (c.replacement.order.priceE4 = 999_950),
    (c) => void (c.replacement.order.priceE4 = 999_900),
  ),
];
