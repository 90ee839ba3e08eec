import { beforeEach, expect, test } from 'vitest';
import type { Body, MessageName } from '../../protocol/index.ts';
import { createBboFeed, type BboFeed } from './bbo-feed.ts';

let sent: [MessageName, unknown][];
let isOpen: boolean;
let feed: BboFeed;
let heard: string[][];

const quote = (X: string, B: number, A = B + 0.1): Body<'exchangeQuote'> => ({
  S: 'SPY',
  X,
  B,
  BS: 100,
  A,
  AS: 200,
  TS: 1,
});
const hear = (items: Body<'bboAnswer'>['Items']) =>
  void heard.push(items.map(({ Exchange, Bid }) => `${Exchange} ${Bid}`));
const types = () => sent.map(([name]) => name);

beforeEach(() => {
  sent = [];
  heard = [];
  isOpen = true;
  feed = createBboFeed({
    streaming: { sendReady: (name, body) => isOpen && sent.push([name, body]) > 0 },
    account: () => 'D-1',
  });
});

test('the exchanges of a symbol come as a list, best bid first, with each change', () => {
  feed.watch('SPY', hear);
  expect(sent).toEqual([['subscribe', { Account: 'D-1', Symbol: 'SPY', Type: 'Bbo' }]]);
  feed.onQuote(quote('ARCA', 99));
  feed.onQuote(quote('NSDQ', 100));
  feed.onQuote(quote('ARCA', 101));
  expect(heard).toEqual([['ARCA 99'], ['NSDQ 100', 'ARCA 99'], ['ARCA 101', 'NSDQ 100']]);
});

test('an exchange that shows nothing any more is gone from the list', () => {
  feed.watch('SPY', hear);
  feed.onQuote(quote('ARCA', 99));
  feed.onQuote(quote('ARCA', 0, 0));
  expect(heard.at(-1)).toEqual([]);
});

test('two who look at a symbol are one subscription; the second sees at once what the first one sees', () => {
  const first = feed.watch('SPY', hear);
  feed.onQuote(quote('ARCA', 99));
  heard = [];
  const second = feed.watch('SPY', hear);
  expect([heard, types()]).toEqual([[['ARCA 99']], ['subscribe']]);
  first();
  first();
  expect(types()).toEqual(['subscribe']);
  second();
  expect(types()).toEqual(['subscribe', 'unsubscribe']);
  feed.onQuote(quote('ARCA', 98));
  expect(heard).toHaveLength(1);
});

test('after an outage everything is subscribed anew, and what may have gone meanwhile is forgotten', () => {
  isOpen = false;
  feed.watch('SPY', hear);
  expect(sent).toEqual([]);
  isOpen = true;
  feed.onReady();
  feed.onQuote(quote('ARCA', 99));
  feed.onReady();
  feed.onQuote(quote('NSDQ', 100));
  expect([types(), heard.at(-1)]).toEqual([['subscribe', 'subscribe'], ['NSDQ 100']]);
});

test('quotes of a symbol that nobody looks at are passed over', () => {
  feed.onQuote(quote('ARCA', 99));
  expect([heard, sent]).toEqual([[], []]);
});
