import { describe, expect, it } from 'vitest';
import { fromE4 } from '../money/price.ts';
import { optionTermsOf, settleAtExpiry } from './settlement.ts';
import { settlementText } from './settlement-text.ts';

const DOLLAR = 10_000;

/** The text for the settlement of a position at expiration. `quantity` in contracts, `close` of the underlying in dollars. */
function textAt(symbol: string, quantity: number, close: number): string {
  const terms = optionTermsOf(symbol) ?? expect.fail(`${symbol} is an option`);
  const { kind, underlying, contracts, shareQuantity, strikeE4, cashE4, underlyingPriceE4 } = settleAtExpiry(
    terms,
    quantity,
    close * DOLLAR,
  );
  return settlementText({
    kind,
    underlying,
    contracts,
    shares: shareQuantity,
    strike: fromE4(strikeE4),
    cash: fromE4(cashE4),
    ...(underlyingPriceE4 === undefined ? {} : { underlyingPrice: fromE4(underlyingPriceE4) }),
  });
}

describe('the text of a settlement', () => {
  it.each([
    [
      'SPY260306C00100000',
      5,
      105,
      'Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00, SPY closed at 105.00',
    ],
    [
      'SPY260306C00100000',
      -12,
      105,
      'Assigned 12 contracts at 100.00: sold 1,200 SPY for 120,000.00, SPY closed at 105.00',
    ],
    [
      'SPY260306P00100000',
      1,
      95,
      'Exercised 1 contract at 100.00: sold 100 SPY for 10,000.00, SPY closed at 95.00',
    ],
    [
      'SPY260306P00100500',
      -1,
      95,
      'Assigned 1 contract at 100.50: bought 100 SPY for 10,050.00, SPY closed at 95.00',
    ],
    [
      '$SPX260306C05000000',
      2,
      5_010,
      'Exercised 2 contracts at 5,000.00: received 2,000.00 in cash, $SPX closed at 5,010.00',
    ],
    [
      '$SPX260306C05000000',
      -2,
      5_010,
      'Assigned 2 contracts at 5,000.00: paid 2,000.00 in cash, $SPX closed at 5,010.00',
    ],
    ['SPY260306C00100000', 2, 99, 'Expired worthless: 2 contracts held, SPY closed at 99.00'],
    ['SPY260306C00100000', -1, 99, 'Expired worthless: 1 contract written, SPY closed at 99.00'],
  ])('of %s x %d at %d', (symbol, quantity, close, text) => {
    expect(textAt(symbol, quantity, close)).toBe(text);
  });

  it('name a request and the last price of the underlying, and no price where the record has none', () => {
    const facts = {
      kind: 'exercised',
      underlying: 'SPY',
      contracts: -2,
      shares: 200,
      strike: 100,
      cash: -20_000,
    } as const;
    expect(settlementText({ ...facts, isAtRequest: true, underlyingPrice: 104.5 })).toBe(
      'Exercised 2 contracts early at 100.00: bought 200 SPY for 20,000.00, SPY last traded at 104.50',
    );
    expect(settlementText(facts)).toBe('Exercised 2 contracts at 100.00: bought 200 SPY for 20,000.00');
  });
});
