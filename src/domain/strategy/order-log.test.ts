import { expect, it } from 'vitest';
import { OrderLog, readOrderChunk } from './order-log.ts';

const FILL = {
  number: 3,
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

it('packs fills and charges in the order in which they happened', () => {
  const chunk = packed((log) => {
    log.addFill(FILL);
    log.addBorrow({ timeMs: 2_000, amountE4: 77 });
    log.addFill({ ...FILL, side: 'Buy', liquidity: 'R', slippageE4: 800 });
  });
  expect(readOrderChunk(chunk)).toEqual([
    { kind: 'fill', fill: FILL },
    { kind: 'borrow', borrow: { timeMs: 2_000, amountE4: 77 } },
    { kind: 'fill', fill: { ...FILL, side: 'Buy', liquidity: 'R', slippageE4: 800 } },
  ]);
});

it.each([
  ['a fill without a quantity', (log: OrderLog) => log.addFill({ ...FILL, quantity: 0 })],
  ['a fill of half a share', (log: OrderLog) => log.addFill({ ...FILL, quantity: 0.5 })],
  ['a fill without a price', (log: OrderLog) => log.addFill({ ...FILL, price: Number.NaN })],
  ['a fill that slipped to the better side', (log: OrderLog) => log.addFill({ ...FILL, slippageE4: -1 })],
  ['a charge below 0', (log: OrderLog) => log.addBorrow({ timeMs: 1, amountE4: -5 })],
])('refuses a chunk with %s', (_, write) => {
  expect(readOrderChunk(packed(write))).toBeNull();
});
