import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { E4 } from '../money/price.ts';
import { backtest, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const run = (code: string, price = 100, symbol = 'SPY') =>
  backtest(
    code,
    minutes(DATE, 600, [
      [price, price, price, price],
      [price, price, price, price],
      [price, price, price, price],
    ]),
    sessionsOf(DATE),
    { symbol },
  );
/** What a call gives in a handler, for an account of 10,000 dollars and a price of 100. */
const sized = (call: string, price = 100): string | undefined =>
  run(`capital(10_000); onBar((bar) => { if (bar.index === 0) log(${call}); });`, price).log.at(-1);

describe('the size of an order', () => {
  it.each([
    ['percentOfEquity(10)', '10'],
    ['percentOfEquity(10.99)', '10'],
    ['percentOfEquity(150)', '150'],
    ['percentOfEquity(10, { price: 50 })', '20'],
    // Loses 4 dollars a share, and may lose 100.
    ['riskToStop(1, 96)', '25'],
    ["riskToStop(1, 104, { side: 'Short' })", '25'],
    ['riskToStop(1, 96, { price: 98 })', '50'],
    // The order to sell stops at 99.33, a third of a cent lower.
    ['riskToStop(1, 99.3333)', '149'],
    ['volatilityTarget(1, 2)', '50'],
    // Further than to a price of 0.
    ['volatilityTarget(100, 250)', '40'],
    ['affordable()', '200'],
    ['affordable({ price: 333 })', '60'],
    ['Math.min(riskToStop(5, 99.9), affordable())', '200'],
  ])('of %s is %s', (call, shares) => {
    expect(sized(call)).toBe(shares);
  });

  it('counts a contract as a hundred shares', () => {
    const { log } = run(
      'capital(10_000); onBar((bar) => { if (bar.index === 0) log(percentOfEquity(10), riskToStop(1, 1.5)); });',
      2,
      'SPY260220C00100000',
    );
    expect(log).toEqual(['5 2']);
  });

  it('counts the profit of the run', () => {
    const { log } = backtest(
      'capital(10_000); onBar((bar) => { log(percentOfEquity(10)); if (bar.index === 0) buy(100); });',
      minutes(DATE, 600, [
        [100, 100, 100, 100],
        [100, 120, 100, 120],
      ]),
      sessionsOf(DATE),
    );
    // 11,999 dollars and some cents.
    expect(log).toEqual(['10', '9']);
  });
});

describe('gives 0 shares, with the reason in the log', () => {
  it.each([
    ['percentOfEquity(0.5)', 'percentOfEquity gives 0 shares: the amount is too small for one share'],
    [
      'riskToStop(1, 101)',
      'riskToStop gives 0 shares: the stop is not on the side of the price on which the position loses',
    ],
    [
      "riskToStop(1, 99, { side: 'Short' })",
      'riskToStop gives 0 shares: the stop is not on the side of the price on which the position loses',
    ],
    ['riskToStop(1, NaN)', 'riskToStop gives 0 shares: the stop has no value yet'],
    ['volatilityTarget(1, atr(20).last)', 'volatilityTarget gives 0 shares: the range has no value yet'],
    ['riskToStop(1_000, 99.99)', 'riskToStop gives 0 shares: an order has at most 1,000,000 shares'],
  ])('for %s', (call, reason) => {
    const hasStudy = call.includes('atr(20)');
    const code = `capital(10_000); ${hasStudy ? 'const range = atr(20);' : ''} onBar((bar) => { if (bar.index === 0) log(${call.replace('atr(20)', 'range')}); });`;
    expect(run(code, 100).log.slice(-2)).toEqual([reason, '0']);
  });

  it('once for each bar on which the reason stays the same', () => {
    const { log } = run('capital(50); onBar((bar) => { percentOfEquity(bar.index === 1 ? 1_000 : 10); });');
    expect(log).toEqual([
      'percentOfEquity gives 0 shares: the amount is too small for one share',
      'percentOfEquity gives 0 shares: the amount is too small for one share',
    ]);
    expect(run('capital(50); onBar(() => { percentOfEquity(10); });').log).toHaveLength(1);
  });

  it('when the run has lost its capital', () => {
    const { log } = backtest(
      'capital(100); onBar((bar) => { if (bar.index === 0) buy(100); else log(affordable()); });',
      minutes(DATE, 600, [
        [100, 100, 100, 100],
        [100, 100, 50, 50],
      ]),
      sessionsOf(DATE),
    );
    expect(log).toEqual(['affordable gives 0 shares: the account has nothing to buy with', '0']);
  });
});

describe('rejects', () => {
  it.each([
    ['percentOfEquity()', 'percentOfEquity takes a percentage, more than 0 and at most 1,000: undefined'],
    ['percentOfEquity(0)', 'percentOfEquity takes a percentage, more than 0 and at most 1,000: 0'],
    ['percentOfEquity(-5)', 'percentOfEquity takes a percentage, more than 0 and at most 1,000: -5'],
    ['percentOfEquity(NaN)', 'percentOfEquity takes a percentage, more than 0 and at most 1,000: NaN'],
    ['percentOfEquity(5, 100)', 'percentOfEquity takes { price }: 100'],
    ['percentOfEquity(5, { stop: 1 })', "percentOfEquity takes { price }. Unknown: 'stop'"],
    ['percentOfEquity(5, { price: 0 })', 'a price is more than 0 and at most 100,000: 0'],
    ['percentOfEquity(5, {}, 1)', 'percentOfEquity() takes at most 2 values: 1'],
    ['riskToStop(1)', 'riskToStop takes a stop in dollars: undefined'],
    ["riskToStop(1, '99')", "riskToStop takes a stop in dollars: '99'"],
    ["riskToStop(1, 99, { side: 'Sell' })", "the side of riskToStop is 'Buy' or 'Short': 'Sell'"],
    ['volatilityTarget(1, {})', 'volatilityTarget takes a range in dollars: object'],
    ['affordable(5)', 'affordable takes { price }: 5'],
  ])('%s', (call, message) => {
    expect(() => run(`onBar(() => { ${call}; });`)).toThrow(message);
  });

  it('a call at the top of the file', () => {
    expect(() => loadStrategy('percentOfEquity(10); onBar(() => {});')).toThrow(
      'the account can only be read in a handler',
    );
  });
});

it('never risks more than stated, and one share more would', () => {
  const cents = (min: number, max: number) => fc.integer({ min, max }).map((price) => price / 100);
  const rule = fc.record({
    capital: fc.integer({ min: 1_000, max: 10_000_000 }),
    percent: fc.integer({ min: 1, max: 2_000 }).map((hundredths) => hundredths / 100),
    price: cents(2_000, 50_000),
    distance: fc.integer({ min: 1, max: 150_000 }).map((e4) => e4 / E4),
    side: fc.constantFrom('Buy', 'Short'),
  });
  fc.assert(
    fc.property(rule, ({ capital, percent, price, distance, side }) => {
      const stop = side === 'Buy' ? price - distance : price + distance;
      const { log } = run(
        `capital(${capital}); onBar((bar) => { if (bar.index === 0) log(riskToStop(${percent}, ${stop}, { side: '${side}' })); });`,
        price,
      );
      const shares = Number(log.at(-1));
      // The stop order is on whole cents, away from the price.
      const stepsAway = Math.ceil(distance * 100 - 1e-6) * 100;
      const budgetE4 = (BigInt(capital) * BigInt(E4) * BigInt(Math.round(percent * 100))) / 10_000n;
      expect(Number.isInteger(shares) && shares >= 0).toBe(true);
      expect(BigInt(shares) * BigInt(stepsAway) <= budgetE4).toBe(true);
      if (shares > 0) expect(BigInt(shares + 1) * BigInt(stepsAway) > budgetE4).toBe(true);
    }),
    { numRuns: 200 },
  );
});
