import { describe, expect, it } from 'vitest';
import { applyFill, createPosition, multiplierOfSymbol } from '../../portfolio/index.ts';
import { createAccountBook, type AccountBook } from './account-book.ts';
import { accountBuyingPowerE4, accountPowerE4, freeCashE4, openedE4 } from './power.ts';
import type { Marks } from './position-figures.ts';
import { statedMarks } from './testing/marks.ts';

const DOLLAR = 10_000;
const CALL = 'SPY260306C00100000';
const PUT = 'SPY260306P00100000';

/** An account with so many dollars that traded each symbol at a price. */
function holding(
  cash: number,
  trades: readonly (readonly [symbol: string, quantity: number, dollars: number])[],
): AccountBook {
  const account = createAccountBook('A');
  account.cashE4 = cash * DOLLAR;
  for (const [symbol, signedQuantity, dollars] of trades) {
    const position = createPosition(multiplierOfSymbol(symbol));
    applyFill(position, { signedQuantity, priceE4: dollars * DOLLAR, feesE4: 0 });
    account.positions.set(symbol, position);
    account.cashE4 -= signedQuantity * multiplierOfSymbol(symbol) * dollars * DOLLAR;
  }
  return account;
}

/** A market with SPY at 100 and an option at the given prices in dollars. Prices that are not given are unavailable. */
const market = (
  symbol: string,
  option: Partial<Record<'bid' | 'ask' | 'last' | 'close', number>> = {},
): Marks =>
  statedMarks((requested) => {
    const {
      bid = 0,
      ask = 0,
      last = 0,
      close = 0,
    } = requested === symbol ? option : { last: 100, close: 99 };
    return {
      bidE4: bid * DOLLAR,
      askE4: ask * DOLLAR,
      lastE4: last * DOLLAR,
      previousCloseE4: close * DOLLAR,
    };
  });

describe('the buying power of a margin account', () => {
  const power = (marks: Marks): number =>
    accountBuyingPowerE4(holding(100_000, [[PUT, -5, 2]]), marks) / DOLLAR;
  it.each([
    ['the offer, which is what it costs to be rid of it', { bid: 29, ask: 30, last: 2, close: 1 }, 30],
    ['the last trade where nobody offers', { bid: 29, last: 20, close: 1 }, 20],
    ['the close before, as long as it neither is offered nor has traded', { close: 10 }, 10],
    ['what it was written for when it is worth less', { ask: 1 }, 2],
    ['what it was written for when nothing is known', {}, 2],
  ] as const)('counts a written option at %s', (_title, option, price) => {
    expect(power(market(PUT, option))).toBe(200_000 + 2 * 500 * 2 - 50_000 - 2 * 500 * price);
  });
  it('counts shares at the close before until they trade', () => {
    const account = holding(100_000, [['SPY', -100, 90]]);
    expect(accountBuyingPowerE4(account, market('SPY', { close: 95 })) / DOLLAR).toBe(
      2 * 109_000 - 3 * 9_500,
    );
  });
});

describe('the free cash of an account without credit', () => {
  it('is what neither written options nor shares sold short need', () => {
    const prices = market(CALL);
    expect(freeCashE4(holding(10_500, [[PUT, -1, 2]]), prices) / DOLLAR).toBe(700);
    expect(
      freeCashE4(
        holding(10_500, [
          [CALL, -1, 2],
          ['SPY', 100, 100],
        ]),
        prices,
      ) / DOLLAR,
      'a covered call',
    ).toBe(700);
    expect(freeCashE4(holding(10_500, [['SPY', -10, 90]]), prices) / DOLLAR, 'shares at 100').toBe(
      10_500 + 900 - 1_000,
    );
    expect(freeCashE4(holding(10_500, [[CALL, 2, 3]]), prices) / DOLLAR).toBe(9_900);
  });
  it('is shown in place of a buying power', () => {
    const account = holding(10_000, []);
    expect([
      accountPowerE4(account, 'cash', market(CALL)),
      accountPowerE4(account, 'margin', market(CALL)),
    ]).toEqual([10_000 * DOLLAR, 20_000 * DOLLAR]);
  });
});

it('positions take as much of the day trading power as the orders that opened them', () => {
  const opened = (...trades: readonly (readonly [string, number, number])[]): number =>
    openedE4(holding(100_000, trades), market(CALL)) / DOLLAR;
  expect(opened(['SPY', 100, 90])).toBe(9_000);
  expect(opened(['SPY', -100, 90])).toBe(9_000);
  expect(opened([CALL, 2, 3])).toBe(2 * 600);
  expect(opened([PUT, -1, 2]), 'its strike').toBe(10_000);
  expect(opened([CALL, -1, 2], ['SPY', 100, 90]), 'a covered call needs none').toBe(9_000);
});
