import { describe, expect, it } from 'vitest';
import { combineLimits, limitsFor, MAXIMA, NO_LIMITS } from './limits.ts';
import { checkNewOrder } from './pipeline.ts';
import { DOLLAR, hold, makeContext, NOW, SELL, type TestContext } from './testing/contexts.ts';
import { pathsOf, putAt, type Path } from './testing/paths.ts';

const nameOf = (path: Path): string => path.join('.');

describe('limits by scope', () => {
  it('take the strictest of firm, account, symbol, route, and account with symbol', () => {
    const limits = limitsFor(
      {
        firm: { maxTradeShares: 500, minAverageDailyVolume: 10 },
        accounts: {
          A: { maxTradeShares: 300, orderRates: [{ count: 1, windowMs: 1 }] },
          B: { maxTradeShares: 1 },
        },
        symbols: { SPY: { maxTradeShares: 400, minAverageDailyVolume: 20 } },
        routes: { 'SMART/AUTO': { maxSliceShares: 7, refusesOddLots: true } },
        accountSymbols: { A: { SPY: { maxSymbolPosition: 9 } } },
      },
      { account: 'A', symbol: 'SPY', routeKey: 'SMART/AUTO' },
    );
    expect(limits).toEqual({
      ...NO_LIMITS,
      maxTradeShares: 300,
      minAverageDailyVolume: 20,
      maxSliceShares: 7,
      refusesOddLots: true,
      maxSymbolPosition: 9,
      orderRates: [{ count: 1, windowMs: 1 }],
    });
  });
  it('are none for a symbol that is called like a part of every object', () => {
    expect(
      limitsFor(
        { firm: {}, accounts: {}, symbols: {}, routes: {}, accountSymbols: {} },
        { account: 'constructor', symbol: 'toString', routeKey: '__proto__' },
      ),
    ).toEqual(NO_LIMITS);
  });
  it('refuse everything that a limit without a number bounds', () => {
    const context = makeContext();
    Object.assign(context.limits, combineLimits({ maxTradeShares: 500 }, { maxTradeShares: Number.NaN }));
    expect(checkNewOrder(context)?.code).toBe(-64);
  });
});

describe('with every limit set', () => {
  const make = (): TestContext => {
    const context = makeContext();
    for (const name of MAXIMA) context.limits[name] = 1_000_000_000_000;
    Object.assign(context.limits, {
      minAverageDailyVolume: 1,
      duplicateWindowMs: 1_000,
      refusesOddLots: true,
      refusesWashSales: true,
      orderRates: [{ count: 9, windowMs: 1_000 }],
      priceCollars: [[{ upToE4: null, basisPoints: 500 }]],
      shareTotals: [{ thresholdE4: DOLLAR, maxAbove: 9_999, maxAtOrBelow: 9_999 }],
      spoofingRules: [{ minRestingShares: 9_999, timesOrder: 99 }],
    });
    context.portfolio.dayTradingPowerE4 = 1_000_000_000;
    hold(context, 'QQQ', 10);
    context.portfolio.openInterest.set('QQQ', { buy: 10, sell: 0 });
    context.portfolio.resting.push({
      side: 'Sell',
      type: 'Limit',
      priceE4: 150 * DOLLAR,
      leaves: 10,
      isTriggered: false,
    });
    context.portfolio.recentOrders.push({
      symbol: 'SPY',
      side: 'Buy',
      type: 'Limit',
      quantity: 1,
      priceE4: 100 * DOLLAR,
      stopPriceE4: 0,
      wasRefused: false,
      isChange: false,
      timeMs: NOW,
    });
    return context;
  };
  it('an ordinary order passes, and nothing that a limit is measured by may be missing', () => {
    expect(checkNewOrder(make())).toBeUndefined();
    const unneeded = pathsOf(make()).filter((path) => {
      const context = make();
      putAt(context, path, undefined);
      return checkNewOrder(context) === undefined;
    });
    // Left are facts of options, shorts, stops, closing orders and cash accounts, rules that count as on when nobody says so, and facts of other
    // orders without which they still cannot be a twin or trade with this one.
    expect(unneeded.map(nameOf).sort()).toEqual([
      'account.optionMask',
      'instrument.borrowableShares',
      'instrument.isIndexOption',
      'instrument.isShortable',
      'instrument.lastTradeMs',
      'limits.maxBulletShares',
      'limits.maxOptionTradeValueE4',
      'limits.maxPositionContracts',
      'limits.maxShortShares',
      'limits.maxShortValueE4',
      'limits.maxSliceShares',
      'limits.maxTotalContracts',
      'limits.maxTradeContracts',
      'limits.refusesOddLots',
      'limits.refusesWashSales',
      'limits.requestTimeoutMs',
      'market.closingCutoffMs',
      'market.isShortSaleRestricted',
      'portfolio.bulletShares',
      'portfolio.freeCashE4',
      'portfolio.optionsOf',
      'portfolio.recentOrders.0.isChange',
      'portfolio.recentOrders.0.priceE4',
      'portfolio.recentOrders.0.side',
      'portfolio.recentOrders.0.stopPriceE4',
      'portfolio.recentOrders.0.symbol',
      'portfolio.recentOrders.0.timeMs',
      'portfolio.recentOrders.0.type',
      'portfolio.recentOrders.0.wasRefused',
      'portfolio.resting.0.isTriggered',
      'portfolio.resting.0.side',
      'route.takesOptionStops',
      'route.takesOptions',
      'server.isStopWatchReady',
    ]);
  });
  it('never keeps anyone from closing a position for the sake of a position limit, the loss of the day or the want of money', () => {
    const context = makeContext();
    Object.assign(context.order, SELL);
    hold(context, 'SPY', 100);
    Object.assign(context.account, { isClosingOnly: true });
    Object.assign(context.portfolio, {
      freeCashE4: -DOLLAR,
      buyingPowerE4: -DOLLAR,
      dayTradingPowerE4: -DOLLAR,
      todayPlE4: -9 * DOLLAR,
    });
    Object.assign(context.limits, {
      maxLongShares: 0,
      maxShortShares: 0,
      maxPositionShares: 0,
      maxSymbolPosition: 0,
      maxTotalShares: 0,
      maxLongValueE4: 0,
      maxPositionValueE4: 0,
      maxSymbols: 0,
      maxFirmSymbolShares: 0,
      maxDailyLossE4: 0,
      minAverageDailyVolume: 9_999_999,
      refusesOddLots: true,
    });
    expect(checkNewOrder(context)).toBeUndefined();
    Object.assign(context.order, { quantity: 101 });
    expect(checkNewOrder(context)?.code).toBe(-12);
  });
});
