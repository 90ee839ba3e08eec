import { expect, it } from 'vitest';
import { PLAIN_ORDER } from '../request.ts';
import { NO_FEES } from '../../portfolio/index.ts';
import { applyEvent, createBook } from './book.ts';
import { copyBook } from './copy-book.ts';
import type { OrderEvent } from './types.ts';

const order = (clientId: string, change: object = {}) =>
  ({
    ...PLAIN_ORDER,
    account: 'A',
    userId: 'u',
    clientId,
    symbol: 'SPY',
    side: 'Buy',
    source: 'Open',
    type: 'Limit',
    tif: 'Day',
    quantity: 100,
    priceE4: 1_000_000,
    destination: 'SMART',
    route: 'AUTO',
    ...change,
  }) as const;
const executed = (orderId: string, quantity: number): OrderEvent => ({
  kind: 'executed',
  orderId,
  quantity,
  priceE4: 1_000_000,
  exchange: 'X',
  liquidity: 'A',
  fees: { ...NO_FEES, otherE4: 3 },
  timeMs: 1,
});
const BEFORE: readonly OrderEvent[] = [
  { kind: 'funded', account: 'A', cashE4: 1e9, version: 1, timeMs: 1 },
  { kind: 'session', date: '2026-03-02', closes: [], timeMs: 1 },
  {
    kind: 'accepted',
    orderId: '3',
    order: order('a'),
    expiresMs: 9,
    reserveE4: 1_000_000,
    openingQuantity: 100,
    timeMs: 1,
  },
  { kind: 'confirmed', orderId: '3', timeMs: 1 },
  executed('3', 40),
  {
    kind: 'accepted',
    orderId: '6',
    order: order('b', { symbol: 'QQQ' }),
    expiresMs: 9,
    reserveE4: 1_000_000,
    openingQuantity: 100,
    timeMs: 1,
  },
  { kind: 'confirmed', orderId: '6', timeMs: 1 },
  {
    kind: 'replaced',
    orderId: '6',
    order: order('c', { symbol: 'QQQ', quantity: 50 }),
    originalClientId: 'b',
    keptPriority: true,
    expiresMs: 9,
    reserveE4: 1_000_000,
    openingQuantity: 50,
    timeMs: 1,
  },
  { kind: 'rejected', orderId: '9', order: order('d', { quantity: 0 }), code: -16, timeMs: 1 },
  { kind: 'cancelRejected', orderId: '9', account: 'A', userId: 'u', clientId: 'x', code: -19, timeMs: 1 },
];
const AFTER: readonly OrderEvent[] = [
  executed('3', 60),
  { kind: 'cancelPending', orderId: '6', userId: 'u', timeMs: 2 },
  { kind: 'cancelled', orderId: '6', code: 0, timeMs: 2 },
  {
    kind: 'busted',
    orderId: '3',
    serial: 5,
    instruction: 'i',
    was: { quantity: 40, priceE4: 1_000_000, fees: { ...NO_FEES, otherE4: 3 } },
    timeMs: 2,
  },
  { kind: 'session', date: '2026-03-03', closes: [['SPY', 1_010_000]], timeMs: 3 },
  { kind: 'accountOptions', account: 'A', userId: 'u', cancelOnDisconnect: true, isHalted: true, timeMs: 3 },
];

it('a copied book is the same, and goes its own way from then on', () => {
  const book = createBook();
  for (const event of BEFORE) applyEvent(book, book.lastSeq + 1, event);
  const copy = createBook();
  copyBook(book, copy);
  expect(copy).toEqual(book);
  for (const event of AFTER) applyEvent(copy, copy.lastSeq + 1, event);
  const plain = createBook();
  for (const event of [...BEFORE, ...AFTER]) applyEvent(plain, plain.lastSeq + 1, event);
  expect(copy).toEqual(plain);
  const untouched = createBook();
  for (const event of BEFORE) applyEvent(untouched, untouched.lastSeq + 1, event);
  expect(book).toEqual(untouched);
});
