import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { ExternalTicket } from '../external-orders/index.ts';
import { tickSizeE4 } from '../../money/price.ts';
import {
  alpacaChange,
  decimalE4,
  decimalText,
  FillBook,
  readAlpacaOrder,
  readAlpacaOrders,
  toAlpacaOrder,
  withAlpacaExits,
} from './index.ts';

const LIMIT: ExternalTicket = {
  symbol: 'AAPL',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 10,
  priceE4: 1_909_000,
  stopPriceE4: 0,
  route: 'AUTO',
};

/** An order as Alpaca lists it after it was sent with this body. */
const listed = (body: object, change: object = {}): object => ({
  id: 'a5be8f5e',
  submitted_at: '2026-11-20T15:00:00.123456789Z',
  status: 'new',
  filled_qty: '0',
  filled_avg_price: null,
  ...body,
  ...change,
});

const price = fc.integer({ min: 1, max: 900_000_000 }).map((e4) => e4 - (e4 % tickSizeE4(e4)) || 1);

describe('decimals of Alpaca', () => {
  test.prop([fc.integer({ min: 0, max: 900_000_000_000 })])('are exact in both directions', (e4) => {
    expect(decimalE4(decimalText(e4))).toBe(e4);
  });
  it.each([
    ['105.89', 1_058_900],
    ['0.00005', 1],
    ['100.00004', 1_000_000],
    ['', undefined],
    ['1e3', undefined],
    ['-1', undefined],
    [null, undefined],
  ])('reads %s', (text, e4) => {
    expect(decimalE4(text)).toBe(e4);
  });
});

describe('orders of Alpaca', () => {
  test.prop([
    fc.constantFrom('Limit', 'Stop', 'StopLimit', 'Market', 'MarketOnClose', 'LimitOnClose'),
    fc.constantFrom(
      'Day',
      'GoodTillCancel',
      'AtOpening',
      'ImmediateOrCancel',
      'FillOrKill',
      'GoodTillCrossing',
    ),
    fc.constantFrom(
      { side: 'Buy', source: 'Open' } as const,
      { side: 'Buy', source: 'Cover' } as const,
      { side: 'Sell', source: 'Close' } as const,
      { side: 'Short', source: 'Open' } as const,
    ),
    fc.integer({ min: 1, max: 1_000_000 }),
    price,
    price,
  ])('read back as they were sent', (type, tif, way, quantity, priceE4, stopPriceE4) => {
    const ticket: ExternalTicket = { ...LIMIT, ...way, type, tif, quantity, priceE4, stopPriceE4 };
    const body = toAlpacaOrder(ticket, 'ord1');
    if (!body.ok) return;
    const read = readAlpacaOrder(listed(body.value), 'A1', new FillBook());
    const hasLimit = type === 'Limit' || type === 'StopLimit' || type === 'LimitOnClose';
    const hasStop = type === 'Stop' || type === 'StopLimit';
    expect(read).toMatchObject({
      ...way,
      type,
      tif,
      quantity,
      clientId: 'ord1',
      priceE4: hasLimit ? priceE4 : 0,
      stopPriceE4: hasStop ? stopPriceE4 : 0,
    });
  });

  it('trail by dollars or per cent, from the market, and only as stops', () => {
    const trail = { offsetType: 'Percent', offsetE4: 15_000 } as const;
    const body = toAlpacaOrder({ ...LIMIT, type: 'Stop', trail }, 'ord1');
    expect(body).toMatchObject({ ok: true, value: { type: 'trailing_stop', trail_percent: '1.5' } });
    expect(body.ok && readAlpacaOrder(listed(body.value), 'A1', new FillBook())).toMatchObject({
      type: 'Stop',
      trail,
    });
    expect(body.ok && alpacaChange(body.value)).toMatchObject({ trail: '1.5' });
    expect(toAlpacaOrder({ ...LIMIT, type: 'Stop', trail, stopPriceE4: 100 }, 'ord1').ok).toBe(false);
    expect(toAlpacaOrder({ ...LIMIT, type: 'StopLimit', trail }, 'ord1').ok).toBe(false);
  });

  it.each([
    ['a price between two cents', { priceE4: 1_909_050 }],
    ['an option', { symbol: 'AAPL240517P00190000' }],
    ['an index', { symbol: '$SPX' }],
    ['no quantity', { quantity: 0 }],
    ['a market order in extended hours', { type: 'Market', tif: 'GoodTillCrossing' }],
    ['a date', { tif: 'GoodTillDate' }],
  ] as const)('are not made of %s', (_name, change) => {
    expect(toAlpacaOrder({ ...LIMIT, ...change }, 'ord1').ok).toBe(false);
  });

  it.each([
    [{ targetE4: 2_000_000, stopE4: 1_800_000 }, false, 'bracket'],
    [{ targetE4: 0, stopE4: 1_800_000 }, false, 'oto'],
    [{ targetE4: 2_000_000, stopE4: 1_800_000 }, true, 'oco'],
  ])('carry exits %j', (exits, isClosing, kind) => {
    const body = toAlpacaOrder(LIMIT, 'ord1');
    expect(body.ok && withAlpacaExits(body.value, exits, isClosing)).toMatchObject({
      ok: true,
      value: { order_class: kind },
    });
  });

  it('of fractions of shares are counted as unreadable, and legs are orders', () => {
    const body = toAlpacaOrder(LIMIT, 'ord1');
    if (!body.ok) throw new Error(body.error.message);
    const parent = listed(body.value, { legs: [listed(body.value, { id: 'leg', status: 'held' })] });
    const read = readAlpacaOrders(
      [parent, listed(body.value, { id: 'half', qty: '0.5' })],
      'A1',
      new FillBook(),
    );
    expect(read.unreadable).toBe(1);
    expect(read.orders.map(({ orderId, status }) => [orderId, status])).toEqual([
      ['a5be8f5e', 'Confirmed'],
      ['leg', 'Pending'],
    ]);
  });
});

describe('fills of Alpaca', () => {
  test.prop([
    fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 }),
    fc.array(fc.nat(7)),
  ])('add up to what the order says, whatever is repeated', (parts, repeats) => {
    const book = new FillBook();
    const totals = parts.map((_part, index) =>
      parts.slice(0, index + 1).reduce((sum, part) => sum + part, 0),
    );
    totals.forEach((total, index) => {
      book.read('o', total, 10.25, 1);
      const again = totals[Math.min(repeats[index] ?? 0, index)];
      if (again !== undefined) book.read('o', again, 10.25, 1);
    });
    const fills = book.read('o', totals.at(-1) ?? 0, 10.25, 1);
    expect(fills.map(({ quantity }) => quantity)).toEqual(parts);
    expect(fills.every(({ priceE4 }) => priceE4 === 102_500)).toBe(true);
  });

  it('have the price of the difference of two averages', () => {
    const book = new FillBook();
    book.read('o', 4, 100, 1);
    expect(book.read('o', 10, 100.6, 2).at(-1)).toMatchObject({ quantity: 6, priceE4: 1_010_000 });
  });
});
