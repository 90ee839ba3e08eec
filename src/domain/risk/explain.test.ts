import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  explainNewOrder,
  explainReplacement,
  figuresOfAccepted,
  type CheckedFigures,
  type Remedy,
} from './explain.ts';
import { holds } from './measured.ts';
import { NEW_ORDER_CHECKS } from './order-of-checks.ts';
import { checkNewOrder, checkReplace, firstRefusal } from './pipeline.ts';
import { anyContext, anyLimit } from './testing/arbitrary.ts';
import { makeChange, makeContext, type TestChange, type TestContext } from './testing/contexts.ts';
import type { RiskContext } from './types.ts';

const RUNS = { numRuns: 300 };
const LIMITS = ['maxOrderValueE4', 'maxTradeShares', 'maxLongShares', 'maxPositionValueE4'] as const;
/** Accounts, orders and markets of all sorts, some of them with limits. */
const anyLimited = fc
  .tuple(anyContext, fc.constantFrom(...LIMITS), fc.integer({ min: 0, max: 1 }), anyLimit('E4'), fc.nat(300))
  .map(([make, name, isLimited, valueE4, count]) => (): TestContext => {
    const context = make();
    if (isLimited === 1) context.limits[name] = name.endsWith('E4') ? valueE4 : count;
    return context;
  });

function changesOf(context: RiskContext, { quantity, priceE4 }: Remedy): readonly RiskContext[] {
  const { order } = context;
  return [
    ...(quantity === undefined ? [] : [{ ...context, order: { ...order, quantity } }]),
    ...(priceE4 === undefined ? [] : [{ ...context, order: { ...order, priceE4 } }]),
  ];
}

describe('the explanation of an order', () => {
  it('searches for what passes with the checks that refuse, and verifies it with the others once', () => {
    const context = makeContext();
    context.limits.maxTradeShares = 10;
    let reads = 0;
    const isHalted = { get: () => ((reads += 1), false) };
    Object.defineProperty(context.market, 'isHalted', isHalted);
    expect(checkNewOrder(context)?.checkId).toBe('shares-per-trade');
    const readsOfIntake = reads;
    expect(explainNewOrder(context).remedy).toEqual({ quantity: 10 });
    // The verdict, the search for a quantity and the one for a price: a search with all checks would take some twenty times as many.
    expect(reads - readsOfIntake).toBeLessThanOrEqual(4 * Math.max(1, readsOfIntake));
    expect(reads).toBeGreaterThan(readsOfIntake);
  });

  it('has the verdict of the intake', () => {
    fc.assert(
      fc.property(anyLimited, (make) => {
        const context = make();
        const first = explainNewOrder(context).checks.find(({ code }) => code !== 0);
        const refusal = checkNewOrder(context);
        expect([first?.code, first?.checkId, first?.detail]).toEqual([
          refusal?.code,
          refusal?.checkId,
          refusal?.detail,
        ]);
      }),
      RUNS,
    );
  });

  it('names what makes an order pass, a check or all of them, only when it does', () => {
    let count = 0;
    fc.assert(
      fc.property(anyLimited, (make) => {
        const context = make();
        const { checks, remedy } = explainNewOrder(context);
        for (const { checkId, remedy: ofCheck = {} } of checks) {
          const check = NEW_ORDER_CHECKS.filter(({ id }) => id === checkId);
          for (const changed of changesOf(context, ofCheck)) {
            count += 1;
            expect(firstRefusal(check, changed)).toBeUndefined();
          }
        }
        for (const changed of changesOf(context, remedy)) expect(checkNewOrder(changed)).toBeUndefined();
      }),
      RUNS,
    );
    expect(count).toBeGreaterThan(20);
  });

  it('shows the numbers that decided', () => {
    fc.assert(
      fc.property(anyLimited, (make) => {
        for (const { code, figure } of explainNewOrder(make()).checks)
          if (figure !== undefined) expect(holds(figure)).toBe(code === 0);
      }),
      RUNS,
    );
  });

  it('of an accepted order has the figures of the checks that compare numbers', () => {
    fc.assert(
      fc.property(anyLimited, (make) => {
        const figures: CheckedFigures[number][] = [];
        const context = {
          ...make(),
          onFigure: (...figure: CheckedFigures[number]) => void figures.push(figure),
        };
        // A refusal ends the checks.
        if (checkNewOrder(context) !== undefined) return;
        const kept = figuresOfAccepted([...figures]);
        const measured = explainNewOrder(context).checks.filter(({ figure }) => figure !== undefined);
        expect(kept).toEqual(measured);
      }),
      RUNS,
    );
  });
});

describe('what makes an order pass', () => {
  const limitOf = (change: (context: TestContext) => void): TestContext => {
    const context = makeContext();
    change(context);
    return context;
  };
  const remedyOf = (context: RiskContext, checkId: string): Remedy | undefined =>
    explainNewOrder(context).checks.find((check) => check.checkId === checkId)?.remedy;

  it('is the largest quantity that a limit allows', () => {
    const context = limitOf(({ limits, order }) => {
      limits.maxTradeShares = 120;
      order.quantity = 500;
    });
    expect(remedyOf(context, 'shares-per-trade')).toMatchObject({ quantity: 120 });
  });

  it('is a whole number of lots where odd lots are refused', () => {
    const context = limitOf(({ limits, order }) => {
      limits.refusesOddLots = true;
      order.quantity = 250;
    });
    expect(remedyOf(context, 'odd-lot')).toMatchObject({ quantity: 200 });
  });

  it('is the highest price of a buy within its price collar', () => {
    const context = limitOf(({ limits, order }) => {
      limits.priceCollars = [[{ upToE4: null, basisPoints: 100 }]];
      Object.assign(order, { type: 'Limit', side: 'Buy', priceE4: 2_000_000 });
    });
    const { priceE4 = 0 } = remedyOf(context, 'price-collar') ?? {};
    const at = (price: number): RiskContext => ({ ...context, order: { ...context.order, priceE4: price } });
    const collar = NEW_ORDER_CHECKS.filter(({ id }) => id === 'price-collar');
    expect(priceE4).toBeGreaterThan(0);
    expect(firstRefusal(collar, at(priceE4))).toBeUndefined();
    expect(firstRefusal(collar, at(priceE4 + 100))).toBeDefined();
  });

  it('is nothing where neither quantity nor price helps', () => {
    const context = limitOf(({ account }) => {
      account.isLocked = true;
    });
    expect(explainNewOrder(context).remedy).toEqual({});
  });
});

describe('the explanation of a replacement', () => {
  const changeOf = (change: (context: TestChange) => void): TestChange => {
    const context = makeChange();
    change(context);
    return context;
  };

  it('has the verdict of the intake, and lists a check of both the request and the order once', () => {
    fc.assert(
      fc.property(anyLimited, fc.nat(400), (make, filled) => {
        const { replaced: _, ...replacement } = make();
        const context = changeOf((change) => {
          change.replacement = replacement;
          change.account = replacement.account;
          if (change.target) change.target.filled = filled;
        });
        const { checks, remedy } = explainReplacement(context);
        const ids = checks.map(({ checkId }) => checkId);
        expect(new Set(ids).size).toBe(ids.length);
        const first = checks.find(({ code }) => code !== 0);
        const refusal = checkReplace(context);
        expect([first?.code, first?.checkId]).toEqual([refusal?.code, refusal?.checkId]);
        for (const changed of changesOf({ ...replacement, replaced: null }, remedy))
          expect(checkReplace({ ...context, replacement: changed })).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('names a total quantity that is more than what is filled', () => {
    const context = changeOf(({ target, replacement }) => {
      if (target) target.filled = 60;
      replacement.limits.maxTradeShares = 100;
      replacement.order.quantity = 500;
    });
    expect(explainReplacement(context).remedy).toEqual({ quantity: 100 });
  });
});
