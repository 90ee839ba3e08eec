import { ALL_PERMISSIONS } from '../../permissions.ts';
import { NO_LIMITS, type RiskLimits } from '../limits.ts';
import { PLAIN_ORDER } from '../../orders/request.ts';
import { parseOptionSymbol } from '../../symbols/symbol.ts';
import type {
  ChangeRequest,
  FirmFacts,
  InstrumentFacts,
  MarketFacts,
  PortfolioFacts,
  ReplacedOrder,
  RestingOrder,
  RiskAccount,
  RiskOrder,
  RouteFacts,
  ServerFacts,
  SessionFacts,
  TargetOrder,
} from '../types.ts';

/** The same thing, to be changed by a test before it is judged. */
export type Draft<T> = T extends number | ((...args: never[]) => unknown)
  ? T
  : T extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Draft<Value>>
    : T extends readonly (infer Item)[]
      ? Draft<Item>[]
      : T extends object
        ? { -readonly [Name in keyof T]: Draft<T[Name]> }
        : T;

export const DOLLAR = 10_000;
export const SECOND = 1_000;
/** A Friday, 10:00 in New York. */
export const NOW = Date.UTC(2026, 10, 20, 15, 0, 0);
export const CALL = 'SPY261218C00100000';
export const PUT = 'SPY261218P00100000';

interface Facts {
  order: RiskOrder;
  server: ServerFacts;
  session: SessionFacts;
  account: RiskAccount;
  route: RouteFacts;
  instrument: InstrumentFacts;
  market: MarketFacts;
  portfolio: PortfolioFacts;
  firm: FirmFacts;
  limits: RiskLimits;
  replaced: ReplacedOrder | null;
}
export type TestContext = Draft<Facts>;
/** Marks by symbol, which `portfolio.markE4` reads. */
const MARKS: Readonly<Record<string, number>> = {
  SPY: 100 * DOLLAR,
  QQQ: 200 * DOLLAR,
  PENNY: 2 * DOLLAR,
  [CALL]: 3 * DOLLAR,
  [PUT]: 3 * DOLLAR,
};

const testAccount = (): TestContext['account'] => ({
  kind: 'margin',
  status: 'active',
  canLogIn: true,
  userIds: ['u'],
  isLocked: false,
  isKillSwitchOn: false,
  isViewOnly: false,
  isClosingOnly: false,
  permissionMask: ALL_PERMISSIONS,
  optionMask: 63,
  tradeTypes: ['Cash', 'Margin', 'Short'],
  countries: ['US'],
  routes: ['SMART/AUTO'],
  destinations: null,
});

const testInstrument = (): TestContext['instrument'] => ({
  securityType: 'Stock',
  country: 'US',
  isRestricted: false,
  isShortable: true,
  borrowableShares: null,
  multiplier: 1,
  roundLot: 100,
  isIndexOption: false,
  lastTradeMs: null,
  averageDailyVolume: 1_000_000,
});

const testMarket = (): TestContext['market'] => ({
  nowMs: NOW,
  isOnline: true,
  session: 'open',
  closingCutoffMs: NOW + 5 * 3_600 * SECOND,
  isHalted: false,
  isShortSaleRestricted: false,
  bidE4: 999_800,
  askE4: 100 * DOLLAR,
  lastE4: 100 * DOLLAR,
  previousCloseE4: 99 * DOLLAR,
  bands: null,
});

/** A margin account without positions or limits buys 100 SPY at 100.00; and every check passes. SPY is quoted 99.98 x 100.00. */
export function makeContext(): TestContext {
  const context: TestContext = {
    order: {
      ...PLAIN_ORDER,
      account: 'A',
      userId: 'u',
      clientId: 'ord1',
      symbol: 'SPY',
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      tif: 'Day',
      quantity: 100,
      priceE4: 100 * DOLLAR,
      stopPriceE4: 0,
      stopType: 'Static',
      destination: 'SMART',
      route: 'AUTO',
    },
    server: { isKillSwitchOn: false, isJournalReady: true, isStopWatchReady: true },
    session: { isLoggedIn: true, isDemo: false, userId: 'u' },
    account: testAccount(),
    route: { isConnected: true, takesStocks: true, takesOptions: true, takesOptionStops: false },
    instrument: testInstrument(),
    market: testMarket(),
    portfolio: {
      freeCashE4: 100_000 * DOLLAR,
      buyingPowerE4: 200_000 * DOLLAR,
      dayTradingPowerE4: null,
      todayPlE4: 0,
      isGuardLocked: false,
      positions: new Map(),
      openInterest: new Map(),
      resting: [],
      optionsOf: (underlying) =>
        [...context.portfolio.positions.keys(), ...context.portfolio.openInterest.keys()].filter(
          (symbol) => parseOptionSymbol(symbol)?.underlying === underlying,
        ),
      markE4: (symbol) => MARKS[symbol],
      bulletShares: 0,
      openOrderCount: 0,
      ordersToday: 0,
      recentOrders: [],
    },
    firm: { symbolShares: 0, ordersToday: 0 },
    limits: { ...NO_LIMITS, orderRates: [], priceCollars: [], shareTotals: [], spoofingRules: [] },
    replaced: null,
  };
  return context;
}

export function hold(context: TestContext, symbol: string, quantity: number): void {
  context.portfolio.positions.set(symbol, { quantity });
}

/** An open order of the account in the symbol of the order. */
export function rest(
  context: TestContext,
  resting: Partial<RestingOrder> & Pick<RestingOrder, 'side' | 'leaves'>,
): void {
  const { symbol } = context.order;
  const open = context.portfolio.openInterest.get(symbol) ?? { buy: 0, sell: 0 };
  open[resting.side === 'Buy' ? 'buy' : 'sell'] += resting.leaves;
  context.portfolio.openInterest.set(symbol, open);
  context.portfolio.resting.push({ type: 'Limit', priceE4: 100 * DOLLAR, isTriggered: false, ...resting });
}

export const SELL = { side: 'Sell', source: 'Close' } as const;
export const SHORT = { side: 'Short', source: 'Open' } as const;

/** Turns the order into one of a single option contract at 3.00; the option is quoted 2.90 x 3.00. */
export function makeOption(context: TestContext, change: Partial<RiskOrder> = {}): void {
  Object.assign(context.order, { symbol: CALL, quantity: 1, priceE4: 3 * DOLLAR }, change);
  Object.assign(context.instrument, {
    securityType: 'Option',
    multiplier: 100,
    isShortable: false,
    roundLot: 1,
    lastTradeMs: NOW + 28 * 86_400 * SECOND,
  });
  Object.assign(context.market, { bidE4: 29_000, askE4: 30_000, lastE4: 29_500, previousCloseE4: 28_000 });
}

interface ChangeFacts {
  request: ChangeRequest;
  target: TargetOrder;
  server: ServerFacts;
  session: SessionFacts;
  account: RiskAccount;
  route: RouteFacts;
  nowMs: number;
  limits: RiskLimits;
  replacement: Omit<Facts, 'replaced'>;
}
export type TestChange = Draft<ChangeFacts>;

/** A working order of 100 SPY at 100.00, of which 40 are filled, with a request to cancel it or to replace it by one of 200. */
export function makeChange(): TestChange {
  const { replaced: _none, ...replacement } = makeContext();
  replacement.order.quantity = 200;
  replacement.portfolio.positions.set('SPY', { quantity: 40 });
  replacement.portfolio.openInterest.set('SPY', { buy: 60, sell: 0 });
  replacement.portfolio.openOrderCount = 1;
  const { server, session, account, route, limits } = makeContext();
  return {
    request: {
      account: 'A',
      userId: 'u',
      clientId: 'ord2',
      orderId: '7',
      apiId: null,
      sentMs: NOW,
      isWholeStrategy: false,
    },
    target: {
      account: 'A',
      symbol: 'SPY',
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      destination: 'SMART',
      route: 'AUTO',
      status: 'PartiallyExecuted',
      quantity: 100,
      filled: 40,
      expiresMs: NOW + 6 * 3_600 * SECOND,
      strategyId: null,
      apiId: null,
      reservedE4: 60 * 100 * DOLLAR,
      isTriggered: false,
    },
    server,
    session,
    account,
    route,
    nowMs: NOW,
    limits,
    replacement,
  };
}
