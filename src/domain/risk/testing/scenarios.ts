import { ALL_ROUTE_PERMISSIONS, RoutePermissionBit } from '../../orders/route-permissions.ts';
import type { RefusalCode } from '../check.ts';
import {
  CALL,
  DOLLAR,
  hold,
  makeOption,
  NOW,
  PUT,
  rest,
  SECOND,
  SELL,
  SHORT,
  type TestContext,
} from './contexts.ts';

/** One check of a new order: what makes it refuse, and the nearest thing that it lets pass. Both start from `makeContext()`. */
export interface Scenario {
  readonly check: string;
  readonly code: RefusalCode;
  readonly what: string;
  readonly refuse: (context: TestContext) => void;
  readonly pass: (context: TestContext) => void;
}

// Every context gets values of its own: tests spoil what they are given.
type Change = (context: TestContext) => void;
const scenario = (
  check: string,
  code: RefusalCode,
  what: string,
  refuse: Change,
  pass: Change,
): Scenario => ({ check, code, what, refuse, pass });
const order =
  (change: Partial<TestContext['order']>): Change =>
  (c) =>
    void Object.assign(c.order, structuredClone(change));
const account =
  (change: Partial<TestContext['account']>): Change =>
  (c) =>
    void Object.assign(c.account, structuredClone(change));
const limit =
  (change: Partial<TestContext['limits']>): Change =>
  (c) =>
    void Object.assign(c.limits, structuredClone(change));
const all =
  (...changes: readonly Change[]): Change =>
  (c) =>
    changes.forEach((change) => change(c));
const held =
  (symbol: string, quantity: number): Change =>
  (c) =>
    hold(c, symbol, quantity);
const option =
  (change: Partial<TestContext['order']> = {}): Change =>
  (c) =>
    makeOption(c, change);
const write = (symbol: string, change: Partial<TestContext['order']> = {}): Change =>
  option({ symbol, side: 'Sell', source: 'Open', ...change });
/** The account is approved for every option strategy but this one. */
const without = (bit: number): Change => account({ optionMask: 63 - bit });
const STOP = { type: 'Stop', priceE4: 0, stopPriceE4: 101 * DOLLAR } as const;
/** A stop limit order that takes the place of another one. */
const replacesStop =
  (isTriggered: boolean): Change =>
  (c) => {
    Object.assign(c.order, { type: 'StopLimit', stopPriceE4: 99 * DOLLAR });
    c.replaced = { side: 'Buy', filled: 0, leaves: 0, reservedE4: 0, isTriggered };
  };
const recent =
  (timeMs: number, change: Partial<TestContext['portfolio']['recentOrders'][number]> = {}): Change =>
  (c) =>
    void c.portfolio.recentOrders.push({
      symbol: 'SPY',
      side: 'Buy',
      type: 'Limit',
      quantity: 100,
      priceE4: 100 * DOLLAR,
      stopPriceE4: 0,
      wasRefused: false,
      isChange: false,
      timeMs,
      ...change,
    });

const BANDS: TestContext['limits']['priceCollars'][number] = [
  { upToE4: 25 * DOLLAR, basisPoints: 2_000 },
  { upToE4: 50 * DOLLAR, basisPoints: 1_000 },
  { upToE4: null, basisPoints: 300 },
];
const lastAt =
  (dollars: number): Change =>
  (c) =>
    void (c.market.lastE4 = dollars * DOLLAR);

export const SCENARIOS: readonly Scenario[] = [
  scenario(
    'message-format',
    -1,
    'a side that is none',
    (c) => void Object.assign(c.order, { side: 'Sideways' }),
    order({ ...SHORT }),
  ),
  scenario(
    'message-format',
    -1,
    'a number sent as text',
    (c) => void Object.assign(c.order, { quantity: '100' }),
    order({ quantity: 1 }),
  ),
  scenario(
    'order-format',
    -2,
    'a quantity that is not a number',
    order({ quantity: Number.NaN }),
    order({ quantity: 1 }),
  ),
  scenario(
    'order-format',
    -2,
    'a trailing stop without an offset',
    order({ ...STOP, stopPriceE4: 0, stopType: 'Trailing' }),
    order({ ...STOP, stopPriceE4: 0, stopType: 'Trailing', offsetType: 'Percent', offsetE4: 15_000 }),
  ),
  scenario(
    'order-format',
    -2,
    'a date for a day order',
    order({ goodTillMs: NOW + SECOND }),
    order({ tif: 'GoodTillDate', goodTillMs: NOW + SECOND }),
  ),
  scenario(
    'server-kill-switch',
    -3,
    'the switch thrown',
    (c) => void (c.server.isKillSwitchOn = true),
    () => undefined,
  ),
  scenario(
    'journal-ready',
    -14,
    'a journal that failed',
    (c) => void (c.server.isJournalReady = false),
    () => undefined,
  ),
  scenario(
    'account-exists',
    -36,
    "somebody else's account",
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
    "the account's switch thrown",
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
  scenario('tradable-symbol', -3, 'an index', order({ symbol: '$SPX' }), order({ symbol: 'SPX' })),
  scenario(
    'equity-permission',
    -80,
    'no permission for stocks',
    account({ permissionMask: 2 }),
    account({ permissionMask: 1 }),
  ),
  scenario(
    'option-permission',
    -81,
    'no permission for options',
    all(option(), account({ permissionMask: 1 })),
    all(option(), account({ permissionMask: 2 })),
  ),
  scenario(
    'future-permission',
    -82,
    'no permission for futures',
    all(order({ symbol: '/ES' }), account({ permissionMask: 1 })),
    account({ permissionMask: 1 }),
  ),
  scenario(
    'future-permission',
    -82,
    'a future that looks like a stock',
    all((c) => void (c.instrument.securityType = 'Future'), account({ permissionMask: 1 })),
    account({ permissionMask: 1 }),
  ),
  scenario(
    'options-allowed',
    -10,
    'no approval for options',
    all(option(), account({ optionMask: 0 })),
    all(option(), account({ optionMask: 2 })),
  ),
  scenario(
    'options-allowed',
    -10,
    'a symbol as long as an option has',
    all(order({ symbol: 'ABCDEFGHIJKLMN' }), account({ optionMask: 0 })),
    all(order({ symbol: 'ABCDEFGHIJKLM' }), account({ optionMask: 0 })),
  ),
  scenario(
    'known-route',
    -52,
    'a route that nobody offers',
    (c) => void Object.assign(c, { route: null }),
    () => undefined,
  ),
  scenario(
    'route-permission',
    -76,
    'a route that the account may not use',
    order({ route: 'IEX' }),
    all(order({ route: 'IEX' }), account({ routes: ['SMART/IEX'] })),
  ),
  scenario(
    'route-permission',
    -76,
    'an option on a route for stocks',
    all(option(), (c) => void (c.route.takesOptions = false)),
    option(),
  ),
  scenario(
    'route-permission',
    -76,
    'a stock order to a destination where the account may send options only',
    account({ destinations: { SMART: RoutePermissionBit.Option } }),
    account({ destinations: { SMART: RoutePermissionBit.Stock } }),
  ),
  scenario(
    'route-permission',
    -76,
    'an option order to a destination that the account has no permission for',
    all(option(), account({ destinations: {} })),
    all(option(), account({ destinations: { SMART: ALL_ROUTE_PERMISSIONS } })),
  ),
  scenario(
    'stop-support',
    -55,
    'a stop that may not wait',
    order({ ...STOP, tif: 'ImmediateOrCancel' }),
    order({ ...STOP, tif: 'GoodTillCancel' }),
  ),
  scenario(
    'stop-support',
    -55,
    'an option stop on a route without them',
    option({ ...STOP, stopPriceE4: 4 * DOLLAR }),
    all(option({ ...STOP, stopPriceE4: 4 * DOLLAR }), (c) => void (c.route.takesOptionStops = true)),
  ),
  scenario(
    'trade-condition',
    -15,
    'a purchase that closes',
    order({ source: 'Close' }),
    all(order({ source: 'Cover' }), held('SPY', -100)),
  ),
  scenario(
    'trade-condition',
    -15,
    'a closing order good till cancelled',
    order({ type: 'LimitOnClose', tif: 'GoodTillCancel' }),
    order({ type: 'LimitOnClose' }),
  ),
  scenario(
    'trade-condition',
    -15,
    'a good-till date in the past',
    order({ tif: 'GoodTillDate', goodTillMs: NOW }),
    order({ tif: 'GoodTillDate', goodTillMs: NOW + 1 }),
  ),
  scenario(
    'stop-expired',
    -34,
    'a stop with its date in the past',
    order({ ...STOP, tif: 'GoodTillDate', goodTillMs: NOW }),
    order({ ...STOP, tif: 'GoodTillDate', goodTillMs: NOW + 1 }),
  ),
  scenario('order-size', -16, 'half a share', order({ quantity: 0.5 }), order({ quantity: 1 })),
  scenario(
    'order-size',
    -16,
    'a minimum above the quantity',
    order({ minQuantity: 101 }),
    order({ minQuantity: 100 }),
  ),
  scenario(
    'shares-per-trade',
    -64,
    'too many shares',
    limit({ maxTradeShares: 99 }),
    limit({ maxTradeShares: 100 }),
  ),
  scenario(
    'contracts-per-trade',
    -67,
    'too many contracts',
    all(option({ quantity: 3 }), limit({ maxTradeContracts: 2 })),
    all(option({ quantity: 3 }), limit({ maxTradeContracts: 3 })),
  ),
  scenario('price-step', -47, 'half a cent', order({ priceE4: 999_950 }), order({ priceE4: 999_900 })),
  scenario('price-step', -47, 'a stop without a stop price', order({ ...STOP, stopPriceE4: 0 }), order(STOP)),
  scenario(
    'indivisible',
    -44,
    'fill-or-kill above the largest single order',
    all(order({ tif: 'FillOrKill' }), limit({ maxSliceShares: 99 })),
    limit({ maxSliceShares: 99 }),
  ),
  scenario(
    'symbol-listed',
    -49,
    'a restricted symbol',
    (c) => void (c.instrument.isRestricted = true),
    () => undefined,
  ),
  scenario(
    'symbol-listed',
    -49,
    'a symbol that is not listed',
    (c) => void Object.assign(c, { instrument: null }),
    () => undefined,
  ),
  scenario(
    'country-permission',
    -75,
    'a foreign stock',
    (c) => void (c.instrument.country = 'CA'),
    all((c) => void (c.instrument.country = 'CA'), account({ countries: ['US', 'CA'] })),
  ),
  scenario(
    'trading-halt',
    -49,
    'a halt',
    (c) => void (c.market.isHalted = true),
    () => undefined,
  ),
  scenario(
    'option-contract',
    -11,
    'an option after its last session',
    all(option(), (c) => void (c.instrument.lastTradeMs = NOW)),
    all(option(), (c) => void (c.instrument.lastTradeMs = NOW + 1)),
  ),
  scenario(
    'option-contract',
    -11,
    'an option that expires on no date',
    option({ symbol: 'SPY261332C00100000' }),
    option(),
  ),
  scenario(
    'market-online',
    -22,
    'a day order in a closed market',
    (c) => void (c.market.session = 'closed'),
    all((c) => void (c.market.session = 'closed'), order({ tif: 'GoodTillCancel' })),
  ),
  scenario(
    'market-online',
    -22,
    'market data that is down',
    (c) => void (c.market.isOnline = false),
    () => undefined,
  ),
  scenario(
    'auction-time',
    -15,
    'a closing order after the cut-off',
    all(order({ type: 'MarketOnClose', priceE4: 0 }), (c) => void (c.market.closingCutoffMs = NOW)),
    order({ type: 'MarketOnClose', priceE4: 0 }),
  ),
  scenario(
    'venue-connected',
    -28,
    'a venue that is away',
    (c) => void (c.route.isConnected = false),
    () => undefined,
  ),
  scenario(
    'stop-watch',
    -32,
    'nobody watching stops',
    all(order(STOP), (c) => void (c.server.isStopWatchReady = false)),
    (c) => void (c.server.isStopWatchReady = false),
  ),
  scenario(
    'market-price',
    -22,
    'a market order where nothing ever traded',
    all(
      order({ type: 'Market', priceE4: 0 }),
      (c) => void Object.assign(c.market, { bidE4: 0, askE4: 0, lastE4: 0, previousCloseE4: 0 }),
    ),
    all(
      order({ type: 'Market', priceE4: 0 }),
      (c) => void Object.assign(c.market, { bidE4: 0, askE4: 0, lastE4: 0 }),
    ),
  ),
  scenario(
    'cash-account',
    -73,
    'a short sale in a cash account',
    all(order(SHORT), account({ kind: 'cash' })),
    account({ kind: 'cash' }),
  ),
  scenario(
    'cash-account',
    -73,
    'a margin order in a cash account',
    all(order({ tradeType: 'Margin' }), account({ kind: 'cash' })),
    order({ tradeType: 'Margin' }),
  ),
  scenario(
    'cash-permission',
    -77,
    'a cash order without permission',
    account({ kind: 'cash', tradeTypes: ['Margin'] }),
    account({ kind: 'cash', tradeTypes: ['Cash'] }),
  ),
  scenario(
    'margin-permission',
    -78,
    'a margin order without permission',
    account({ tradeTypes: ['Cash', 'Short'] }),
    account({ tradeTypes: ['Margin'] }),
  ),
  scenario(
    'short-permission',
    -79,
    'a short order without permission',
    all(order(SHORT), account({ tradeTypes: ['Cash', 'Margin'] })),
    all(order(SHORT), account({ tradeTypes: ['Short'] })),
  ),
  scenario(
    'order-rate',
    -48,
    'one order too many in a second',
    all(limit({ orderRates: [{ count: 2, windowMs: SECOND }] }), recent(NOW), recent(NOW - SECOND + 1)),
    all(limit({ orderRates: [{ count: 2, windowMs: SECOND }] }), recent(NOW), recent(NOW - SECOND)),
  ),
  scenario(
    'order-rate',
    -48,
    'one replace too many in a second',
    all(
      limit({ orderRates: [{ count: 2, windowMs: SECOND }] }),
      recent(NOW, { isChange: true }),
      recent(NOW, { isChange: true }),
    ),
    all(limit({ orderRates: [{ count: 2, windowMs: SECOND }] }), recent(NOW, { isChange: true })),
  ),
  scenario(
    'open-orders',
    -45,
    'one open order too many',
    all(limit({ maxOpenOrders: 3 }), (c) => void (c.portfolio.openOrderCount = 3)),
    all(limit({ maxOpenOrders: 3 }), (c) => void (c.portfolio.openOrderCount = 2)),
  ),
  scenario(
    'account-orders',
    -40,
    'one order too many today',
    all(limit({ maxOrdersPerDay: 9 }), (c) => void (c.portfolio.ordersToday = 9)),
    all(limit({ maxOrdersPerDay: 9 }), (c) => void (c.portfolio.ordersToday = 8)),
  ),
  scenario(
    'firm-orders',
    -38,
    'one order too many of the firm',
    all(limit({ maxFirmOrdersPerDay: 9 }), (c) => void (c.firm.ordersToday = 9)),
    all(limit({ maxFirmOrdersPerDay: 9 }), (c) => void (c.firm.ordersToday = 8)),
  ),
  scenario(
    'duplicate-order',
    -48,
    'the same order twice',
    all(limit({ duplicateWindowMs: SECOND }), recent(NOW - SECOND + 1)),
    all(
      limit({ duplicateWindowMs: SECOND }),
      recent(NOW, { quantity: 101 }),
      recent(NOW, { wasRefused: true }),
      recent(NOW, { isChange: true }),
      recent(NOW - SECOND),
    ),
  ),
  scenario(
    'close-long-first',
    -24,
    'a short sale of what is held',
    all(order(SHORT), held('SPY', 1)),
    all(order(SHORT), held('SPY', -1)),
  ),
  scenario(
    'cover',
    -12,
    'a sale of more than is held',
    all(order(SELL), held('SPY', 99)),
    all(order(SELL), held('SPY', 100)),
  ),
  scenario(
    'cover',
    -12,
    'a sale of what another order sells',
    all(order(SELL), held('SPY', 199), (c) => rest(c, { side: 'Sell', leaves: 100 })),
    all(order(SELL), held('SPY', 200), (c) => rest(c, { side: 'Sell', leaves: 100 })),
  ),
  scenario(
    'cover',
    -12,
    'a cover without a short position',
    order({ source: 'Cover' }),
    all(order({ source: 'Cover' }), held('SPY', -1)),
  ),
  scenario(
    'cover',
    -12,
    'a sale of what covers a written call',
    all(order(SELL), held('SPY', 199), held(CALL, -1), without(16)),
    all(order(SELL), held('SPY', 200), held(CALL, -1), without(16)),
  ),
  scenario(
    'option-position',
    -11,
    'closing more contracts than are held',
    all(option({ ...SELL, quantity: 2 }), held(CALL, 1)),
    all(option({ ...SELL, quantity: 2 }), held(CALL, 2)),
  ),
  scenario(
    'option-cover',
    -12,
    'a sale of the contract that covers a written one',
    all(option(SELL), held(CALL, 1), held('SPY261218C00105000', -1), without(16)),
    all(option(SELL), held(CALL, 2), held('SPY261218C00105000', -1), without(16)),
  ),
  scenario(
    'option-cover',
    -12,
    'a sale of the put that covers one resting to be written',
    all(
      option({ ...SELL, symbol: PUT }),
      held(PUT, 1),
      (c) => void c.portfolio.openInterest.set('SPY261218P00095000', { buy: 0, sell: 1 }),
      without(8),
    ),
    all(option({ ...SELL, symbol: PUT }), held(PUT, 1), held('SPY270115P00095000', -1), without(8)),
  ),
  scenario(
    'shortable',
    -35,
    'what cannot be borrowed',
    all(order(SHORT), (c) => void (c.instrument.isShortable = false)),
    order(SHORT),
  ),
  scenario(
    'shortable',
    -35,
    'more than can be borrowed',
    all(order(SHORT), (c) => void (c.instrument.borrowableShares = 99)),
    all(order(SHORT), (c) => void (c.instrument.borrowableShares = 100)),
  ),
  scenario(
    'bullet-position',
    -30,
    'a short sale at the bid under the price test',
    all(
      order({ ...SHORT, priceE4: 999_800 }),
      (c) => void Object.assign(c.market, { isShortSaleRestricted: true }),
    ),
    all(
      order({ ...SHORT, priceE4: 999_900 }),
      (c) => void Object.assign(c.market, { isShortSaleRestricted: true }),
    ),
  ),
  scenario(
    'bullet-position',
    -30,
    'more than the bullets cover',
    all(
      order({ ...SHORT, priceE4: 999_800 }),
      limit({ maxBulletShares: 99 }),
      (c) => void (c.portfolio.bulletShares = 500),
      (c) => void (c.market.isShortSaleRestricted = true),
    ),
    all(
      order({ ...SHORT, priceE4: 999_800 }),
      limit({ maxBulletShares: 100 }),
      (c) => void (c.portfolio.bulletShares = 500),
      (c) => void (c.market.isShortSaleRestricted = true),
    ),
  ),
  scenario(
    'closing-only',
    -4,
    'an opening order of a closing-only account',
    account({ isClosingOnly: true }),
    all(account({ isClosingOnly: true }), order(SELL), held('SPY', 100)),
  ),
  scenario(
    'daily-loss',
    -4,
    'an opening order after the loss of the day',
    all(limit({ maxDailyLossE4: 500 * DOLLAR }), (c) => void (c.portfolio.todayPlE4 = -500 * DOLLAR)),
    all(limit({ maxDailyLossE4: 500 * DOLLAR }), (c) => void (c.portfolio.todayPlE4 = -500 * DOLLAR + 1)),
  ),
  scenario(
    'odd-lot',
    -51,
    'an odd lot',
    all(limit({ refusesOddLots: true }), order({ quantity: 150 })),
    all(limit({ refusesOddLots: true }), order({ quantity: 200 })),
  ),
  scenario(
    'average-volume',
    -54,
    'a symbol that hardly trades',
    limit({ minAverageDailyVolume: 1_000_001 }),
    limit({ minAverageDailyVolume: 1_000_000 }),
  ),
  scenario(
    'option-buying',
    -59,
    'a bought call',
    all(option(), without(2)),
    all(option(), account({ optionMask: 2 })),
  ),
  scenario(
    'option-combination',
    -60,
    'a call written against a better one',
    all(write(CALL), held('SPY261218C00095000', 1), without(4)),
    all(write(CALL), held('SPY261218C00095000', 1), account({ optionMask: 4 })),
  ),
  scenario(
    'option-combination',
    -60,
    'a leg of a strategy',
    all(option({ strategyId: 's1' }), without(4)),
    all(option({ strategyId: 's1' }), account({ optionMask: 4 })),
  ),
  scenario(
    'option-covered-call',
    -58,
    'a covered call',
    all(write(CALL), held('SPY', 100), without(1)),
    all(write(CALL), held('SPY', 100), account({ optionMask: 1 })),
  ),
  scenario(
    'option-uncovered-put',
    -61,
    'a put without cover',
    all(write(PUT), without(8)),
    all(write(PUT), account({ optionMask: 8 })),
  ),
  scenario(
    'option-uncovered-call',
    -62,
    'a call covered in part',
    all(write(CALL, { quantity: 2 }), held('SPY', 199), without(16)),
    all(write(CALL, { quantity: 2 }), held('SPY', 200), without(16)),
  ),
  scenario(
    'option-uncovered-index',
    -63,
    'an index call',
    all(write('SPX261218C05000000'), (c) => void (c.instrument.isIndexOption = true), without(32)),
    all(
      option({ symbol: 'SPX261218C05000000' }),
      (c) => void (c.instrument.isIndexOption = true),
      without(32),
    ),
  ),
  scenario(
    'price-bands',
    -47,
    'a purchase above the band',
    (c) => void (c.market.bands = { lowE4: 90 * DOLLAR, highE4: 999_900 }),
    (c) => void (c.market.bands = { lowE4: 90 * DOLLAR, highE4: 100 * DOLLAR }),
  ),
  scenario(
    'price-collar',
    -47,
    'a purchase far above the market',
    all(
      limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }),
      order({ priceE4: 105 * DOLLAR + 100 }),
    ),
    all(limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }), order({ priceE4: 105 * DOLLAR })),
  ),
  scenario(
    'price-collar',
    -47,
    'a market order against a stray quote',
    all(
      limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }),
      order({ type: 'Market', priceE4: 0 }),
      (c) => void (c.market.askE4 = 150 * DOLLAR),
    ),
    all(
      limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }),
      order({ type: 'Market', priceE4: 0 }),
    ),
  ),
  scenario(
    'price-collar',
    -47,
    'a purchase beyond the band of its price',
    all(limit({ priceCollars: [BANDS] }), order({ priceE4: 1_030_100 })),
    all(limit({ priceCollars: [BANDS] }), order({ priceE4: 103 * DOLLAR })),
  ),
  scenario(
    'price-collar',
    -47,
    'a sale far below the market, in a lower band',
    all(limit({ priceCollars: [BANDS] }), order({ ...SELL, priceE4: 449_900 }), held('SPY', 100), lastAt(50)),
    all(
      limit({ priceCollars: [BANDS] }),
      order({ ...SELL, priceE4: 45 * DOLLAR }),
      held('SPY', 100),
      lastAt(50),
    ),
  ),
  scenario(
    'price-collar',
    -47,
    'a closing order against a stray quote, where a stop would wait',
    all(
      limit({ priceCollars: [BANDS] }),
      order({ type: 'MarketOnClose', priceE4: 0 }),
      (c) => void (c.market.askE4 = 150 * DOLLAR),
    ),
    all(limit({ priceCollars: [BANDS] }), order(STOP), (c) => void (c.market.askE4 = 150 * DOLLAR)),
  ),
  scenario(
    'wash-sale',
    -46,
    'a purchase of what the account offers',
    all(limit({ refusesWashSales: true }), (c) => rest(c, { side: 'Sell', leaves: 1 })),
    all(limit({ refusesWashSales: true }), (c) => rest(c, { side: 'Sell', leaves: 1, priceE4: 1_000_100 })),
  ),
  scenario(
    'wash-sale',
    -46,
    'a purchase that would meet a triggered stop',
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'Stop', priceE4: 0, isTriggered: true }),
    ),
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'Stop', priceE4: 0 }),
    ),
  ),
  scenario(
    'wash-sale',
    -46,
    'a purchase at the limit of a triggered stop',
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'StopLimit', isTriggered: true }),
    ),
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'StopLimit', priceE4: 1_000_100, isTriggered: true }),
    ),
  ),
  scenario(
    'wash-sale',
    -46,
    'a triggered stop that is replaced',
    all(limit({ refusesWashSales: true }), replacesStop(true), (c) => rest(c, { side: 'Sell', leaves: 1 })),
    all(limit({ refusesWashSales: true }), replacesStop(false), (c) => rest(c, { side: 'Sell', leaves: 1 })),
  ),
  scenario(
    'spoofing',
    -53,
    'a purchase under a wall of offers',
    all(limit({ spoofingRules: [{ minRestingShares: 500, timesOrder: 10 }] }), (c) =>
      rest(c, { side: 'Sell', leaves: 1_000, priceE4: 102 * DOLLAR }),
    ),
    all(limit({ spoofingRules: [{ minRestingShares: 500, timesOrder: 10 }] }), (c) =>
      rest(c, { side: 'Sell', leaves: 999, priceE4: 102 * DOLLAR }),
    ),
  ),
  scenario(
    'max-order-value',
    -5,
    'an order worth too much',
    limit({ maxOrderValueE4: 9_999 * DOLLAR }),
    limit({ maxOrderValueE4: 10_000 * DOLLAR }),
  ),
  scenario(
    'max-order-value',
    -5,
    'more than a billion dollars without any limit',
    all(
      order({ quantity: 1_000_000, priceE4: 1_000 * DOLLAR + 100 }),
      (c) => void Object.assign(c.portfolio, { buyingPowerE4: 90_000_000_000_000 }),
    ),
    all(
      order({ quantity: 1_000_000, priceE4: 1_000 * DOLLAR }),
      (c) => void Object.assign(c.portfolio, { buyingPowerE4: 90_000_000_000_000 }),
    ),
  ),
  scenario(
    'trade-dollars',
    -5,
    'a stock order above the dollar limit',
    limit({ maxTradeValueE4: 9_999 * DOLLAR }),
    limit({ maxTradeValueE4: 10_000 * DOLLAR }),
  ),
  scenario(
    'option-trade-dollars',
    -57,
    'an option order above the dollar limit',
    all(option(), limit({ maxOptionTradeValueE4: 299 * DOLLAR })),
    all(option(), limit({ maxOptionTradeValueE4: 300 * DOLLAR })),
  ),
  scenario(
    'long-shares',
    -7,
    'too many shares long, resting ones counted',
    all(limit({ maxLongShares: 299 }), held('SPY', 100), (c) => rest(c, { side: 'Buy', leaves: 100 })),
    all(limit({ maxLongShares: 300 }), held('SPY', 100), (c) => rest(c, { side: 'Buy', leaves: 100 })),
  ),
  scenario(
    'long-value',
    -8,
    'long positions worth too much',
    all(limit({ maxLongValueE4: 29_999 * DOLLAR }), held('QQQ', 100)),
    all(limit({ maxLongValueE4: 30_000 * DOLLAR }), held('QQQ', 100)),
  ),
  scenario(
    'short-shares',
    -9,
    'too many shares short',
    all(order(SHORT), held('SPY', -100), limit({ maxShortShares: 199 })),
    all(order(SHORT), held('SPY', -100), limit({ maxShortShares: 200 })),
  ),
  scenario(
    'short-value',
    -42,
    'short positions worth too much',
    all(order(SHORT), held('QQQ', -100), limit({ maxShortValueE4: 29_999 * DOLLAR })),
    all(order(SHORT), held('QQQ', -100), limit({ maxShortValueE4: 30_000 * DOLLAR })),
  ),
  scenario(
    'position-value',
    -50,
    'a position worth too much',
    all(limit({ maxPositionValueE4: 19_999 * DOLLAR }), held('SPY', 100)),
    all(limit({ maxPositionValueE4: 20_000 * DOLLAR }), held('SPY', 100)),
  ),
  scenario(
    'symbol-position',
    -39,
    'more of the symbol than the account may have',
    all(limit({ maxSymbolPosition: 199 }), held('SPY', 100)),
    all(limit({ maxSymbolPosition: 200 }), held('SPY', 100)),
  ),
  scenario(
    'position-shares',
    -68,
    'too many shares of one stock',
    all(limit({ maxPositionShares: 199 }), held('SPY', 100)),
    all(limit({ maxPositionShares: 200 }), held('SPY', 100)),
  ),
  scenario(
    'position-contracts',
    -70,
    'too many contracts of one option',
    all(option(), limit({ maxPositionContracts: 1 }), held(CALL, 1)),
    all(option(), limit({ maxPositionContracts: 2 }), held(CALL, 1)),
  ),
  scenario(
    'total-shares',
    -69,
    'too many shares in total',
    all(limit({ maxTotalShares: 299 }), held('QQQ', -200)),
    all(limit({ maxTotalShares: 300 }), held('QQQ', -200)),
  ),
  scenario(
    'total-contracts',
    -71,
    'too many contracts in total',
    all(option(), limit({ maxTotalContracts: 5 }), held(PUT, -5)),
    all(option(), limit({ maxTotalContracts: 6 }), held(PUT, -5)),
  ),
  scenario(
    'total-shares-above',
    -65,
    'too many shares of dear stocks',
    all(
      limit({ shareTotals: [{ thresholdE4: 5 * DOLLAR, maxAbove: 299, maxAtOrBelow: null }] }),
      held('QQQ', 200),
      held('PENNY', 9_000),
    ),
    all(
      limit({ shareTotals: [{ thresholdE4: 5 * DOLLAR, maxAbove: 300, maxAtOrBelow: null }] }),
      held('QQQ', 200),
      held('PENNY', 9_000),
    ),
  ),
  scenario(
    'total-shares-below',
    -66,
    'too many shares of cheap stocks',
    all(
      limit({ shareTotals: [{ thresholdE4: 100 * DOLLAR, maxAbove: null, maxAtOrBelow: 9_099 }] }),
      held('QQQ', 200),
      held('PENNY', 9_000),
    ),
    all(
      limit({ shareTotals: [{ thresholdE4: 100 * DOLLAR, maxAbove: null, maxAtOrBelow: 9_100 }] }),
      held('QQQ', 200),
      held('PENNY', 9_000),
    ),
  ),
  scenario(
    'symbols',
    -41,
    'one symbol too many',
    all(limit({ maxSymbols: 2 }), held('QQQ', 1), held('PENNY', 1)),
    all(limit({ maxSymbols: 2 }), held('QQQ', 1), held('PENNY', 1), held('SPY', 1)),
  ),
  scenario(
    'symbols',
    -41,
    'one symbol too many, resting ones counted',
    all(limit({ maxSymbols: 1 }), (c) => void c.portfolio.openInterest.set('QQQ', { buy: 1, sell: 0 })),
    all(limit({ maxSymbols: 1 }), held('QQQ', 0)),
  ),
  scenario(
    'firm-symbol',
    -37,
    'the firm has enough of the symbol',
    all(limit({ maxFirmSymbolShares: 1_000 }), (c) => void (c.firm.symbolShares = 901)),
    all(limit({ maxFirmSymbolShares: 1_000 }), (c) => void (c.firm.symbolShares = 900)),
  ),
  scenario(
    'day-trading-power',
    -6,
    'more than the day trading buying power',
    (c) => void (c.portfolio.dayTradingPowerE4 = 9_999 * DOLLAR),
    (c) => void (c.portfolio.dayTradingPowerE4 = 10_000 * DOLLAR),
  ),
  scenario(
    'buying-power',
    -26,
    'more than the buying power',
    (c) => void (c.portfolio.buyingPowerE4 = 9_999 * DOLLAR),
    (c) => void (c.portfolio.buyingPowerE4 = 10_000 * DOLLAR),
  ),
  scenario(
    'buying-power',
    -26,
    'more than the cash of a cash account',
    all(account({ kind: 'cash' }), (c) => void (c.portfolio.freeCashE4 = 9_999 * DOLLAR)),
    all(account({ kind: 'cash' }), (c) => void (c.portfolio.freeCashE4 = 10_000 * DOLLAR)),
  ),
  scenario(
    'buying-power',
    -26,
    'options of more than the cash of a cash account, which pays their price once',
    all(account({ kind: 'cash' }), option(), (c) => void (c.portfolio.freeCashE4 = 299 * DOLLAR)),
    all(
      account({ kind: 'cash' }),
      option(),
      (c) => void Object.assign(c.portfolio, { freeCashE4: 300 * DOLLAR, buyingPowerE4: 0 }),
    ),
  ),
  scenario(
    'buying-power',
    -26,
    'a market order that may walk beyond the ask',
    all(order({ type: 'Market', priceE4: 0 }), (c) => void (c.portfolio.buyingPowerE4 = 10_499 * DOLLAR)),
    all(order({ type: 'Market', priceE4: 0 }), (c) => void (c.portfolio.buyingPowerE4 = 10_500 * DOLLAR)),
  ),
  scenario(
    'buying-power',
    -26,
    'an uncovered put without its strike',
    all(write(PUT), (c) => void (c.portfolio.buyingPowerE4 = 9_999 * DOLLAR)),
    all(write(PUT), (c) => void (c.portfolio.buyingPowerE4 = 10_000 * DOLLAR)),
  ),
];
