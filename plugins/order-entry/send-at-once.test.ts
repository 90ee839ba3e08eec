import { beforeEach, describe, expect, test } from 'vitest';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { moveAtOnce, sendAtOnce } from './send-at-once.ts';

let sent: object[];
let replaced: [string, object][];
let messages: string[];
let questions: string[];
let isSure: boolean;
let isStale: boolean;
let ageMs: number | null;
let throughMarketPercent: number;
let lineStatus: string;
let platform: ToolPlatform;

/** A working order of the account. */
const ORDER = {
  OrderId: 'o1',
  Symbol: 'AAPL',
  Side: 'Buy',
  Type: 'Limit',
  Status: 'Confirmed',
  Quantity: 50,
  Fill: 0,
  Unfill: 50,
  Price: 99.5,
  StopPrice: 0,
  TifType: 'Day',
  Destination: 'SMART',
  Route: 'AUTO',
};

beforeEach(() => {
  sent = [];
  replaced = [];
  messages = [];
  questions = [];
  isSure = false;
  isStale = false;
  ageMs = 5;
  throughMarketPercent = 2;
  lineStatus = 'open';
  // Only what the functions use is there.
  platform = {
    canTrade: () => ({ ok: true }),
    exchangeMs: () => Date.UTC(2026, 5, 15, 15),
    session: {
      get: () => ({
        account: 'D1',
        routes: [],
        calendar: [],
        connections: { trading: { status: lineStatus } },
      }),
    },
    tradingApi: { get: () => ({ api: 'Own', name: 'Tapedeck', login: 'LoggedIn', tradingAccount: null }) },
    symbols: {
      get: () => ({ state: 'live', bid: 99.99, bidSize: 1, ask: 100.01, askSize: 1, last: 100 }),
      staleness: () => ({ isStale, ageMs }),
    },
    settings: { get: () => ({ priceMovedPercent: 1, throughMarketPercent }) },
    orders: {
      options: { get: () => null },
      get: () => ({ orders: new Map([['o1', ORDER]]) }),
      send: (ticket: object) => {
        sent.push(ticket);
        return { ok: true, clientId: 'c1' };
      },
      replace: (orderId: string, ticket: object) => {
        replaced.push([orderId, ticket]);
        return { ok: true, clientId: 'c2' };
      },
    },
    dialogs: {
      toast: ({ message }: { message: string }) => messages.push(message),
      confirm: ({ message }: { message: string }) => {
        questions.push(message);
        return Promise.resolve(isSure);
      },
    },
  } as unknown as ToolPlatform;
});

const BUY = { symbol: 'AAPL', side: 'Buy', quantity: 100 };

describe('an order that is sent at once', () => {
  test('is a limit at its price, or a stop at its stop price, and is reported', async () => {
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    await sendAtOnce(platform, { ...BUY, stopPrice: 101 });
    expect(sent).toMatchObject([
      {
        symbol: 'AAPL',
        side: 'Buy',
        quantity: 100,
        type: 'Limit',
        price: 99.5,
        tif: 'Day',
        destination: 'SMART',
      },
      { type: 'Stop', price: null, stopPrice: 101, stopType: 'Static' },
    ]);
    expect(messages).toEqual(['Sent: Buy 100 AAPL at 99.50', 'Sent: Buy 100 AAPL stop 101.00']);
  });
  test('is not sent on stale prices, without a connection, or with a quantity that no ticket takes', async () => {
    isStale = true;
    ageMs = 31_000;
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    isStale = false;
    ageMs = null;
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    ageMs = 5;
    lineStatus = 'closed';
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    lineStatus = 'open';
    await sendAtOnce(platform, { ...BUY, quantity: 2_000_000, price: 99.5 });
    expect([sent, questions]).toEqual([[], []]);
    expect(messages).toEqual([
      'Not sent: The quote of AAPL is stale: it is 31 s old.',
      'Not sent: AAPL has no current price.',
      expect.stringContaining('Not sent: No connection to the order server'),
      expect.stringMatching(/^Not sent: /),
    ]);
  });
  test('needs a confirmation more than 2 % through the market, and as a stop that the market has passed', async () => {
    await sendAtOnce(platform, { ...BUY, price: 102 });
    expect([sent.length, questions.length]).toEqual([1, 0]);
    await sendAtOnce(platform, { ...BUY, price: 102.1 });
    await sendAtOnce(platform, { ...BUY, stopPrice: 100 });
    expect(questions).toEqual([
      'Buy 100 AAPL at 102.10 is 2.1 % through the ask of 100.01. It would trade at once.',
      'The market has passed Buy 100 AAPL stop 100.00: it would trade at once, at the ask of 100.01 or worse.',
    ]);
    expect(sent.length).toBe(1);
    isSure = true;
    await sendAtOnce(platform, { ...BUY, price: 102.1 });
    expect(sent.length).toBe(2);
    throughMarketPercent = 3;
    await sendAtOnce(platform, { ...BUY, price: 102.1 });
    expect([sent.length, questions.length]).toEqual([3, 3]);
  });
});

describe('an order that is moved at once', () => {
  test('keeps everything but its price', async () => {
    await moveAtOnce(platform, { orderId: 'o1', price: 99.4 });
    expect(replaced).toMatchObject([['o1', { quantity: 50, type: 'Limit', price: 99.4, tif: 'Day' }]]);
  });
  test('is reported when it is not open any more', async () => {
    await moveAtOnce(platform, { orderId: 'o2', price: 99.4 });
    expect([replaced, messages]).toEqual([[], ['Not moved: This order is not open any more.']]);
  });
});
