import { expect, test } from 'vitest';
import { MessageMeter } from './message-meter.ts';
import { readToolMessage } from './messages.ts';

const callOf = (name: string, args: unknown, id: unknown = 1) =>
  readToolMessage(JSON.stringify({ type: 'call', id, name, args }));

test('reads a call with its checked arguments', () => {
  expect(callOf('bars', { symbol: ' spy ', size: '1d', count: 5 })).toEqual({
    ok: true,
    value: { type: 'call', id: 1, name: 'bars', args: { symbol: 'SPY', size: '1d', count: 5 } },
  });
});

test.each([
  ['an object', { type: 'ready' }, 'It sent a message that is no text.'],
  ['a buffer', new ArrayBuffer(8), 'It sent a message that is no text.'],
  ['a text without end', 'x'.repeat(262_145), 'It sent a message of more than 262144 characters.'],
  ['no JSON', 'ready', 'It sent a message that is not JSON.'],
  ['null', 'null', 'It sent a message that does not exist.'],
  ['a message of the workstation', '{"type":"start"}', 'It sent a message that does not exist.'],
  ['a message with more in it', '{"type":"ready","order":1}', 'It sent a message that does not exist.'],
  ['an id that is no number', '{"type":"pong","id":"1"}', 'It sent a message that does not exist.'],
  ['an endless id', '{"type":"pong","id":1e999}', 'It sent a message that does not exist.'],
])('ends a tool that sends %s', (_case, data, message) => {
  expect(readToolMessage(data)).toEqual({ ok: false, error: { id: null, message } });
});

test.each([
  ['order.send', { symbol: 'SPY', quantity: 100 }, /^There is no call order\.send/],
  ['constructor', {}, /^There is no call constructor/],
  ['__proto__', {}, /^There is no call __proto__/],
  ['bars', { symbol: 'SPY', size: '1s', count: 5 }, /^bars: size/],
  ['bars', { symbol: 'SPY', size: '1d', count: 1_001 }, /^bars: count/],
  ['bars', { symbol: 'S'.repeat(200), size: '1d', count: 1 }, /^bars: symbol/],
  ['watchLists', { account: 'DEMO-1' }, /^watchLists: account/],
  [
    'quotes.set',
    { symbols: Array.from({ length: 101 }, () => 'SPY') },
    /A tool may subscribe to 100 symbols/,
  ],
])('refuses the call %s with %j', (name, args, message) => {
  expect(callOf(name, args, 7)).toEqual({
    ok: false,
    error: { id: 7, message: expect.stringMatching(message) },
  });
});

test('takes no field from a prototype that a message brings', () => {
  const read = readToolMessage(
    '{"type":"call","id":1,"name":"storage.set","args":{"__proto__":{"json":"{}"}}}',
  );
  expect(read.ok).toBe(false);
  expect(Object.hasOwn(Object.prototype, 'json')).toBe(false);
});

test('counts messages and characters, each second from the beginning', () => {
  const meter = new MessageMeter();
  for (let count = 0; count < 200; count += 1) expect(meter.add(10, 0)).toBeNull();
  expect(meter.add(10, 999)).toBe('It sent more than 200 messages within a second.');
  expect(meter.add(2_097_152, 1_000)).toBeNull();
  expect(meter.add(1, 1_500)).toBe('It sent more than 2097152 characters within a second.');
  expect(meter.add(1, 2_000)).toBeNull();
});
