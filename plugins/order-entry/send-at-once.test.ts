import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { heldOrdersOf } from './held-orders.ts';
import { moveAtOnce, sendAtOnce } from './send-at-once.ts';

let sent: object[];
let replaced: [string, object][];
let messages: string[];
let questions: string[];
let placed: object[];
let orderTemplates: Record<string, string>;
let saves: unknown;
let positions: Map<string, object>;
let isSure: boolean;
let isStale: boolean;
let ageMs: number | null;
let throughMarketPercent: number;
let lineStatus: string;
let holdSeconds: number;
let isArmedHeld: boolean;
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
  placed = [];
  orderTemplates = {};
  saves = null;
  positions = new Map();
  isSure = false;
  isStale = false;
  ageMs = 5;
  throughMarketPercent = 2;
  lineStatus = 'open';
  holdSeconds = 0;
  isArmedHeld = false;
  // Only what the functions use is there.
  platform = {
    canTrade: () => ({ ok: true }),
    exchangeMs: () => Date.UTC(2026, 5, 15, 15),
    session: {
      subscribe: () => () => {},
      get: () => ({
        account: 'D1',
        routes: [],
        calendar: [],
        connections: { trading: { status: lineStatus } },
      }),
    },
    tradingApi: {
      subscribe: () => () => {},
      get: () => ({
        api: 'Own',
        name: 'Tapedeck',
        login: 'LoggedIn',
        tradingAccount: null,
        capabilities: BROKERS.tapedeck.capabilities,
      }),
    },
    symbols: {
      get: () => ({ state: 'live', bid: 99.99, bidSize: 1, ask: 100.01, askSize: 1, last: 100 }),
      staleness: () => ({ isStale, ageMs }),
    },
    settings: {
      get: () => ({ priceMovedPercent: 1, throughMarketPercent, orderTemplates, holdSeconds, isArmedHeld }),
    },
    savedDocuments: { get: () => saves, open: () => Promise.reject(new Error('offline')) },
    groups: {
      place: (group: object) => {
        placed.push(group);
        return Promise.resolve({ ok: true, groupId: 'g1' });
      },
    },
    orders: {
      options: { get: () => null },
      get: () => ({ orders: new Map([['o1', ORDER]]), positions }),
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

describe('an account with a default template', () => {
  const TEMPLATE = {
    TargetBasis: 'Percent',
    Targets: [{ AmountE4: 20_000, Share: 100 }],
    Stop: { Basis: 'Offset', AmountE4: 5_000 },
    IsBreakEven: false,
    ExitTif: 'Day',
  };
  const saved = (Data: unknown, isLoaded = true) => ({
    get: () => ({ isLoaded, rows: [{ Id: '7', Type: 'OrderTemplate', Name: 'Scalp', Data }] }),
    load: () => Promise.resolve(true),
  });

  test('sends an order that opens a position with its exits, as one group', async () => {
    orderTemplates = { D1: '7', D2: '8' };
    saves = saved(TEMPLATE);
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    expect([sent, messages]).toEqual([[], ['Sent: Buy 100 AAPL at 99.50, target 2.00%, stop $0.50']]);
    expect(placed).toMatchObject([
      {
        kind: 'Bracket',
        entry: { quantity: 100, price: 99.5, repeatReason: 'Hotkey' },
        target: { basis: 'Percent', amount: 2, tif: 'Day' },
        stop: { basis: 'Offset', amount: 0.5, tif: 'Day' },
      },
    ]);
  });

  test('sends an order that closes a position alone', async () => {
    orderTemplates = { D1: '7' };
    saves = saved(TEMPLATE);
    positions.set('AAPL', { LongQty: 100, ShortQty: 0 });
    await sendAtOnce(platform, { ...BUY, side: 'Sell', price: 100.5 });
    expect([placed, sent.length]).toEqual([[], 1]);
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    expect([placed.length, sent.length]).toEqual([1, 1]);
  });

  test('sends nothing without its exits while they are not loaded or cannot be read', async () => {
    orderTemplates = { D1: '7' };
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    saves = saved(TEMPLATE, false);
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    saves = saved({ Targets: 'a later form' });
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    expect([sent, placed]).toEqual([[], []]);
    expect(messages).toEqual([
      'Not sent: The default template of the account is not loaded yet.',
      'Not sent: The default template of the account is not loaded yet.',
      'Not sent: The default template "Scalp" cannot be read.',
    ]);
  });

  test('sends orders alone once its template was deleted, and those of an account without one', async () => {
    saves = saved(TEMPLATE);
    orderTemplates = { D1: '9' };
    await sendAtOnce(platform, { ...BUY, price: 99.5 });
    orderTemplates = { D2: '7' };
    await sendAtOnce(platform, { ...BUY, price: 99.4 });
    expect([placed, sent.length]).toEqual([[], 2]);
  });
});

describe('an order that is moved at once', () => {
  test('keeps everything but its price', async () => {
    await moveAtOnce(platform, { orderId: 'o1', price: 99.4 });
    expect(replaced).toMatchObject([['o1', { quantity: 50, type: 'Limit', price: 99.4, tif: 'Day' }]]);
  });
  test('is refused on a stale quote, like a new one', async () => {
    isStale = true;
    ageMs = 90_000;
    expect(await moveAtOnce(platform, { orderId: 'o1', price: 99.4 })).toBe('not sent');
    expect(replaced).toEqual([]);
    expect(messages[0]).toMatch(/^Not moved: .*AAPL/);
  });
  test('waits where orders of armed modes are held, and can be undone', async () => {
    // There is no page that could be left.
    vi.stubGlobal('addEventListener', () => {});
    onTestFinished(() => void vi.unstubAllGlobals());
    holdSeconds = 1;
    isArmedHeld = true;
    expect(await moveAtOnce(platform, { orderId: 'o1', price: 99.4 })).toBe('held');
    expect([replaced, messages[0]]).toEqual([
      [],
      'Not sent yet: Move: Buy 50 AAPL at 99.40. Escape undoes it. A page that is closed does not send it.',
    ]);
    heldOrdersOf(platform).undoAll(null);
    expect([replaced, messages[1]]).toEqual([
      [],
      'Not moved: Move: Buy 50 AAPL at 99.40. You have undone it.',
    ]);
    await moveAtOnce(platform, { orderId: 'o1', price: 99.3 });
    for (const { id } of heldOrdersOf(platform).get()) heldOrdersOf(platform).sendNow(id);
    await Promise.resolve();
    expect(replaced).toMatchObject([['o1', { price: 99.3 }]]);
  });
  test('is reported when it is not open any more', async () => {
    await moveAtOnce(platform, { orderId: 'o2', price: 99.4 });
    expect([replaced, messages]).toEqual([[], ['Not moved: This order is not open any more.']]);
  });
});
