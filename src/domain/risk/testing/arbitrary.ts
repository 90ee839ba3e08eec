import fc from 'fast-check';
import { ORDER_SIDES, ORDER_SOURCES, ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../../orders/enumerations.ts';
import type { SpoofingRule } from '../limits.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { CALL, DOLLAR, hold, makeContext, makeOption, NOW, PUT, rest, type TestContext } from './contexts.ts';

const flag = (rarely: boolean): fc.Arbitrary<boolean> =>
  fc.integer({ min: 0, max: 14 }).map((n) => (n === 0) === rarely);
const priceE4 = fc.integer({ min: 9_000, max: 11_000 }).map((cents) => cents * 100);
const quantity = fc.integer({ min: 1, max: 400 });
const signed = fc.integer({ min: -300, max: 300 });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 6, nil: null });

/** Every sort of account, order, portfolio and market, most of them near what is allowed. Limits are left as they are. */
export const anyContext: fc.Arbitrary<() => TestContext> = fc
  .record({
    isTidy: fc.constantFrom(true, true, true, false),
    kind: fc.constantFrom('stock', 'stock', 'call', 'put'),
    order: fc.record({
      side: fc.constantFrom(...ORDER_SIDES),
      source: fc.constantFrom(...ORDER_SOURCES),
      type: fc.constantFrom('Limit' as const, ...ORDER_TYPE_NAMES),
      tif: fc.constantFrom('Day' as const, 'Day' as const, ...TIME_IN_FORCES),
      quantity,
      priceE4: fc.oneof(priceE4, fc.constant(0)),
      stopPriceE4: fc.oneof(fc.constant(0), priceE4),
      stopType: fc.constantFrom('Static' as const, 'Static' as const, 'Trailing' as const),
      offsetType: fc.constantFrom(null, null, 'Value' as const, 'Percent' as const),
      offsetE4: fc.constantFrom(0, 0, 10_000),
      goodTillMs: fc.constantFrom(null, null, null, NOW + 1, NOW),
      minQuantity: fc.constantFrom(0, 0, 0, 50),
      tradeType: fc.constantFrom(null, null, null, 'Cash' as const, 'Margin' as const, 'Short' as const),
      strategyId: fc.constantFrom(null, null, null, 's1'),
    }),
    positions: fc.record({
      SPY: signed,
      QQQ: signed,
      [CALL]: fc.integer({ min: -3, max: 3 }),
      [PUT]: fc.integer({ min: -3, max: 3 }),
    }),
    resting: fc.array(
      fc.record({
        side: fc.constantFrom(...ORDER_SIDES),
        leaves: quantity,
        priceE4,
        type: fc.constantFrom('Limit' as const, 'Limit' as const, 'Market' as const, 'Stop' as const),
      }),
      { maxLength: 3 },
    ),
    account: fc.record({
      kind: fc.constantFrom('cash' as const, 'margin' as const, 'margin' as const),
      isLocked: flag(true),
      isClosingOnly: flag(true),
      canLogIn: flag(false),
      permissionMask: fc.constantFrom(1, 3, 3, 8191),
      optionMask: fc.nat(63),
    }),
    market: fc.record({
      session: fc.constantFrom(
        'open' as const,
        'open' as const,
        'open' as const,
        'pre' as const,
        'closed' as const,
      ),
      isShortSaleRestricted: flag(true),
      bidE4: priceE4,
      spreadE4: fc.nat(50),
      lastE4: fc.oneof(priceE4, fc.constant(0)),
    }),
    bands: maybe(fc.constant({ lowE4: 95 * DOLLAR, highE4: 105 * DOLLAR })),
    money: fc.record({
      freeCashE4: fc.integer({ min: -1_000, max: 60_000 }),
      buyingPowerE4: fc.integer({ min: -1_000, max: 60_000 }),
      dayTradingPowerE4: maybe(fc.integer({ min: 0, max: 60_000 })),
      todayPlE4: fc.integer({ min: -500, max: 500 }),
    }),
    isGuardLocked: flag(true),
    counts: fc.record({ openOrderCount: fc.nat(5), ordersToday: fc.nat(5), bulletShares: fc.nat(300) }),
    recent: fc.array(fc.record({ quantity, priceE4, ageMs: fc.nat(3_000) }), { maxLength: 3 }),
    firm: fc.record({ symbolShares: fc.nat(2_000), ordersToday: fc.nat(5) }),
    averageDailyVolume: maybe(fc.nat(2_000)),
  })
  .map((drawn) => () => {
    const context = makeContext();
    Object.assign(context.order, drawn.order);
    if (drawn.kind !== 'stock')
      makeOption(context, { ...drawn.order, symbol: drawn.kind === 'call' ? CALL : PUT });
    const { spreadE4, ...market } = drawn.market;
    Object.assign(context.market, market, { askE4: market.bidE4 + spreadE4 * 100, bands: drawn.bands });
    Object.assign(context.account, drawn.account);
    for (const [symbol, shares] of Object.entries(drawn.positions))
      if (shares !== 0) hold(context, symbol, shares);
    for (const resting of drawn.resting) rest(context, resting);
    const { dayTradingPowerE4: day, ...money } = drawn.money;
    for (const [name, dollars] of Object.entries(money))
      Object.assign(context.portfolio, { [name]: dollars * DOLLAR });
    Object.assign(context.portfolio, drawn.counts, {
      isGuardLocked: drawn.isGuardLocked,
      dayTradingPowerE4: day === null ? null : day * DOLLAR,
    });
    for (const { ageMs, ...sent } of drawn.recent)
      context.portfolio.recentOrders.push({
        symbol: 'SPY',
        side: 'Buy',
        type: 'Limit',
        stopPriceE4: 0,
        wasRefused: false,
        isChange: false,
        ...sent,
        timeMs: NOW - ageMs,
      });
    Object.assign(context.firm, drawn.firm);
    context.instrument.averageDailyVolume = drawn.averageDailyVolume;
    if (drawn.isTidy) tidy(context);
    return context;
  });

/** A value for any limit that is a number, in a range where it decides something. */
export function anyLimit(name: string): fc.Arbitrary<number> {
  if (name.endsWith('E4')) return fc.integer({ min: -10, max: 60_000 }).map((dollars) => dollars * DOLLAR);
  return fc.integer({ min: -1, max: 600 });
}

/** Limits that are lists of rules, each rule only adding refusals. */
export const anyRules = {
  orderRates: fc.record({ count: fc.nat(4), windowMs: fc.nat(4_000) }),
  priceCollars: fc.array(fc.record({ upToE4: maybe(priceE4), basisPoints: fc.nat(1_500) }), {
    minLength: 1,
    maxLength: 3,
  }),
  shareTotals: fc.record({
    thresholdE4: fc.constantFrom(5 * DOLLAR, 100 * DOLLAR, 150 * DOLLAR),
    maxAbove: maybe(fc.nat(900)),
    maxAtOrBelow: maybe(fc.nat(900)),
  }),
  spoofingRules: fc.record({
    minRestingShares: fc.nat(400),
    timesOrder: fc.nat(4),
  }) satisfies fc.Arbitrary<SpoofingRule>,
};

/** Gives the order consistent terms and the account permission to trade, so that only market, position, rate and money checks remain. */
function tidy(context: TestContext): void {
  tidyOrder(context.order);
  Object.assign(context.account, { isLocked: false, canLogIn: true, permissionMask: 3 });
  Object.assign(context.market, { session: 'open' });
  const { order, portfolio } = context;
  if (order.side === 'Sell' && order.symbol === 'SPY')
    portfolio.positions.set('SPY', {
      quantity: order.quantity + (portfolio.openInterest.get('SPY')?.sell ?? 0),
    });
  if (order.side === 'Short') portfolio.positions.delete('SPY');
}

function tidyOrder(order: TestContext['order']): void {
  const isOption = order.symbol !== 'SPY';
  const { needsLimitPrice: needsPrice, takesStopPrice: waits } = ORDER_TYPES[order.type];
  if (isOption && (order.side === 'Short' || waits)) Object.assign(order, { side: 'Sell', type: 'Limit' });
  Object.assign(order, {
    source: isOption || order.side !== 'Sell' ? 'Open' : 'Close',
    tif: order.type === 'Limit' && order.tif === 'GoodTillCrossing' ? order.tif : 'Day',
    priceE4: needsPrice || isOption ? order.priceE4 || 100 * DOLLAR : 0,
    stopPriceE4: waits ? order.stopPriceE4 || 100 * DOLLAR : 0,
    stopType: 'Static',
    offsetType: null,
    offsetE4: 0,
    goodTillMs: null,
    minQuantity: 0,
    tradeType: null,
    strategyId: null,
  });
}
