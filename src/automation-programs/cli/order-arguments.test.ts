import { expect, it } from 'vitest';
import { readArguments } from './command.ts';
import { ORDER_OPTIONS, orderOf, orderText } from './order-arguments.ts';

const parsed = (line: string) => orderOf(readArguments(line.split(' '), ORDER_OPTIONS));

it.each([
  ['buy 100 aapl', { symbol: 'AAPL', side: 'Buy', source: 'Open', quantity: 100, type: 'Market' }],
  ['sell 1 BRK.B --limit 190', { side: 'Sell', source: 'Close', type: 'Limit', price: '190' }],
  ['short 5 SPY --stop 90.5', { side: 'Short', source: 'Open', type: 'Stop', stopPrice: '90.5' }],
  ['cover 5 SPY --stop 95 --limit 96', { side: 'Buy', source: 'Cover', type: 'StopLimit' }],
  ['buy 5 SPY --on-close', { type: 'MarketOnClose' }],
  ['buy 5 SPY --on-close --limit 9', { type: 'LimitOnClose', price: '9' }],
  ['buy 5 SPY --tif gtc', { timeInForce: 'GoodTillCancel' }],
  [
    'buy 5 SPY --tif GTD --until 2026-12-24',
    { timeInForce: 'GoodTillDate', goodTill: '2026-12-24T05:00:00.000Z' },
  ],
])('reads %s', (line, expected) => {
  expect(parsed(line)).toMatchObject({ timeInForce: 'Day', ...expected });
});

it.each([
  ['hold 1 SPY', /Name the side first: buy, sell, short, cover/],
  ['constructor 1 SPY', /Name the side first/],
  ['buy 1', /Name quantity and symbol/],
  ['buy 1 SPY QQQ', /"QQQ" is one argument too many/],
  ['buy 0 SPY', /The quantity 0 must be a whole number from 1 to 1,000,000,000/],
  ['buy 1.5 SPY', /The quantity 1\.5 must be/],
  ['buy 1 5PY', /5PY is no symbol/],
  ['buy 1 SPY --limit 1,5', /--limit 1,5 is no price/],
  ['buy 1 SPY --limit 1.00001', /--limit 1\.00001 is no price/],
  ['buy 1 SPY --limit=-5', /--limit -5 is no price/],
  ['buy 1 SPY --tif WEEK', /--tif WEEK is unknown: DAY, GTC, OPG, IOC, FOK, GTX, GTD/],
  ['buy 1 SPY --tif GTD', /--until belongs to --tif GTD/],
  ['buy 1 SPY --until 2026-12-24', /--until belongs to --tif GTD/],
  ['buy 1 SPY --tif GTD --until 2026-02-30', /--until 2026-02-30 is neither a day/],
  ['buy 1 SPY --on-close --stop 5', /exclude each other/],
  ['buy 1 SPY --lmit 5', /--lmit/],
])('refuses %s', (line, message) => {
  expect(() => parsed(line)).toThrow(message);
});

it('names what will be sent, with the kind of its account', () => {
  const terms = { account: 'L-1', ...parsed('cover 5 SPY --stop 95 --limit 96 --tif GTC') };
  expect(orderText(terms, { account: 'L-1', kind: 'live' })).toBe(
    'Cover 5 SPY, StopLimit, limit 96, stop 95, GTC, live account L-1',
  );
});
