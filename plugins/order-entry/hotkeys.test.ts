import { beforeEach, describe, expect, it } from 'vitest';
import {
  createCommandRegistry,
  type OrderKeySetting,
  type OrderTicket,
  type SendResult,
  type ToolPlatform,
  type WirePosition,
} from '../../src/plugin-api/index.ts';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import { DEFAULT_KEYS } from './hotkey-list.ts';
import { Hotkeys, targetText } from './hotkeys.ts';

const ROUTE = { destination: 'SMART', route: 'AUTO' };
const SPY = { symbol: 'SPY', quantity: 100, route: ROUTE };

/** What the checks of a ticket read of the session. */
const OPEN = { trading: { status: 'open' }, streaming: { status: 'open' } };
const LINE = { routes: [], calendar: [], connections: OPEN };

let commands: ReturnType<typeof createCommandRegistry>;
let hotkeys: Hotkeys;
let sent: OrderTicket[];
let done: string[];
let toasts: string[];
let answer: boolean;
let isChoosing: boolean;
let session: { userId: string; account: string | null; isLive: boolean; isDemo: boolean } & typeof LINE;
let tradingApi: { api: 'Own' | 'External'; tradingAccount: string | null; name: string; login: 'LoggedIn' };
let sessionListener: () => void;
let canTrade: boolean;
let quote: { bid: number; ask: number; last: number; isStale: boolean };
let result: SendResult;
let orderKeys: readonly OrderKeySetting[] | null;
let settingsListener: () => void;
let position: Pick<WirePosition, 'Symbol' | 'LongQty' | 'ShortQty' | 'FifoCost'>;
let loseFocus: () => void;

const press = (id: string) => commands.run(id);
const arm = () => hotkeys.toggle();

beforeEach(() => {
  commands = createCommandRegistry();
  sent = [];
  done = [];
  toasts = [];
  answer = true;
  isChoosing = false;
  session = { userId: 'u', account: 'D-1', isLive: false, isDemo: false, ...LINE };
  tradingApi = { api: 'Own', tradingAccount: 'D-1', name: 'Tapedeck', login: 'LoggedIn' };
  quote = { bid: 99.994, ask: 100.006, last: 100, isStale: false };
  result = { ok: true, clientId: 'c9' };
  canTrade = true;
  orderKeys = null;
  position = { Symbol: 'SPY', LongQty: 300, ShortQty: 0, FifoCost: 29_001 };
  for (const id of ['order.flatten', 'order.cancel-all'])
    commands.register({
      id,
      title: id,
      run: (args) => void done.push(`${id} ${args.symbol} ${String(args['isConfirmed'])}`),
    });
  // The parts of a platform that the keys use.
  const platform = {
    commands,
    dialogs: {
      confirm: ({ message }: { message: string }) => {
        toasts.push(`? ${message}`);
        return Promise.resolve(answer);
      },
      toast: ({ message }: { message: string }) => void toasts.push(message),
    },
    exchangeMs: () => Date.UTC(2026, 5, 15, 15),
    activeElement: () => ({ closest: () => (isChoosing ? {} : null) }),
    onFocusLost: (listener: () => void) => {
      loseFocus = listener;
      return () => {};
    },
    orders: {
      options: { get: () => null },
      get: () => ({
        isLoaded: true,
        orders: new Map(),
        positions: new Map([['SPY', position]]),
        balance: null,
      }),
      subscribe: () => () => {},
      send: (ticket: OrderTicket) => {
        if (result.ok) sent.push(ticket);
        return result;
      },
    },
    session: {
      get: () => session,
      subscribe: (listener: () => void) => {
        sessionListener = listener;
        return () => {};
      },
    },
    settings: {
      get: () => ({ priceMovedPercent: 1, throughMarketPercent: 2, holdSeconds: 0 }),
      saved: {
        get: () => ({ orderKeys }),
        subscribe: (listener: () => void) => {
          settingsListener = listener;
          return () => {};
        },
      },
    },
    tradingApi: {
      get: () => ({
        ...tradingApi,
        capabilities: (tradingApi.api === 'Own' ? BROKERS.tapedeck : BROKERS.schwab).capabilities,
      }),
      subscribe: () => () => {},
    },
    symbols: {
      get: () => ({ ...quote, state: 'live', bidSize: 1, askSize: 1 }),
      staleness: () => ({ isStale: quote.isStale, ageMs: 10 }),
    },
    canTrade: () =>
      session.isDemo
        ? { ok: false, message: 'Trading is not supported during Demo Session.' }
        : canTrade
          ? { ok: true }
          : { ok: false, message: 'Trading not permitted' },
  } as unknown as ToolPlatform;
  hotkeys = new Hotkeys(platform);
  hotkeys.aim('w1', SPY);
  return () => hotkeys.dispose();
});

describe('order keys', () => {
  it('are off by default: none of them is even a command', async () => {
    expect(hotkeys.get().isArmed).toBe(false);
    for (const index of DEFAULT_KEYS.keys())
      await expect(press(`order.keys.${index + 1}`)).rejects.toThrow('There is no command');
  });

  it('are armed by a yes, which names account and keys, and by nothing else', async () => {
    answer = false;
    await arm();
    expect([hotkeys.get().isArmed, toasts[0]]).toEqual([false, expect.stringContaining('PAPER account D-1')]);
    for (const { text } of DEFAULT_KEYS) expect(toasts[0]).toContain(text);
    expect(toasts[0]).toContain('Shift+B  Buy ticket quantity at ask');
    answer = true;
    await arm();
    expect(hotkeys.get().isArmed).toBe(true);
    expect(DEFAULT_KEYS.map((_key, index) => commands.get(`order.keys.${index + 1}`)?.key)).toEqual(
      DEFAULT_KEYS.map(({ key }) => key),
    );
    await hotkeys.toggle();
    expect([hotkeys.get().isArmed, commands.get('order.keys.1')]).toEqual([false, undefined]);
  });

  it('buy at the ask and sell at the bid, in whole cents of the side that fills', async () => {
    await arm();
    await press('order.keys.1');
    await press('order.keys.2');
    expect(sent).toEqual([
      expect.objectContaining({
        symbol: 'SPY',
        side: 'Buy',
        quantity: 100,
        type: 'Limit',
        price: 100.01,
        ...ROUTE,
      }),
      expect.objectContaining({
        symbol: 'SPY',
        side: 'Sell',
        quantity: 100,
        type: 'Limit',
        price: 99.99,
        ...ROUTE,
      }),
    ]);
    expect(toasts.at(-1)).toBe('Sent: Sell 100 SPY at 99.99');
  });

  it('state in each order that pressing again repeats it on purpose', async () => {
    await arm();
    await press('order.keys.1');
    await press('order.keys.1');
    expect(sent.map(({ repeatReason }) => repeatReason)).toEqual(['Hotkey', 'Hotkey']);
  });

  it('send nothing at a price that is old or not there, and say so', async () => {
    await arm();
    quote.isStale = true;
    await press('order.keys.1');
    quote = { ...quote, isStale: false, ask: 0 };
    await press('order.keys.1');
    expect([sent, toasts.slice(-2)]).toEqual([
      [],
      ['SPY has no current ask. Nothing was sent.', 'SPY has no current ask. Nothing was sent.'],
    ]);
  });

  it('do nothing while a list or menu has the focus', async () => {
    await arm();
    isChoosing = true;
    for (const index of DEFAULT_KEYS.keys()) await press(`order.keys.${index + 1}`);
    expect([sent, done]).toEqual([[], []]);
  });

  it('trade what the window used last says, and nothing when all are gone', async () => {
    await arm();
    hotkeys.aim('w2', { ...SPY, quantity: 5 });
    await press('order.keys.1');
    hotkeys.aim('w1', SPY);
    await press('order.keys.1');
    hotkeys.aim('w1', null);
    await press('order.keys.1');
    expect(sent.map(({ quantity }) => quantity)).toEqual([5, 100, 5]);
    hotkeys.aim('w2', null);
    await press('order.keys.1');
    expect([sent.length, toasts.at(-1)]).toEqual([
      3,
      'Open an Order Entry window: the keys trade its symbol and quantity.',
    ]);
    hotkeys.aim('w2', SPY);
    await press('order.keys.1');
    expect(sent.length).toBe(4);
  });

  it('are off again when the symbol that they trade is another one', async () => {
    await arm();
    hotkeys.aim('w1', null);
    expect(hotkeys.get().isArmed).toBe(true);
    hotkeys.aim('w2', { ...SPY, symbol: 'AAPL' });
    expect([hotkeys.get().isArmed, toasts.at(-1)]).toEqual([
      false,
      'The symbol changed: the order keys are off.',
    ]);
  });

  it('armed without a symbol are off again when there is one', async () => {
    hotkeys.aim('w1', null);
    await arm();
    expect(hotkeys.get().isArmed).toBe(true);
    hotkeys.aim('w1', SPY);
    expect(hotkeys.get().isArmed).toBe(false);
  });

  it('are off again when the browser window loses the focus, and say so when they are pressed then', async () => {
    await arm();
    loseFocus();
    expect([hotkeys.get().isArmed, commands.get('order.keys.1'), toasts.at(-1)]).toEqual([
      false,
      undefined,
      'The browser window lost the focus: the order keys are off.',
    ]);
    const reminder = commands.get('order.keys-off.1');
    expect([reminder?.key, reminder?.isEnabled?.({})]).toEqual(['Shift+KeyB', false]);
    reminder?.explain?.({});
    expect([toasts.at(-1), sent, done]).toEqual(['The order keys are off. Nothing was sent.', [], []]);
    await arm();
    expect([hotkeys.get().isArmed, commands.get('order.keys-off.1')]).toEqual([true, undefined]);
    hotkeys.end();
    expect(commands.all().map(({ id }) => id)).toEqual(['order.flatten', 'order.cancel-all']);
  });

  it('are those of the user, without the ones whose text is not understood', async () => {
    orderKeys = [
      { key: 'Alt+Digit1', text: 'Buy 10 at bid' },
      { key: 'Alt+Digit2', text: 'Of a later version' },
    ];
    await arm();
    expect(commands.all().flatMap(({ key, title }) => (key === undefined ? [] : [[key, title]]))).toEqual([
      ['Alt+Digit1', 'Order key: Buy 10 at bid'],
    ]);
    await press('order.keys.1');
    expect(sent).toMatchObject([{ quantity: 10, price: 99.99 }]);
  });

  it('are off again when they were changed, and stay armed when another setting was', async () => {
    await arm();
    settingsListener();
    expect(hotkeys.get().isArmed).toBe(true);
    orderKeys = [{ key: 'Alt+Digit1', text: 'Buy 10 at bid' }];
    settingsListener();
    expect([hotkeys.get().isArmed, toasts.at(-1)]).toEqual([
      false,
      'The order keys were changed: they are off.',
    ]);
    expect(commands.all().map(({ id }) => id)).toEqual(['order.flatten', 'order.cancel-all']);
  });

  it('are not armed when the user has none', async () => {
    orderKeys = [];
    await arm();
    expect([hotkeys.get().isArmed, toasts]).toEqual([
      false,
      ['There is no order key. Edit the order keys first.'],
    ]);
  });

  it('send nothing without a connection, as the ticket does', async () => {
    await arm();
    session = { ...session, connections: { ...OPEN, trading: { status: 'closed' } } };
    await press('order.keys.1');
    expect([sent, toasts.at(-1)]).toEqual([
      [],
      expect.stringContaining('Not sent: No connection to the order server'),
    ]);
  });

  it.each(['trading', 'streaming'])(
    'are off again when the %s connection is lost, also once it is back, and say so when they are pressed',
    async (name) => {
      await arm();
      session = { ...session, connections: { ...OPEN, [name]: { status: 'waiting' } } };
      sessionListener();
      expect([hotkeys.get().isArmed, commands.get('order.keys.1'), toasts.at(-1)]).toEqual([
        false,
        undefined,
        expect.stringContaining('The connection to the server was lost: the order keys are off.'),
      ]);
      session = { ...session, connections: OPEN };
      sessionListener();
      expect(hotkeys.get().isArmed).toBe(false);
      commands.get('order.keys-off.1')?.explain?.({});
      expect([toasts.at(-1), sent]).toEqual(['The order keys are off. Nothing was sent.', []]);
    },
  );

  it('are not armed without a connection, also when it is lost while the question is open', async () => {
    const lost = { ...session, connections: { ...OPEN, trading: { status: 'waiting' } } };
    const armed = arm();
    session = lost;
    await armed;
    toasts = toasts.filter((text) => !text.startsWith('?'));
    await arm();
    const message = 'There is no connection to the server. Arm when it is back.';
    expect([hotkeys.get().isArmed, toasts]).toEqual([false, [message, message]]);
  });

  it.each([
    ['account', { account: 'L-1', isLive: true }],
    ['user', { userId: 'other' }],
  ])('are off again when the %s changes', async (_part, change) => {
    await arm();
    sessionListener();
    expect(hotkeys.get().isArmed).toBe(true);
    session = { ...session, ...change };
    sessionListener();
    expect([hotkeys.get().isArmed, commands.get('order.keys.1'), toasts.at(-1)]).toEqual([
      false,
      undefined,
      'The account changed: the order keys are off.',
    ]);
  });

  it('are not armed in a demo', async () => {
    session.isDemo = true;
    await arm();
    expect([hotkeys.get().isArmed, toasts]).toEqual([
      false,
      ['Trading is not supported during Demo Session.'],
    ]);
  });

  it('are not armed without the permission to trade', async () => {
    canTrade = false;
    await arm();
    expect([hotkeys.get().isArmed, toasts]).toEqual([false, ['Trading not permitted']]);
  });

  it('name contracts as such', () => {
    expect([targetText(SPY), targetText({ ...SPY, symbol: 'SPY260821C00645500', quantity: 2 })]).toEqual([
      'SPY 100',
      'SPY260821C00645500 2 contracts',
    ]);
  });
});
