import { describe, expect, it } from 'vitest';
import { compareOrders, samePositionFromMs } from './compare-orders.ts';
import { assumedSpread, doubledSpread, rateFills } from './fills.ts';
import { cutTimes, rateLookAhead } from './look-ahead.ts';
import { neighboursOf, rateParameters } from './parameters.ts';
import type { CheckedOrder, RunResult } from './types.ts';
import { arePassed } from './verdict.ts';
import { rateWarmUp, type WarmUpRuns } from './warm-up.ts';

const ALWAYS = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
const order = (sentMs: number, change: Partial<CheckedOrder> = {}): CheckedOrder => ({
  sentMs,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  priceE4: 0,
  stopPriceE4: 0,
  isExit: false,
  fillMs: sentMs,
  ...change,
});
const result = (dollars: number, filledCount = 10): RunResult => ({ netE4: dollars * 10_000, filledCount });

describe('orders of two runs', () => {
  it('are compared by their terms, each order once, within a window', () => {
    const base = [order(1), order(2), order(2), order(3), order(9)];
    expect(compareOrders(base, [...base].toReversed(), ALWAYS)).toEqual({ count: 5, differingCount: 0 });
    expect(compareOrders(base, [order(1), order(2), order(3)], { fromMs: 1, toMs: 3 })).toEqual({
      count: 4,
      differingCount: 1,
    });
    expect(compareOrders([], [order(4)], ALWAYS)).toEqual({ count: 1, differingCount: 1 });
  });

  it.each<Partial<CheckedOrder>>([
    { sentMs: 2 },
    { side: 'Sell' },
    { type: 'Limit' },
    { quantity: 99 },
    { priceE4: 1 },
    { stopPriceE4: 1 },
  ])('differ with %o', (change) => {
    expect(compareOrders([order(1)], [order(1, change)], ALWAYS).differingCount).toBe(1);
  });

  it('do not differ because later bars fill or cancel them, or place their exits', () => {
    expect(compareOrders([order(1)], [order(1, { fillMs: null })], ALWAYS).differingCount).toBe(0);
    const exit = order(2, { isExit: true, type: 'Stop', stopPriceE4: 7 });
    expect(compareOrders([order(1), exit], [order(1)], ALWAYS)).toEqual({ count: 1, differingCount: 0 });
  });
});

describe('the moment from which a later run holds what the whole run holds', () => {
  const sale = (sentMs: number, quantity = 100) => order(sentMs, { side: 'Sell', quantity });

  it('is its begin when the whole run holds nothing then', () => {
    expect(samePositionFromMs([order(1), sale(2), order(9)], [order(9)], 5)).toBe(5);
  });
  it('is after the fills with which both hold the same', () => {
    expect(samePositionFromMs([order(1), sale(7)], [], 5)).toBe(8);
    expect(samePositionFromMs([order(1), order(7), sale(9)], [order(7), sale(9)], 5)).toBe(null);
    expect(samePositionFromMs([order(1), sale(7), order(7)], [order(7)], 5)).toBe(8);
  });
  it('does not count orders without a fill', () => {
    expect(samePositionFromMs([order(1, { fillMs: null })], [], 5)).toBe(5);
  });
});

describe('cuts', () => {
  const orders = Array.from({ length: 60 }, (_, at) => order(at * 10));
  it('are one in each part of the orders, and the last order', () => {
    expect(cutTimes(orders, () => 0)).toEqual([0, 100, 200, 300, 400, 590]);
    expect(cutTimes(orders, () => 0.999)).toEqual([90, 190, 290, 390, 490, 590]);
  });
  it('are fewer for fewer moments', () => {
    expect(cutTimes([order(7), order(3), order(7)], () => 0.5)).toEqual([3, 7]);
    expect(cutTimes([], () => 0.5)).toEqual([]);
  });
});

describe('the check of later bars', () => {
  const cut = (cutMs: number, count: number, differingCount: number) => ({ cutMs, count, differingCount });
  it('passes when nothing differs', () => {
    expect(rateLookAhead([cut(1, 3, 0), cut(2, 9, 0)])).toEqual({
      gate: 'LookAhead',
      verdict: 'Passed',
      text: '9 of 9 orders are the same when the data after them differ (2 cuts).',
    });
  });
  it('fails with one difference, and names the first cut with one', () => {
    const at = Date.UTC(2026, 2, 2, 16, 31);
    const { verdict, text } = rateLookAhead([cut(1, 3, 0), cut(at, 9, 1), cut(at + 1, 20, 8)]);
    expect(verdict).toBe('Failed');
    expect(text).toContain('1 of 9 orders up to 2026-03-02 11:31 differ');
  });
  it('has nothing to say without orders', () => {
    expect(rateLookAhead([]).verdict).toBe('NotApplicable');
  });
});

describe('the warm-up check', () => {
  const runs = (change: Partial<WarmUpRuns>): WarmUpRuns => ({
    history: { baseBars: 50, moreBars: 100, count: 100, differingCount: 0 },
    later: { count: 70, differingCount: 0 },
    laterDate: '2026-02-10',
    orderCount: 100,
    ...change,
  });
  const withHistory = (differingCount: number) =>
    rateWarmUp(runs({ history: { baseBars: 50, moreBars: 100, count: 100, differingCount } }));

  it('passes, warns and fails by the share that more history changes', () => {
    expect([0, 1, 5, 6].map((count) => withHistory(count).verdict)).toEqual([
      'Passed',
      'Warning',
      'Warning',
      'Failed',
    ]);
    expect(withHistory(1).text).toBe(
      '1 of 100 orders (1 %) differ with 100 instead of 50 bars before the period; 0 of 70 orders (0 %) differ in a run from 2026-02-10 on.',
    );
  });
  it('only warns of a later start', () => {
    const withLater = (differingCount: number) =>
      rateWarmUp(runs({ later: { count: 70, differingCount } })).verdict;
    expect([7, 8, 70].map(withLater)).toEqual(['Passed', 'Warning', 'Warning']);
    expect(rateWarmUp(runs({ later: null }))).toMatchObject({
      verdict: 'Warning',
      text: expect.stringContaining('never holds what the whole run holds') as string,
    });
  });
  it('begins its sentence with a capital when only the later start was run', () => {
    expect(rateWarmUp(runs({ history: null, later: null })).text).toMatch(/^A run from 2026-02-10 on/);
  });
  it('has nothing to say without orders, or without a run to compare', () => {
    expect(rateWarmUp(runs({ orderCount: 0 })).verdict).toBe('NotApplicable');
    expect(rateWarmUp(runs({ history: null, later: undefined })).verdict).toBe('NotApplicable');
  });
});

describe('the fill check', () => {
  const spread = assumedSpread('SPY', 6_000_000);
  const rate = (base: number, half: number, whole: number) =>
    rateFills({ base: result(base), half: result(half), whole: result(whole), spread });

  it('assumes a tick, or what a liquid symbol has', () => {
    const kind = (symbol: string, dollars: number) => {
      const { Spread, SpreadAmount } = assumedSpread(symbol, dollars * 10_000);
      return `${SpreadAmount} ${Spread}`;
    };
    expect([kind('X', 0.5), kind('X', 1), kind('X', 49.99), kind('X', 50)]).toEqual([
      '100 BasisPoints',
      '1 Cents',
      '1 Cents',
      '2 BasisPoints',
    ]);
    const option = 'SPY260320C00600000';
    expect([kind(option, 2.99), kind(option, 3)]).toEqual(['5 Cents', '10 Cents']);
    expect(doubledSpread(spread).SpreadAmount).toBe(4);
  });
  it('fails when half a spread turns the profit into a loss', () => {
    expect(rate(1_200, -300, -900)).toEqual({
      gate: 'Fills',
      verdict: 'Failed',
      text: 'The profit of $1,200.00 becomes -$300.00 with fills worse by half a spread (1 bps of the price).',
    });
    expect(rate(1_200, 0, -1).verdict).toBe('Failed');
  });
  it('warns when half a spread costs more than half of the profit, or a whole one all of it', () => {
    expect(rate(1_000, 500, 100).verdict).toBe('Passed');
    expect(rate(1_000, 499, 100).verdict).toBe('Warning');
    expect(rate(1_000, 900, 0).verdict).toBe('Warning');
    expect(rate(1_000, 880, 760).text).toBe(
      'Of the profit of $1,000.00, fills worse by half a spread (1 bps of the price) cost 12 %, by a whole one 24 %.',
    );
  });
  it('warns of a run without a profit, and leaves out one without fills', () => {
    expect(rate(-5, -10, -15)).toMatchObject({
      verdict: 'Warning',
      text: expect.stringContaining('-$5.00') as string,
    });
    const none = result(0, 0);
    expect(rateFills({ base: none, half: none, whole: none, spread }).verdict).toBe('NotApplicable');
  });
});

describe('the parameter check', () => {
  const neighbours = (...nets: (number | null)[]) =>
    nets.map((net, at) => ({ name: 'fast', value: at, result: net === null ? null : result(net) }));
  const rate = (base: number, ...nets: (number | null)[]) =>
    rateParameters({ base: result(base), neighbours: neighbours(...nets) });

  it('varies each number by a tenth, and a whole number by at least 1', () => {
    const declared = [
      { name: 'fast', value: 5 },
      { name: 'slow', value: 30 },
      { name: 'factor', value: 0.1 },
      { name: 'shift', value: -2.5 },
      { name: 'off', value: 0 },
      { name: 'isOn', value: true },
      { name: 'name', value: 'SPY' },
    ];
    expect(neighboursOf(declared).map(({ name, value }) => `${name} ${value}`)).toEqual([
      'fast 4',
      'fast 6',
      'slow 27',
      'slow 33',
      'factor 0.09',
      'factor 0.11',
      'shift -2.75',
      'shift -2.25',
    ]);
    const many = Array.from({ length: 20 }, (_, at) => ({ name: `p${at}`, value: 1 }));
    expect(neighboursOf(many)).toHaveLength(24);
  });
  it('rates by the share with a profit, and by the median', () => {
    expect(rate(100, 90, 80, 110, 95, -1).verdict).toBe('Passed');
    expect(rate(100, 90, 80, 110, -1).verdict).toBe('Warning');
    expect(rate(100, 90, -1, -2).verdict).toBe('Failed');
    expect(rate(100, 10, 20, 49, 49).verdict).toBe('Warning');
  });
  it('says how far the results are apart, and which neighbours could not be run', () => {
    expect(rate(100, 90, null, -20).text).toBe(
      '1 of 2 neighbours (50 %) have a profit; 1 more could not be run: from -$20.00 (fast = 2) to $90.00 (fast = 0), median $35.00; the run itself $100.00.',
    );
  });
  it('warns of a run without a profit, and when no neighbour could be run', () => {
    expect(rate(-100, 1, 2, 3).verdict).toBe('Warning');
    expect(rate(100, null, null).verdict).toBe('Warning');
  });
  it('has nothing to say without fills or numbers', () => {
    expect(rateParameters({ base: result(0, 0), neighbours: neighbours(1) }).verdict).toBe('NotApplicable');
    expect(rate(100).verdict).toBe('NotApplicable');
  });
});

it('checks are passed when none failed and there were orders to compare', () => {
  const passed = { gate: 'LookAhead', verdict: 'Passed' } as const;
  const fills = (verdict: 'Warning' | 'Failed' | 'NotApplicable') => ({ gate: 'Fills', verdict }) as const;
  expect(arePassed([passed, fills('Warning')])).toBe(true);
  expect(arePassed([passed, fills('NotApplicable')])).toBe(true);
  expect(arePassed([passed, fills('Failed')])).toBe(false);
  expect(arePassed([{ gate: 'LookAhead', verdict: 'NotApplicable' }, fills('Warning')])).toBe(false);
  expect(arePassed([])).toBe(false);
});

describe('checks of a run that trades two symbols', () => {
  const all = { fromMs: 0, toMs: 100 };

  it('take orders in another symbol for other orders', () => {
    expect(compareOrders([order(1)], [order(1, { symbol: 'PEP' })], all)).toEqual({
      count: 1,
      differingCount: 1,
    });
    const pair = [order(1), order(1, { symbol: 'PEP' })];
    expect(compareOrders(pair, pair.toReversed(), all)).toEqual({ count: 2, differingCount: 0 });
  });

  it('compare positions symbol by symbol: the excess in one does not make up for the other', () => {
    const [long, short] = [order(1, { fillMs: 2 }), order(1, { fillMs: 2, side: 'Short', symbol: 'PEP' })];
    expect(samePositionFromMs([long, short], [], 5)).toBeNull();
    expect(samePositionFromMs([long, short], [long, short], 5)).toBe(5);
  });
});
