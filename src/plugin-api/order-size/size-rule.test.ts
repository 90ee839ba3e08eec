import { describe, expect, it } from 'vitest';
import { loadSizeEntry, sizeOf, storeSizeEntry, type SizeEntry } from './size-rule.ts';

const STOCK = { symbol: 'AAPL', side: 'Buy' } as const;
const FACTS = { price: 186.4, accountValue: 100_000 };
const entry = (by: SizeEntry['by'], amount: number | null, stop: number | null = null): SizeEntry => ({
  by,
  amount,
  stop,
});

describe('a calculated quantity', () => {
  it('says what it comes to', () => {
    expect(sizeOf(entry('Value', 5_000), STOCK, FACTS)).toEqual({
      quantity: 26,
      text: '26 shares at 186.40: 4,846.40',
    });
    expect(sizeOf(entry('AccountShare', 2), STOCK, FACTS).quantity).toBe(10);
    expect(sizeOf(entry('Risk', 250, 184.3), STOCK, FACTS).quantity).toBe(119);
    expect(sizeOf(entry('Risk', 250, 188.5), { ...STOCK, side: 'Short' }, FACTS).quantity).toBe(119);
    expect(
      sizeOf(entry('Value', 300), { ...STOCK, symbol: 'SPY260306C00100000' }, { ...FACTS, price: 2.5 }),
    ).toEqual({ quantity: 1, text: '1 contract at 2.50: 250.00' });
  });

  it.each([
    [entry('Value', null), FACTS, 'Enter an amount above zero'],
    [entry('Value', Number.NaN), FACTS, 'Enter an amount above zero'],
    [entry('Value', 100), FACTS, 'Not enough for one share'],
    [
      entry('Value', 100),
      { ...FACTS, price: null },
      'There is no price yet: enter a limit, or wait for a quote',
    ],
    [entry('Value', 1e9), { ...FACTS, price: 0.01 }, 'More than the 1,000,000 shares that an order may have'],
    [entry('AccountShare', 2), { ...FACTS, accountValue: null }, 'The value of the account is not known'],
    [entry('Risk', 250), FACTS, 'Enter the stop price'],
    [entry('Risk', 250, 190), FACTS, 'The stop is on the profit side of the price'],
  ])('is missing for %j at %j, which says why', (given, facts, text) => {
    expect(sizeOf(given, STOCK, facts)).toEqual({ quantity: null, text });
  });

  it('remembers what was entered last, and begins with dollars where that cannot be read', () => {
    const items = new Map<string, string>();
    const store = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
    expect(loadSizeEntry(store)).toEqual({ by: 'Value', amount: null });
    storeSizeEntry(store, entry('Risk', 250, 184.3));
    expect(loadSizeEntry(store)).toEqual({ by: 'Risk', amount: 250 });
    for (const text of ['{', '{"by":"Luck","amount":1}', '{"by":"Risk","amount":-1}']) {
      items.set('tapedeck.order-entry.size', text);
      expect(loadSizeEntry(store)).toEqual({ by: 'Value', amount: null });
    }
  });
});
