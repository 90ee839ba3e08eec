import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { catalogue, decode, encode, type Body } from './catalogue.ts';

const order: Body<'orderSend'> = {
  Symbol: 'AAPL',
  Quantity: 100,
  Destination: 'SMART',
  Route: 'AUTO',
  Type: 'Limit',
  Price: 170.12,
  TifType: 'Day',
  Currency: 'USD',
  Account: 'DEMO-1',
  UserId: 'u1',
  ClientId: 'ord1',
  Timestamp: 1,
  Side: 'Buy',
  Source: 'Open',
};

describe('the wire catalogue', () => {
  test('numbers and names are unique, and each message says what it is for', () => {
    const entries = Object.values(catalogue);
    expect(new Set(entries.map(({ T }) => T)).size).toBe(entries.length);
    for (const entry of entries) expect(entry.doc.length).toBeGreaterThan(10);
  });
  test('a message comes out of the frame as it went in', () => {
    expect(decode('trading', 'toServer', encode('orderSend', order))).toEqual({
      ok: true,
      value: { name: 'orderSend', body: order },
    });
  });
  test.each([
    ['not JSON', '{', 'not-json'],
    ['an array', '[]', 'not-an-object'],
    ['null', 'null', 'not-an-object'],
    ['no type', '{}', 'unknown-type'],
    ['a type of another direction', '{"T":101,"IsAuthenticated":true}', 'unknown-type'],
    ['a text as type', '{"T":"20"}', 'unknown-type'],
    ['a missing field', '{"T":1,"UserId":"x"}', 'invalid-body'],
    ['an unknown field', '{"T":4,"Extra":1}', 'invalid-body'],
  ])('%s is refused with its reason', (_title, frame, reason) => {
    const result = decode('trading', 'toServer', frame);
    expect(result.ok ? undefined : result.error.reason).toBe(reason);
  });
  test.each([
    ['a fraction of a share', { Quantity: 1.5 }],
    ['no shares', { Quantity: 0 }],
    ['a negative quantity', { Quantity: -100 }],
    ['a lower-case symbol', { Symbol: 'aapl' }],
    ['a price as text', { Price: '170' }],
    ['a negative price', { Price: -1 }],
    ['another currency', { Currency: 'EUR' }],
    ['an unknown side', { Side: 'Hold' }],
  ])('an order with %s is refused, naming the field', (_title, change) => {
    const result = decode('trading', 'toServer', JSON.stringify({ T: 20, ...order, ...change }));
    expect(result.ok ? '' : result.error.message).toContain(Object.keys(change)[0]);
  });
  test.prop([fc.constantFrom('trading', 'streaming', 'data'), fc.json()])(
    'no JSON text makes the reader throw',
    (socket, text) => {
      expect(typeof decode(socket as 'trading', 'toServer', text).ok).toBe('boolean');
    },
  );
});
