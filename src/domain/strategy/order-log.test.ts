import { expect, it } from 'vitest';
import { OrderLog, readOrderChunk } from './order-log.ts';

const FILL = {
  number: 3,
  symbolIndex: 2,
  side: 'Short',
  quantity: 40,
  price: 10.25,
  timeMs: 1_000,
  liquidity: 'A',
  slippageE4: 0,
} as const;

function packed(write: (log: OrderLog) => void): Float64Array {
  const chunks: Float64Array[] = [];
  const log = new OrderLog((chunk) => chunks.push(chunk));
  write(log);
  log.flush();
  return chunks[0] ?? new Float64Array(0);
}

it('packs fills, charges and prices in the order in which they happened', () => {
  const chunk = packed((log) => {
    log.addFill(FILL);
    log.addBorrow({ symbolIndex: 1, timeMs: 2_000, amountE4: 77 });
    log.addFill({ ...FILL, side: 'Buy', liquidity: 'R', slippageE4: 800 });
    log.addPrice({ symbolIndex: 8, priceE4: 123_400 });
  });
  expect(readOrderChunk(chunk)).toEqual([
    { kind: 'fill', fill: FILL },
    { kind: 'borrow', borrow: { symbolIndex: 1, timeMs: 2_000, amountE4: 77 } },
    { kind: 'fill', fill: { ...FILL, side: 'Buy', liquidity: 'R', slippageE4: 800 } },
    { kind: 'price', price: { symbolIndex: 8, priceE4: 123_400 } },
  ]);
});

it.each([
  ['a fill without a quantity', (log: OrderLog) => log.addFill({ ...FILL, quantity: 0 })],
  ['a fill of half a share', (log: OrderLog) => log.addFill({ ...FILL, quantity: 0.5 })],
  ['a fill without a price', (log: OrderLog) => log.addFill({ ...FILL, price: Number.NaN })],
  ['a fill that slipped to the better side', (log: OrderLog) => log.addFill({ ...FILL, slippageE4: -1 })],
  ['a price of 0', (log: OrderLog) => log.addPrice({ symbolIndex: 1, priceE4: 0 })],
  ['a price of the symbol of the run', (log: OrderLog) => log.addPrice({ symbolIndex: 0, priceE4: 10 })],
  ['a charge below 0', (log: OrderLog) => log.addBorrow({ symbolIndex: 0, timeMs: 1, amountE4: -5 })],
])('refuses a chunk with %s', (_, write) => {
  expect(readOrderChunk(packed(write))).toBeNull();
});
