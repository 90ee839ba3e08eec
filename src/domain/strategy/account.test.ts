import { describe, expect, it } from 'vitest';
import { applyFill, createPosition, feesOf, totalFeesE4 } from '../portfolio/index.ts';
import { baseOfAccount } from './account-base.ts';
import { BarPlayer } from './testing/live-with-bars.ts';
import { backtest, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const at = (price: number): TestBar => [price, price, price, price];
const RISING = minutes(DATE, 600, [at(100), at(101), at(102), at(103), at(104)]);
const run = (code: string, options = {}) => backtest(code, RISING, sessionsOf(DATE), options);
const figures = (line = ''): unknown[] => line.split(' ').map(Number);
const LOG_FIGURES =
  'log(account.cash, account.positionValue, account.equity, account.buyingPower, position.fees);';
const feeOf = (side: 'Buy' | 'Sell' | 'Short', priceE4: number): number =>
  totalFeesE4(feesOf(side, 50, priceE4, 'R')) / 10_000;

describe('the account of a backtest', () => {
  it('begins with the capital of the file, 100,000 unless said', () => {
    expect(run(`onBar(() => { ${LOG_FIGURES} });`).log[0]).toBe('100000 0 100000 200000 0');
    expect(run(`capital(2_500.5); onBar(() => { ${LOG_FIGURES} });`).log[0]).toBe('2500.5 0 2500.5 5001 0');
  });

  it('follows the fills of the run, with fees, at the last close', () => {
    const { log } = run(
      `capital(10_000); onBar((bar) => { if (bar.index === 0) buy(50); if (bar.index === 2) sell(); ${LOG_FIGURES} });`,
    );
    const [bought, sold] = [feeOf('Buy', 1_010_000), feeOf('Sell', 1_030_000)];
    expect(bought).toBeGreaterThan(0);
    // The order of the first bar reserves its price.
    expect(figures(log[0])).toEqual([10_000, 0, 10_000, 15_000, 0]);
    // Bought at 101; twice the cash, and the shares at their cost.
    const cash = 10_000 - 5_050 - bought;
    expect(figures(log[1])).toEqual(
      [cash, 5_050, cash + 5_050, 2 * cash + 5_050, bought].map((figure) => expect.closeTo(figure, 6)),
    );
    expect(figures(log[2])).toEqual(
      [cash, 5_100, cash + 5_100, 2 * cash + 5_050, bought].map((figure) => expect.closeTo(figure, 6)),
    );
    const left = cash + 5_150 - sold;
    expect(figures(log[3])).toEqual(
      [left, 0, left, 2 * left, bought + sold].map((figure) => expect.closeTo(figure, 6)),
    );
  });

  it('counts the proceeds of a short sale as cash, and takes half the position more from the buying power', () => {
    const { log } = run(
      `capital(10_000); onBar((bar) => { if (bar.index === 0) short(50); ${LOG_FIGURES} });`,
    );
    const cash = 10_000 + 5_050 - feeOf('Short', 1_010_000);
    expect(figures(log[2]).slice(0, 4)).toEqual([
      expect.closeTo(cash, 6),
      -5_100,
      expect.closeTo(cash - 5_100, 6),
      expect.closeTo(2 * cash - 3 * 5_100, 6),
    ]);
  });

  it('is that of a live run of the same bars', () => {
    const code = `capital(20_000); onBar((bar) => { ${LOG_FIGURES} if (bar.index === 0) goLong(40); if (bar.index === 1) goFlat(); if (bar.index === 2) goShort(30); });`;
    const live = new BarPlayer(code, RISING, sessionsOf(DATE)).play();
    expect(live.log).toEqual(run(code).log);
    expect(live.log).toHaveLength(5);
  });
});

it('shows what the account has when a run continues, and follows the fills of the run from there', () => {
  const earlier = { side: 'Buy', quantity: 30, price: 90, liquidity: 'R' } as const;
  const ofRun = createPosition();
  applyFill(ofRun, {
    signedQuantity: 30,
    priceE4: 900_000,
    feesE4: totalFeesE4(feesOf('Buy', 30, 900_000, 'R')),
  });
  // Beside the 30 shares of the run the account holds something worth 7,000.
  const moment = { cashE4: 50_000_000, equityE4: 150_000_000, buyingPowerE4: 201_234_567 };
  const account = baseOfAccount(moment, [{ position: ofRun, priceE4: 1_000_000 }]);
  const { log } = run(`onBar((bar) => { ${LOG_FIGURES} if (bar.index === 1) sell(); });`, {
    start: { position: 30, fills: [earlier], brackets: [], account },
  });
  expect(figures(log[0]).slice(0, 4)).toEqual([5_000, 3_000, 15_000, 20_123.4567]);
  // Shares that the run holds count at their cost in the buying power, others as they were.
  expect(figures(log[1]).slice(0, 4)).toEqual([5_000, 3_030, 15_030, 20_123.4567]);
  const cash = 5_000 + 30 * 102 - totalFeesE4(feesOf('Sell', 30, 1_020_000, 'R')) / 10_000;
  expect(figures(log[2]).slice(0, 3)).toEqual([expect.closeTo(cash, 6), 0, expect.closeTo(cash + 7_000, 6)]);
});

it.each([
  ['capital(0);', 'capital takes an amount from 1 to 1,000,000,000 dollars: 0'],
  ["capital('5000');", "capital takes an amount from 1 to 1,000,000,000 dollars: '5000'"],
  ['capital(100.00001);', 'capital takes an amount from 1 to 1,000,000,000 dollars: 100.00001'],
  ['capital(1_000, 2);', 'capital() takes one value: 2'],
  ['account.equity;', 'the account can only be read in a handler'],
])('rejects %s', (code, message) => {
  expect(() => loadStrategy(`${code} onBar(() => {});`)).toThrow(message);
});
