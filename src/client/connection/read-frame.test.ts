import { expect, test } from 'vitest';
import { encode } from '../../protocol/index.ts';
import { readFrame } from './read-frame.ts';

const trade = (V: number) => encode('trade', { S: 'SPY', P: 100.01, V, TV: V, X: 'N', TS: 1 });
const exchange = encode('exchangeQuote', { S: 'SPY', X: 'N', B: 1, BS: 1, A: 2, AS: 1, TS: 1 });
const names = (text: string) =>
  readFrame('streaming', text).map((read) => (read.ok ? read.value.name : read.error.reason));

test('a frame of the streaming socket is one message, or an array of them in order', () => {
  expect(names(trade(5))).toEqual(['trade']);
  expect(names(`[${trade(1)},${exchange},${trade(2)}]`)).toEqual(['trade', 'exchangeQuote', 'trade']);
  expect(
    readFrame('streaming', `[${trade(1)},${trade(2)}]`).map((read) => read.ok && read.value.body),
  ).toMatchObject([{ V: 1 }, { V: 2 }]);
  expect(names('[]')).toEqual([]);
});

test('one bad message in an array is reported by itself, and the others count', () => {
  expect(
    names(`[${trade(1)},{"T":303,"S":"SPY","P":-1},7,null,[${trade(1)}],{"T":9999},${trade(2)}]`),
  ).toEqual([
    'trade',
    'invalid-body',
    'not-an-object',
    'not-an-object',
    'not-an-object',
    'unknown-type',
    'trade',
  ]);
  expect(names('[{"T":303')).toEqual(['not-json']);
});

test('other sockets have one message a frame', () => {
  expect(readFrame('data', '[]').map((read) => !read.ok && read.error.reason)).toEqual(['not-an-object']);
});
