import { beforeEach, expect, test } from 'vitest';
import type { Body, MessageName } from '../../protocol/index.ts';
import { BboFeed } from './bbo-feed.ts';

let sent: [MessageName, unknown][];
let isOpen: boolean;
let feed: BboFeed;
let received: string[][];

const quote = (X: string, B: number, A = B + 0.1): Body<'exchangeQuote'> => ({
  S: 'SPY',
  X,
  B,
  BS: 100,
  A,
  AS: 200,
  TS: 1,
});
const receive = (items: Body<'bboAnswer'>['Items']) =>
  void received.push(items.map(({ Exchange, Bid }) => `${Exchange} ${Bid}`));
const types = () => sent.map(([name]) => name);

beforeEach(() => {
  sent = [];
  received = [];
  isOpen = true;
  feed = new BboFeed({
    streaming: { sendReady: (name, body) => isOpen && sent.push([name, body]) > 0 },
    account: () => 'D-1',
  });
});

test('delivers the exchanges of a symbol as a list, best bid first, with each change', () => {
  feed.watch('SPY', receive);
  expect(sent).toEqual([['subscribe', { Account: 'D-1', Symbol: 'SPY', Type: 'Bbo' }]]);
  feed.onQuote(quote('ARCA', 99));
  feed.onQuote(quote('NSDQ', 100));
  feed.onQuote(quote('ARCA', 101));
  expect(received).toEqual([['ARCA 99'], ['NSDQ 100', 'ARCA 99'], ['ARCA 101', 'NSDQ 100']]);
});

test('removes an exchange that withdraws its quote', () => {
  feed.watch('SPY', receive);
  feed.onQuote(quote('ARCA', 99));
  feed.onQuote(quote('ARCA', 0, 0));
  expect(received.at(-1)).toEqual([]);
});

test('shares one subscription between two watchers of a symbol, and gives the second the present quotes at once', () => {
  const first = feed.watch('SPY', receive);
  feed.onQuote(quote('ARCA', 99));
  received = [];
  const second = feed.watch('SPY', receive);
  expect([received, types()]).toEqual([[['ARCA 99']], ['subscribe']]);
  first();
  first();
  expect(types()).toEqual(['subscribe']);
  second();
  expect(types()).toEqual(['subscribe', 'unsubscribe']);
  feed.onQuote(quote('ARCA', 98));
  expect(received).toHaveLength(1);
});

test('subscribes every watched symbol again after an outage, and drops the exchanges known before it', () => {
  isOpen = false;
  feed.watch('SPY', receive);
  expect(sent).toEqual([]);
  isOpen = true;
  feed.onReady();
  feed.onQuote(quote('ARCA', 99));
  feed.onReady();
  feed.onQuote(quote('NSDQ', 100));
  expect([types(), received.at(-1)]).toEqual([['subscribe', 'subscribe'], ['NSDQ 100']]);
});

test('ignores quotes of a symbol that is not watched', () => {
  feed.onQuote(quote('ARCA', 99));
  expect([received, sent]).toEqual([[], []]);
});
