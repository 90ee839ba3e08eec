import { beforeEach, describe, expect, test } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import { assert } from '../../src/domain/assert/assert.ts';
import { parseOrderKey } from '../../src/domain/hotkeys/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { KeyPresses, readKeys } from './key-presses.ts';

const TARGET = { symbol: 'SPY', quantity: 50, route: { destination: 'SMART', route: 'AUTO' } };
/** A working stop that closes the position. */
const STOP = {
  OrderId: 's1',
  Symbol: 'SPY',
  Side: 'Sell',
  Type: 'Stop',
  StopType: 'Static',
  Status: 'Confirmed',
  Quantity: 300,
  Fill: 0,
  Unfill: 300,
  Price: 0,
  StopPrice: 98,
  TifType: 'GoodTillCancel',
  Destination: 'SMART',
  Route: 'AUTO',
};

let sent: object[];
let done: string[];
let messages: string[];
let watched: string[];
let orders: readonly object[];
let api: 'Own' | 'External';
let isAccepted: boolean;
let platform: ToolPlatform;

beforeEach(() => {
  sent = [];
  done = [];
  messages = [];
  watched = [];
  orders = [STOP];
  api = 'Own';
  isAccepted = true;
  const result = () => (isAccepted ? { ok: true, clientId: 'c1' } : { ok: false, message: 'Network error' });
  const positions = new Map([['SPY', { Symbol: 'SPY', LongQty: 300, ShortQty: 0, FifoCost: 29_851.2 }]]);
  // Only what the presses use is there.
  platform = {
    canTrade: () => ({ ok: true }),
    exchangeMs: () => Date.UTC(2026, 5, 15, 15),
    session: {
      get: () => ({ account: 'D1', routes: [], calendar: [], connections: { trading: { status: 'open' } } }),
    },
    tradingApi: {
      get: () => ({
        api,
        name: 'Tapedeck',
        login: 'LoggedIn',
        tradingAccount: 'T1',
        capabilities: (api === 'Own' ? BROKERS.tapedeck : BROKERS.schwab).capabilities,
      }),
    },
    symbols: {
      get: () => ({ state: 'live', bid: 100, bidSize: 1, ask: 100.03, askSize: 1, last: 100 }),
      staleness: () => ({ isStale: false, ageMs: 5 }),
      watch: (symbols: readonly string[]) => {
        watched.push(...symbols);
        return () => void (watched = []);
      },
    },
    settings: { get: () => ({ priceMovedPercent: 1, throughMarketPercent: 2, holdSeconds: 0 }) },
    orders: {
      options: { get: () => null },
      subscribe: () => () => {},
      get: () => ({
        isLoaded: true,
        positions,
        balance: { Cash: 70_000 },
        orders: new Map(orders.map((each) => ['OrderId' in each ? each.OrderId : '', each])),
      }),
      send: (ticket: object) => {
        if (isAccepted) sent.push(ticket);
        return result();
      },
      cancel: (id: string) => {
        done.push(`cancel ${id}`);
        return result();
      },
      replace: (id: string, { stopPrice, quantity }: { stopPrice?: number; quantity: number }) => {
        done.push(`${id} ${quantity} at ${stopPrice}`);
        return result();
      },
    },
    commands: {
      run: (id: string, args: object) => {
        done.push(`${id} ${JSON.stringify(args)}`);
        return Promise.resolve(id !== 'order.flatten-all');
      },
    },
    dialogs: { toast: ({ message }: { message: string }) => messages.push(message) },
  } as unknown as ToolPlatform;
});

function press(text: string, target: typeof TARGET | null = TARGET): Promise<void> {
  const parsed = parseOrderKey(text);
  assert(parsed.ok, `${text} is an order key`);
  return new KeyPresses(platform).press(parsed.value, target);
}

describe('a press of an order key', () => {
  test('sends the order with its price, size and time in force, by the route of the ticket', async () => {
    await press('Sell half of position at bid - 0.02 IOC');
    expect(sent).toMatchObject([
      {
        symbol: 'SPY',
        side: 'Sell',
        quantity: 150,
        type: 'Limit',
        price: 99.98,
        tif: 'ImmediateOrCancel',
        destination: 'SMART',
        repeatReason: 'Hotkey',
      },
    ]);
    expect(messages).toEqual(['Sent: Sell 150 SPY at 99.98']);
  });

  test('sizes an order by the value of the account, cash and positions', async () => {
    await press('Buy 10% of equity at market');
    expect(sent).toMatchObject([{ type: 'Market', price: null, quantity: 99 }]);
  });

  test.each([
    ['Buy $5000 at ask', 100.03, 49],
    ['Buy 10% of equity at ask', 100.03, 99],
    ['Buy $100 risk 0.40 at ask', 100.03, 250],
    ['Sell $90 risk 0.60 at bid', 100, 150],
  ])('sends the quantity of "%s"', async (text, price, quantity) => {
    await press(text);
    expect(sent).toMatchObject([{ type: 'Limit', price, quantity }]);
    expect(messages).toEqual([expect.stringMatching(new RegExp(`^Sent: (Buy|Sell) ${quantity} SPY at `))]);
  });

  test('moves the stop of the position to its average price', async () => {
    await press('Stop to break-even');
    expect([done, messages]).toEqual([['s1 300 at 99.51'], ['Sent: Move the stop of SPY to 99.51']]);
  });

  test('reports a stop that was not moved', async () => {
    isAccepted = false;
    await press('Stop to break-even');
    expect(messages).toEqual(['Not moved: Network error']);
  });

  test.each([
    ['of a combination', { Legs: [] }],
    ['that trails', { StopType: 'Trailing' }],
    ['of another symbol', { Symbol: 'AAPL' }],
    ['whose change is under way', { Status: 'CancelReplaceSent' }],
    ['that is filled', { Unfill: 0 }],
  ])('leaves a stop alone %s', async (_case, change) => {
    orders = [{ ...STOP, ...change }];
    await press('Stop to break-even');
    expect([done, messages]).toEqual([
      [],
      ['SPY has no open stop order that can be moved. Nothing was sent.'],
    ]);
  });

  test.each([
    ['Flatten symbol', 'order.flatten {"symbol":"SPY","isConfirmed":true}'],
    ['Reverse position', 'order.reverse {"symbol":"SPY","isConfirmed":true}'],
    ['Cancel symbol', 'order.cancel-all {"symbol":"SPY","isConfirmed":true}'],
    ['Cancel all', 'order.cancel-all {"isConfirmed":true}'],
    ['Flatten account', 'order.flatten-all {"isConfirmed":true}'],
  ])('runs the command of "%s"', async (text, run) => {
    await press(text);
    expect(done).toEqual([run]);
  });

  test('reports a command that is not available', async () => {
    await press('Flatten account', null);
    expect(messages).toEqual(['"Flatten the account" is not available now. Nothing was sent.']);
  });

  test('cancels the newest open order', async () => {
    orders = [];
    await press('Cancel last', null);
    expect(messages).toEqual(['There is no open order to cancel.']);
    orders = [
      { ...STOP, Timestamp: 1 },
      { ...STOP, OrderId: 'o2', Timestamp: 5 },
      { ...STOP, OrderId: 'o3', Timestamp: 9, Status: 'Executed' },
      { ...STOP, OrderId: 'o4', Timestamp: 8, Status: 'CancelSent' },
    ];
    await press('Cancel last', null);
    expect(done).toEqual(['cancel o2']);
  });

  test.each(['CancelRejected', 'ReplaceRejected', 'Stopped'])(
    'cancels an order that is %s too: it still works',
    async (Status) => {
      orders = [
        { ...STOP, Status, Timestamp: 1 },
        { ...STOP, OrderId: 'o2', Timestamp: 9, Status: 'CancelReplaceSent' },
        { ...STOP, OrderId: 'o3', Timestamp: 8, Status, Unfill: 0 },
      ];
      await press('Cancel last', null);
      expect(done).toEqual(['cancel s1']);
    },
  );

  test('reports why an order or a cancel was not sent', async () => {
    isAccepted = false;
    orders = [{ ...STOP, Timestamp: 1 }];
    await press('Buy 100 at ask');
    await press('Cancel last');
    expect([sent, messages]).toEqual([
      [],
      ['Not sent: Network error', 'The order was not cancelled: Network error'],
    ]);
  });

  test('knows neither position nor account value at an external broker', async () => {
    api = 'External';
    await press('Sell all at bid');
    await press('Buy 10% of equity at ask');
    expect([sent, messages]).toEqual([
      [],
      [
        'The position in SPY is not known. Nothing was sent.',
        'The value of the account is not known. Nothing was sent.',
      ],
    ]);
  });
});

test('prices of what is held are watched while a key needs the account value', () => {
  const presses = new KeyPresses(platform);
  presses.start(readKeys([{ key: 'Shift+KeyB', text: 'Buy 100 at ask' }]));
  expect(watched).toEqual([]);
  presses.start(readKeys([{ key: 'Shift+KeyB', text: 'Buy 1% of equity at ask' }]));
  expect(watched).toEqual(['SPY']);
  presses.stop();
  expect(watched).toEqual([]);
});

test('a text that is not understood has no key', () => {
  expect(readKeys([{ key: 'Shift+KeyB', text: 'Buy everything' }])).toEqual([]);
});
