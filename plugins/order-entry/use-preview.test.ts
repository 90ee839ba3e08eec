import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderPreview, OrdersState, OrderTicket } from '../../src/plugin-api/index.ts';
import {
  DEBOUNCE_MS,
  followPreview,
  RENEW_MS,
  TOO_FREQUENT_RENEW_MS,
  type PreviewState,
} from './use-preview.ts';
import { verdictText } from './TicketFacts.tsx';

const order: OrderTicket = {
  symbol: 'SPY',
  side: 'Buy',
  quantity: 60,
  type: 'Market',
  price: null,
  destination: 'SMART',
  route: 'AUTO',
};
/** The parts of positions, balance and orders that an answer is about. */
const stateOf = (held: number, cash = 1000, working: readonly object[] = [], symbol = 'SPY') =>
  ({
    positions: new Map([[symbol, { LongQty: held, ShortQty: 0, LockedQty: 0 }]]),
    balance: { Cash: cash, BuyingPower: cash },
    orders: new Map(
      working.map((part, index) => [
        String(index),
        { OrderId: String(index), Status: 'Confirmed', Unfill: 1, Price: 1, StopPrice: 0, ...part },
      ]),
    ),
  }) as unknown as OrdersState;
const answerOf = (PositionAfter: number, ErrorCode = 0) => ({ PositionAfter, ErrorCode }) as OrderPreview;

let account: OrdersState;
let listener: () => void;
let queries: AbortSignal[];
let answers: ((after: number, errorCode?: number) => Promise<void>)[];
let shown: PreviewState;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  account = stateOf(0);
  queries = [];
  answers = [];
  shown = { preview: null, isOld: false, failure: null };
  stop = followPreview(
    {
      get: () => account,
      subscribe: (changed) => {
        listener = () => changed();
        return () => {
          listener = () => {};
        };
      },
      preview: (_order, _replaces, signal) =>
        new Promise((resolve) => {
          if (signal !== undefined) queries.push(signal);
          answers.push(async (after, errorCode) => {
            resolve(answerOf(after, errorCode));
            await vi.advanceTimersByTimeAsync(0);
          });
        }),
    },
    [order],
    null,
    (next) => {
      shown = next(shown);
    },
  );
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const change = (next: OrdersState) => {
  account = next;
  listener();
};
const facts = () => [shown.preview?.PositionAfter, shown.isOld];

test('the server is queried once the ticket is unchanged for a while, and again later', async () => {
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS - 1);
  expect(queries).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await answers[0]?.(60);
  expect([queries.length, facts()]).toEqual([1, [60, false]]);
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  expect(queries).toHaveLength(2);
});

test.each([
  ['position', stateOf(60)],
  ['balance', stateOf(0, 900)],
  ['open orders', stateOf(0, 1000, [{}])],
])(
  'an answer is old at once when the %s changed, and the server is queried again, once for changes that come together',
  async (_part, next) => {
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    await answers[0]?.(60);
    change(next);
    expect(facts()).toEqual([60, true]);
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS - 1);
    change(stateOf(60, 800));
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(queries).toHaveLength(2);
    await answers[1]?.(120);
    expect(facts()).toEqual([120, false]);
  },
);

test('an answer on its way when the account changes is dropped', async () => {
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  change(stateOf(60));
  await answers[0]?.(60);
  expect([shown.preview, queries[0]?.aborted]).toEqual([null, true]);
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  await answers[1]?.(120);
  expect(facts()).toEqual([120, false]);
});

test('what is no matter of the order asks nothing', async () => {
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  await answers[0]?.(60);
  const other = stateOf(7, 1000, [{ Status: 'Executed', Unfill: 0 }], 'QQQ');
  change({ ...other, positions: new Map([...account.positions, ...other.positions]) });
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  expect([queries.length, facts()]).toEqual([1, [60, false]]);
});

test('does not call a good ticket refused because the same order has just been sent', async () => {
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  await answers[0]?.(60);
  // The order is sent: the account changes, and within a second the same order is a repetition.
  change(stateOf(60));
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  await answers[1]?.(0, -48);
  expect([shown.preview?.ErrorCode, shown.isOld]).toEqual([0, true]);
  await vi.advanceTimersByTimeAsync(TOO_FREQUENT_RENEW_MS);
  await answers[2]?.(120);
  expect(facts()).toEqual([120, false]);
});

test('shows that orders are too frequent once that outlasts a second', async () => {
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  await answers[0]?.(0, -48);
  expect(shown.preview).toBeNull();
  await vi.advanceTimersByTimeAsync(TOO_FREQUENT_RENEW_MS);
  await answers[1]?.(0, -48);
  expect(shown.preview?.ErrorCode).toBe(-48);
});

test('nothing is queried after the end', async () => {
  stop();
  change(stateOf(60));
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  expect(queries).toHaveLength(0);
});

test('of two orders that exclude each other, each is judged, and the verdict names the one that would be rejected', async () => {
  stop();
  const codes: Record<string, number> = { Limit: 0, Stop: -20 };
  const judged: string[] = [];
  const follow = () =>
    followPreview(
      {
        get: () => account,
        subscribe: () => () => {},
        preview: ({ type }) => {
          judged.push(type);
          return Promise.resolve({ ...answerOf(60, codes[type]), Message: `${type} is wrong` });
        },
      },
      [
        { ...order, type: 'Limit', price: 99 },
        { ...order, type: 'Stop', stopPrice: 101 },
      ],
      null,
      (next) => {
        shown = next(shown);
      },
    );
  stop = follow();
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  expect([judged, verdictText(shown)]).toEqual([
    ['Limit', 'Stop'],
    'The server would reject the other order: Stop is wrong',
  ]);
  codes['Limit'] = -21;
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  expect(verdictText(shown)).toBe('The server would reject it: Limit is wrong');
  codes['Limit'] = codes['Stop'] = 0;
  await vi.advanceTimersByTimeAsync(RENEW_MS);
  expect([verdictText(shown), shown.preview?.ErrorCode]).toEqual(['', 0]);
});
