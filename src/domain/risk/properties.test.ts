import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineLimits, MAXIMA, MINIMA, type RiskLimits } from './limits.ts';
import { checkCancel, checkNewOrder, checkReplace } from './pipeline.ts';
import { anyContext, anyLimit, anyRules } from './testing/arbitrary.ts';
import { CHANGE_SCENARIOS } from './testing/change-scenarios.ts';
import { makeChange, makeContext, NOW, type TestContext } from './testing/contexts.ts';
import { pathsOf, putAt, type Path } from './testing/paths.ts';
import { SCENARIOS } from './testing/scenarios.ts';

const RUNS = { numRuns: 300 };
const JUNK = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, 0.5, -0.5] as const;
const textOf = (path: Path): string => path.join('.');

describe('a limit more', () => {
  const rank = (name: string, a: number | null, b: number | null): boolean =>
    a === null || (b !== null && (MINIMA.some((minimum) => minimum === name) ? b >= a : b <= a));
  it.each([...MAXIMA, ...MINIMA])('or a stricter one never turns a refusal into a pass: %s', (name) => {
    fc.assert(
      fc.property(
        anyContext,
        fc.option(anyLimit(name), { nil: null }),
        fc.option(anyLimit(name), { nil: null }),
        (make, a, b) => {
          const [loose, strict] = rank(name, a, b) ? [a, b] : [b, a];
          const judge = (value: number | null) => {
            const context = make();
            context.limits[name] = value;
            return checkNewOrder(context);
          };
          if (judge(loose) !== undefined) expect(judge(strict)).toBeDefined();
        },
      ),
      RUNS,
    );
  });
  it.each(['orderRates', 'priceCollars', 'shareTotals', 'spoofingRules'] as const)(
    'never turns a refusal into a pass: %s',
    (name) => {
      fc.assert(
        fc.property(
          anyContext,
          fc.array(anyRules[name] as fc.Arbitrary<never>, { maxLength: 2 }),
          anyRules[name],
          (make, before, more) => {
            const judge = (rules: readonly unknown[]) => {
              const context = make();
              Object.assign(context.limits, { [name]: rules });
              return checkNewOrder(context);
            };
            if (judge(before) !== undefined) expect(judge([...before, more])).toBeDefined();
          },
        ),
        RUNS,
      );
    },
  );
  it('of another scope only makes the limits of an order stricter', () => {
    const anyLimits = fc.record(
      {
        maxTradeShares: fc.nat(500),
        maxLongShares: fc.nat(500),
        maxOrderValueE4: anyLimit('E4'),
        minAverageDailyVolume: fc.nat(2_000),
        refusesOddLots: fc.boolean(),
        shareTotals: fc.array(anyRules.shareTotals, { maxLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyContext, anyLimits, anyLimits, (make, firm, account) => {
        const judge = (limits: RiskLimits) => {
          const context = make();
          Object.assign(context.limits, limits);
          return checkNewOrder(context);
        };
        const both = combineLimits(firm, account);
        if (judge(combineLimits(firm)) !== undefined || judge(combineLimits(account)) !== undefined)
          expect(judge(both)).toBeDefined();
        expect(combineLimits(account, firm).maxTradeShares).toBe(both.maxTradeShares);
      }),
      RUNS,
    );
  });
});

describe('a fact less', () => {
  const changeCases = CHANGE_SCENARIOS.flatMap((scenario) =>
    (scenario.appliesTo === 'both' ? (['cancel', 'replace'] as const) : [scenario.appliesTo]).map((kind) => ({
      kind,
      scenario,
    })),
  );
  it('never turns a refusal into a pass, whichever it is, in every scenario', () => {
    for (const { refuse, check, title } of SCENARIOS) {
      const spoilt = makeContext();
      refuse(spoilt);
      for (const path of pathsOf(spoilt)) {
        const context = makeContext();
        refuse(context);
        putAt(context, path, undefined);
        expect(checkNewOrder(context), `${check} (${title}) without ${textOf(path)}`).toBeDefined();
      }
    }
  });
  it('never turns a refused cancel or replace into a pass', () => {
    for (const { kind, scenario } of changeCases) {
      const spoilt = makeChange();
      scenario.refuse(spoilt);
      for (const path of pathsOf(spoilt)) {
        const context = makeChange();
        scenario.refuse(context);
        putAt(context, path, undefined);
        expect(
          (kind === 'cancel' ? checkCancel : checkReplace)(context),
          `${kind} ${scenario.check} without ${textOf(path)}`,
        ).toBeDefined();
      }
    }
  });
  it('never turns a refusal into a pass, whatever the order', () => {
    fc.assert(
      fc.property(
        anyContext,
        fc.nat(),
        fc.dictionary(fc.constantFrom(...MAXIMA, ...MINIMA), fc.nat(500), { maxKeys: 3 }),
        (make, pick, limits) => {
          const context = make();
          Object.assign(context.limits, limits);
          fc.pre(checkNewOrder(context) !== undefined);
          const paths = pathsOf(context);
          const path = paths[pick % paths.length] ?? [];
          putAt(context, path, undefined);
          expect(checkNewOrder(context), textOf(path)).toBeDefined();
        },
      ),
      { numRuns: 3_000 },
    );
  });
  it('refuses an ordinary order too, unless that order does not need it', () => {
    const unneeded = pathsOf(makeContext()).filter((path) => {
      const context = makeContext();
      putAt(context, path, undefined);
      return checkNewOrder(context) === undefined;
    });
    // The facts that a limit order to buy stock on margin, without limits and in an open market, does not need: only other orders or set limits read them..
    expect(unneeded.map(textOf).sort()).toEqual([
      'account.optionMask',
      'firm',
      'firm.ordersToday',
      'firm.symbolShares',
      'instrument.averageDailyVolume',
      'instrument.borrowableShares',
      'instrument.isIndexOption',
      'instrument.isShortable',
      'instrument.lastTradeMs',
      'instrument.roundLot',
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
      'market.nowMs',
      'portfolio.bulletShares',
      'portfolio.freeCashE4',
      'portfolio.markE4',
      'portfolio.openOrderCount',
      'portfolio.optionsOf',
      'portfolio.ordersToday',
      'portfolio.recentOrders',
      'portfolio.resting',
      'portfolio.todayPlE4',
      'route.takesOptionStops',
      'route.takesOptions',
      'server.isStopWatchReady',
    ]);
  });
});

describe('junk numbers', () => {
  it('in the order never pass', () => {
    const uses: readonly [string, (context: TestContext) => void, readonly number[]][] = [
      ['quantity', () => undefined, [...JUNK, -0, 0, -1, 1e21]],
      ['priceE4', () => undefined, [...JUNK, -0, 0, -100, 2 ** 53]],
      ['priceE4', (c) => Object.assign(c.order, { type: 'Market' }), [...JUNK, -0, -100]],
      ['stopPriceE4', (c) => Object.assign(c.order, { type: 'Stop', priceE4: 0 }), [...JUNK, -0, 0, -100]],
      ['stopPriceE4', () => undefined, [...JUNK, -0, -100]],
      [
        'offsetE4',
        (c) =>
          Object.assign(c.order, { type: 'Stop', priceE4: 0, stopType: 'Trailing', offsetType: 'Percent' }),
        [...JUNK, -0, 0, -1, 1_000_000],
      ],
      ['minQuantity', () => undefined, [...JUNK, -0, -1]],
      ['displayQuantity', () => undefined, [...JUNK, -0, -1]],
      ['goodTillMs', (c) => Object.assign(c.order, { tif: 'GoodTillDate' }), [...JUNK, -0, NOW]],
    ];
    for (const [name, prepare, values] of uses) {
      for (const value of values) {
        const context = makeContext();
        prepare(context);
        Object.assign(context.order, { [name]: value });
        expect(checkNewOrder(context), `${name} ${value}`).toBeDefined();
      }
    }
  });
  it('among the facts never turn a refusal into a pass', () => {
    for (const { refuse, check, title } of SCENARIOS) {
      const spoilt = makeContext();
      refuse(spoilt);
      for (const path of pathsOf(spoilt, (value) => typeof value === 'number' || value === null)) {
        for (const junk of JUNK) {
          const context = makeContext();
          refuse(context);
          putAt(context, path, junk);
          expect(checkNewOrder(context), `${check} (${title}) with ${textOf(path)} ${junk}`).toBeDefined();
        }
      }
    }
  });
  it('among the facts of a cancel or replace never turn a refusal into a pass', () => {
    for (const scenario of CHANGE_SCENARIOS) {
      const spoilt = makeChange();
      scenario.refuse(spoilt);
      for (const path of pathsOf(spoilt, (value) => typeof value === 'number' || value === null)) {
        for (const junk of JUNK) {
          const context = makeChange();
          scenario.refuse(context);
          putAt(context, path, junk);
          if (scenario.appliesTo !== 'replace')
            expect(
              checkCancel(context),
              `cancel ${scenario.check} with ${textOf(path)} ${junk}`,
            ).toBeDefined();
          if (scenario.appliesTo !== 'cancel')
            expect(
              checkReplace(context),
              `replace ${scenario.check} with ${textOf(path)} ${junk}`,
            ).toBeDefined();
        }
      }
    }
  });
  it('never let an order pass whose value is not an exact integer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (quantity, cents) => {
          const context = makeContext();
          Object.assign(context.order, { quantity, priceE4: cents * 100 });
          Object.assign(context.portfolio, { buyingPowerE4: Number.MAX_SAFE_INTEGER });
          if (checkNewOrder(context) === undefined)
            expect(Number.isSafeInteger(quantity * cents * 100)).toBe(true);
        },
      ),
      RUNS,
    );
  });
});

describe('a verdict', () => {
  it('is the same for the same facts, and changes none of them', () => {
    fc.assert(
      fc.property(anyContext, (make) => {
        const context = make();
        const before = structuredClone({
          ...context,
          portfolio: { ...context.portfolio, markE4: null, optionsOf: null },
        });
        const first = checkNewOrder(context);
        expect(checkNewOrder(context)).toEqual(first);
        expect(checkNewOrder(make())).toEqual(first);
        expect({ ...context, portfolio: { ...context.portfolio, markE4: null, optionsOf: null } }).toEqual(
          before,
        );
      }),
      RUNS,
    );
  });
  it('is often either way in what the properties draw, so that they say something', () => {
    const drawn = fc
      .sample(anyContext, { numRuns: 4_000, seed: 4 })
      .map((make) => checkNewOrder(make())?.checkId ?? 'pass');
    expect(drawn.filter((id) => id === 'pass').length).toBeGreaterThan(100);
    expect(new Set(drawn).size).toBeGreaterThan(20);
  });
});
