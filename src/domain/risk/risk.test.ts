import { describe, expect, it } from 'vitest';
import { orderErrorMessage } from '../orders/errors.ts';
import { CANCEL_CHECKS, NEW_ORDER_CHECKS, REPLACE_CHECKS, REPLACEMENT_CHECKS } from './order-of-checks.ts';
import { checkCancel, checkNewOrder, checkReplace, firstRefusal } from './pipeline.ts';
import { CHANGE_SCENARIOS } from './testing/change-scenarios.ts';
import { makeChange, makeContext, NOW, type TestChange, type TestContext } from './testing/contexts.ts';
import { SCENARIOS } from './testing/scenarios.ts';
import { riskCheck, type Check } from './check.ts';

const changed = (change: (context: TestContext) => void): TestContext => {
  const context = makeContext();
  change(context);
  return context;
};
const changedRequest = (change: (context: TestChange) => void): TestChange => {
  const context = makeChange();
  change(context);
  return context;
};
const named = <Context>(checks: readonly Check<Context>[], id: string): Check<Context> => {
  const found = checks.find((check) => check.id === id);
  if (!found) throw new Error(`no check ${id}`);
  return found;
};

describe('checks of a new order', () => {
  it('have nothing against an ordinary order', () => expect(checkNewOrder(makeContext())).toBeUndefined());
  it.each(SCENARIOS.map((scenario) => [scenario.check, scenario.code, scenario.title, scenario] as const))(
    '%s refuses with %i: %s',
    (id, code, _title, { refuse }) => {
      expect(named(NEW_ORDER_CHECKS, id).check(changed(refuse))).toBe(code);
      expect(checkNewOrder(changed(refuse))).toEqual({
        code,
        message: orderErrorMessage(code),
        checkId: id,
        detail: named(NEW_ORDER_CHECKS, id).detail?.(changed(refuse)),
      });
    },
  );
  it.each(SCENARIOS.map((scenario) => [scenario.check, scenario.title, scenario] as const))(
    '%s lets the nearest harmless thing pass: not %s',
    (id, _title, { pass }) => {
      expect(named(NEW_ORDER_CHECKS, id).check(changed(pass))).toBe(0);
      expect(checkNewOrder(changed(pass))).toBeUndefined();
    },
  );
  it('name the rule and the wait of an order that comes too soon', () => {
    const detailOf = (refuse: (context: TestContext) => void) => checkNewOrder(changed(refuse))?.detail;
    const equal = { symbol: 'SPY', side: 'Buy', type: 'Limit', quantity: 100, priceE4: 1_000_000 } as const;
    const sent = (agoMs: number) => ({
      ...equal,
      stopPriceE4: 0,
      wasRefused: false,
      isChange: false,
      timeMs: NOW - agoMs,
    });
    expect(
      detailOf((c) => {
        c.limits.duplicateWindowMs = 1_000;
        c.portfolio.recentOrders.push(sent(900), sent(300));
      }),
    ).toBe('The same order was sent 300 ms ago. Equal orders must be 1000 ms apart: wait 700 ms.');
    expect(
      detailOf((c) => {
        c.limits.orderRates.push({ count: 2, windowMs: 1_000 });
        c.portfolio.recentOrders.push(sent(950), sent(800), sent(100));
      }),
    ).toBe('At most 2 orders and changes in 1000 ms: wait 200 ms.');
  });
  it.each(['Hotkey', 'Strategy'] as const)(
    'let an equal order pass that states a reason to repeat it: %s',
    (repeatReason) => {
      const twice = (c: TestContext): void => {
        c.limits.duplicateWindowMs = 1_000;
        c.portfolio.recentOrders.push({
          symbol: 'SPY',
          side: 'Buy',
          type: 'Limit',
          quantity: 100,
          priceE4: 1_000_000,
          stopPriceE4: 0,
          wasRefused: false,
          isChange: false,
          timeMs: NOW,
        });
      };
      expect(checkNewOrder(changed(twice))?.checkId).toBe('duplicate-order');
      const repeat = changed(twice);
      repeat.order.repeatReason = repeatReason;
      expect(checkNewOrder(repeat)).toBeUndefined();
      // Every other guard stands, the order rate too.
      repeat.limits.orderRates.push({ count: 1, windowMs: 1_000 });
      expect(checkNewOrder(repeat)?.checkId).toBe('order-rate');
    },
  );
  it('take a symbol as long as symbols are, and none longer', () => {
    const verdict = (length: number) =>
      named(NEW_ORDER_CHECKS, 'message-format').check(
        changed((c) => Object.assign(c.order, { symbol: 'A'.repeat(length) })),
      );
    expect([verdict(23), verdict(24)]).toEqual([0, -1]);
  });
  it('are each shown refusing, with every code they declare', () => {
    for (const check of NEW_ORDER_CHECKS)
      for (const code of check.codes)
        expect(
          SCENARIOS.some((scenario) => scenario.check === check.id && scenario.code === code),
          `${check.id} ${code}`,
        ).toBe(true);
  });
});

describe('checks of cancels and replaces', () => {
  const lists = {
    cancel: { checks: CANCEL_CHECKS as readonly Check<TestChange>[], run: checkCancel },
    replace: { checks: [...REPLACE_CHECKS] as readonly Check<TestChange>[], run: checkReplace },
  };
  const cases = CHANGE_SCENARIOS.flatMap((scenario) =>
    (scenario.appliesTo === 'both' ? (['cancel', 'replace'] as const) : [scenario.appliesTo]).map(
      (kind) => [kind, scenario.check, scenario.code, scenario.title, scenario] as const,
    ),
  );
  it('have nothing against an ordinary cancel or replace', () => {
    expect(checkCancel(makeChange())).toBeUndefined();
    expect(checkReplace(makeChange())).toBeUndefined();
  });
  it.each(cases)('a %s is refused by %s with %i: %s', (kind, id, code, _title, { refuse }) => {
    expect(lists[kind].run(changedRequest(refuse))).toEqual({
      code,
      message: orderErrorMessage(code),
      checkId: id,
    });
  });
  it.each(cases)('a %s passes %s with the nearest harmless thing', (kind, id, _code, _title, { pass }) => {
    const check = lists[kind].checks.find((candidate) => candidate.id === id);
    if (check) expect(check.check(changedRequest(pass))).toBe(0);
    expect(lists[kind].run(changedRequest(pass))).toBeUndefined();
  });
  it('are each shown refusing, with every code they declare', () => {
    for (const kind of ['cancel', 'replace'] as const) {
      for (const check of lists[kind].checks)
        for (const code of check.codes)
          expect(
            cases.some(([caseKind, id, given]) => caseKind === kind && id === check.id && given === code),
            `${kind} ${check.id} ${code}`,
          ).toBe(true);
    }
  });
  it('let an order be cancelled whatever the limits and kill switches say', () => {
    const context = changedRequest((c) => {
      Object.assign(c.server, { isKillSwitchOn: true });
      Object.assign(c.account, {
        isKillSwitchOn: true,
        isLocked: true,
        isClosingOnly: true,
        status: 'suspended',
      });
    });
    expect(checkCancel(context)).toBeUndefined();
    Object.assign(context.replacement.server, { isKillSwitchOn: true });
    expect(checkReplace(context)?.checkId).toBe('server-kill-switch');
  });
  it('count of a replacement only what it adds to the order that it replaces', () => {
    // 40 of 100 are filled, 200 are wanted: 160 work, and 6,000 dollars that the order held are free again.
    const context = changedRequest((c) => {
      Object.assign(c.replacement.limits, { maxLongShares: 200, maxOpenOrders: 1, maxFirmSymbolShares: 200 });
      Object.assign(c.replacement.portfolio, { buyingPowerE4: 100_000_000 });
      c.replacement.firm.symbolShares = 100;
    });
    expect(checkReplace(context)).toBeUndefined();
    context.replacement.order.quantity = 201;
    expect(checkReplace(context)?.checkId).toBe('long-shares');
    Object.assign(context.replacement.limits, { maxLongShares: null });
    expect(checkReplace(context)?.checkId).toBe('firm-symbol');
    Object.assign(context.replacement.limits, { maxFirmSymbolShares: null });
    expect(checkReplace(context)?.checkId).toBe('buying-power');
  });
  it('judge the order that a replace makes by everything but the daily counts and the duplicate', () => {
    const left = NEW_ORDER_CHECKS.filter((check) => !REPLACEMENT_CHECKS.includes(check)).map(({ id }) => id);
    expect(left).toEqual(['account-orders', 'firm-orders', 'duplicate-order']);
  });
});

describe('the pipeline', () => {
  const odd = (answer: () => number): Check<unknown> => ({
    ...riskCheck({ id: 'odd', codes: [-15], title: '', explain: '', check: () => 0 }),
    check: answer as () => 0,
  });
  it('refuses with the first code of a check that throws', () => {
    const throwing = odd(() => {
      throw new Error('no such fact');
    });
    expect(firstRefusal([throwing], undefined)).toEqual({
      code: -15,
      message: 'Invalid trade condition',
      checkId: 'odd',
    });
  });
  it.each([Number.NaN, undefined, 1, -16, true, null])(
    'refuses when a check answers %s, which it never declared',
    (answer) => {
      expect(firstRefusal([odd(() => answer as number)], undefined)?.code).toBe(-15);
    },
  );
  it('stops at the first refusal', () => {
    let later = 0;
    expect(firstRefusal([odd(() => -15), odd(() => (later += 1))], undefined)?.checkId).toBe('odd');
    expect(later).toBe(0);
  });
  it('refuses what throws while it is looked at, wherever that is', () => {
    const thrower = () => {
      throw new Error('broken');
    };
    for (const name of [
      'server',
      'session',
      'account',
      'route',
      'instrument',
      'market',
      'portfolio',
      'limits',
    ] as const) {
      const context = makeContext();
      Object.defineProperty(context, name, { get: thrower });
      expect(checkNewOrder(context), name).toBeDefined();
    }
    const marks = changed((c) => Object.assign(c.limits, { maxLongValueE4: 1e12 }));
    expect(checkNewOrder(marks)).toBeUndefined();
    marks.portfolio.markE4 = thrower;
    expect(checkNewOrder(marks)).toMatchObject({ code: -8, checkId: 'long-value' });
  });
  it('refuses a context in which there is nothing at all', () => {
    expect(checkNewOrder({} as TestContext)?.code).toBe(-1);
    expect(checkCancel({} as TestChange)?.code).toBe(-1);
    expect(checkReplace({} as TestChange)?.code).toBe(-1);
    const { replacement: _none, ...rest } = makeChange();
    expect(checkReplace(rest as TestChange)?.code).toBe(-15);
  });
  it('has each check once in a list, under an id of its own', () => {
    for (const checks of [NEW_ORDER_CHECKS, CANCEL_CHECKS, REPLACE_CHECKS]) {
      const ids = checks.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
