import { beforeEach, describe, expect, it } from 'vitest';
import {
  createCommandRegistry,
  type AccountOptions,
  type OrderTicket,
  type SendResult,
  type ToolPlatform,
  type WireOrder,
  type WirePosition,
} from '../../src/plugin-api/index.ts';
import { reportExecutions } from './execution-toasts.ts';
import { cancelAll, flatten, flattenAll, type Deps } from './flatten.ts';
import { tradingCommands } from './trading-commands.ts';

let orders: Map<string, WireOrder>;
let positions: Map<string, WirePosition>;
let listeners: Set<() => void>;
let refusalListener: (message: string) => void;
let timers: { run: () => void; ms: number }[];
let steps: string[];
let refuseCancel: (orderId: string) => SendResult | null;
let refuseSend: SendResult | null;
let api: 'Own' | 'External';
let options: AccountOptions | null;

const order = (change: Partial<WireOrder>): WireOrder => ({
  OrderId: 'o1',
  ClientId: 'c1',
  ExecInst: '',
  Qualifier: 'None',
  Currency: 'USD',
  Account: 'A',
  UserId: 'u',
  Symbol: 'SPY',
  Side: 'Buy',
  Source: 'Open',
  Type: 'Limit',
  TifType: 'Day',
  Quantity: 100,
  Price: 1,
  StopPrice: 0,
  Fill: 0,
  Unfill: 100,
  AveragePrice: 0,
  Status: 'Confirmed',
  Destination: 'SMART',
  Route: 'AUTO',
  Timestamp: 1,
  TimeCompleted: null,
  Description: '',
  ...change,
});
const hold = (LongQty: number, ShortQty = 0) =>
  positions.set('SPY', {
    Account: 'A',
    Symbol: 'SPY',
    IsStock: true,
    LongQty,
    ShortQty,
    FifoCost: 0,
    MtmCost: 0,
    ClosedPL: 0,
    TodayPL: 0,
    LockedQty: 0,
    TradedShares: 0,
  });
const changed = async () => {
  for (const listener of [...listeners]) listener();
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
};
const become = async (orderId: string, change: Partial<WireOrder>) => {
  const known = orders.get(orderId);
  if (known !== undefined) orders.set(orderId, { ...known, ...change });
  await changed();
};
const timeIsOver = async () => {
  for (const { run } of timers.splice(0)) run();
  await changed();
};

let store: ToolPlatform['orders'];
let deps: Deps;
beforeEach(() => {
  orders = new Map();
  positions = new Map();
  listeners = new Set();
  timers = [];
  steps = [];
  refuseCancel = () => null;
  refuseSend = null;
  api = 'Own';
  options = { CancelOnDisconnect: false, IsHalted: false, HaltedBy: null };
  // The parts of the store that the commands use.
  store = {
    get: () => ({ orders, positions, log: [], balance: null, isLoaded: true }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReport: () => () => {},
    onOptionsRefused: (listener: typeof refusalListener) => {
      refusalListener = listener;
      return () => {};
    },
    cancel(orderId: string) {
      steps.push(`cancel ${orderId}`);
      return refuseCancel(orderId) ?? { ok: true, clientId: 'x' };
    },
    send(ticket: OrderTicket) {
      steps.push(
        `send ${ticket.side} ${ticket.quantity} ${ticket.type} ${ticket.destination} ${ticket.route}`,
      );
      if (refuseSend !== null) return refuseSend;
      orders.set(
        'closing',
        order({
          OrderId: 'closing',
          ClientId: 'ord9',
          Side: 'Sell',
          Status: 'Sent',
          Quantity: ticket.quantity,
          Unfill: ticket.quantity,
        }),
      );
      return { ok: true, clientId: 'ord9' };
    },
    options: { get: () => options, subscribe: () => () => {} },
    setOptions: (change: object) => {
      steps.push(JSON.stringify(change));
      return { ok: true, clientId: '' };
    },
  } as unknown as ToolPlatform['orders'];
  deps = {
    orders: store,
    // Only the routes are read.
    session: {
      get: () => ({
        routes: [{ Destination: 'ARCA', Routes: ['DARK'], Stock: true, Option: false }],
        account: 'A',
        isDemo: false,
      }),
    } as unknown as Deps['session'],
    tradingApi: { get: () => ({ api }) } as unknown as Deps['tradingApi'],
    setTimeout: (run, ms) => timers.push({ run, ms }),
    clearTimeout: () => {},
  };
});

describe('flatten', () => {
  it('cancels what rests of the symbol first, waits for the reports, and only then closes at market', async () => {
    hold(100);
    orders.set('o1', order({}));
    orders.set('o2', order({ OrderId: 'o2', Symbol: 'AAPL' }));
    const done = flatten(deps, 'SPY');
    await changed();
    expect(steps).toEqual(['cancel o1']);
    await become('o1', { Status: 'PendingCancel' });
    expect(steps).toEqual(['cancel o1']);
    await become('o1', { Status: 'Cancelled', Unfill: 0 });
    expect(steps).toEqual(['cancel o1', 'send Sell 100 Market ARCA DARK']);
    await become('closing', { Status: 'Executed', Unfill: 0, Fill: 100 });
    expect(await done).toEqual({ ok: true, text: 'SPY is flat: Sell 100 SPY at market was executed.' });
  });

  it('closes what is held after a fill that overtook the cancel, once the books show it', async () => {
    hold(100);
    orders.set('o1', order({ Side: 'Sell' }));
    const done = flatten(deps, 'SPY');
    await become('o1', { Status: 'Cancelled', Fill: 60, Unfill: 0 });
    expect(steps).toEqual(['cancel o1']);
    hold(40);
    await changed();
    expect(steps.at(-1)).toBe('send Sell 40 Market ARCA DARK');
    await become('closing', { Status: 'Executed', Unfill: 0, Fill: 40 });
    expect((await done).ok).toBe(true);
  });

  it('sends nothing when the books do not show the fill in time', async () => {
    hold(100);
    orders.set('o1', order({ Side: 'Sell' }));
    const done = flatten(deps, 'SPY');
    await become('o1', { Status: 'Executed', Fill: 100, Unfill: 0 });
    await timeIsOver();
    expect([(await done).text, steps]).toEqual([
      'SPY was not flattened: the position changed while its orders were being cancelled. No closing order was sent; check the position and try again.',
      ['cancel o1'],
    ]);
  });

  it('has no more to close when the fill that overtook the cancel closed it, and claims no cancel', async () => {
    hold(100);
    orders.set('o1', order({ Side: 'Sell' }));
    const done = flatten(deps, 'SPY');
    hold(0);
    await become('o1', { Status: 'Executed', Fill: 100, Unfill: 0 });
    expect([await done, steps]).toEqual([
      { ok: true, text: 'SPY is flat; 1 order executed before the cancel.' },
      ['cancel o1'],
    ]);
  });

  it('buys back a short position', async () => {
    hold(0, 30);
    const done = flatten(deps, 'SPY');
    expect(steps).toEqual(['send Buy 30 Market ARCA DARK']);
    await become('closing', { Status: 'Executed', Unfill: 0, Fill: 30 });
    expect((await done).ok).toBe(true);
  });

  it.each([
    [
      'is refused',
      { Status: 'CancelRejected' as const },
      'SPY was not flattened: 1 order could not be cancelled. No closing order was sent.',
    ],
    [
      'has no answer',
      null,
      'SPY was not flattened: 1 order could not be cancelled. No closing order was sent.',
    ],
  ])('sends no closing order when a cancel %s', async (_what, change, text) => {
    hold(100);
    orders.set('o1', order({}));
    const done = flatten(deps, 'SPY');
    await (change === null ? timeIsOver() : become('o1', change));
    expect([await done, steps]).toEqual([{ ok: false, text }, ['cancel o1']]);
  });

  it('tells which part failed when some cancels could not even be sent', async () => {
    hold(100);
    orders.set('o1', order({}));
    orders.set('o2', order({ OrderId: 'o2' }));
    refuseCancel = (id) => (id === 'o2' ? { ok: false, errorCode: -27, message: 'Network error' } : null);
    expect((await flatten(deps, 'SPY')).text).toBe(
      'SPY was not flattened: 2 orders could not be cancelled (Network error). No closing order was sent.',
    );
  });

  it('says how the closing order failed: not sent, rejected, or still working', async () => {
    hold(100);
    refuseSend = { ok: false, errorCode: -27, message: 'Network error' };
    expect((await flatten(deps, 'SPY')).text).toBe(
      'SPY was not flattened: Sell 100 SPY at market was not sent (Network error).',
    );
    refuseSend = null;
    const rejected = flatten(deps, 'SPY');
    await become('closing', { Status: 'Rejected', Unfill: 0, Description: 'Market is offline' });
    expect((await rejected).text).toBe(
      'SPY was not flattened: Sell 100 SPY at market ended as Rejected (Market is offline).',
    );
    const slow = flatten(deps, 'SPY');
    await timeIsOver();
    expect((await slow).text).toBe(
      'SPY is not flat yet: Sell 100 SPY at market is still working. See Open Orders.',
    );
  });

  it('has nothing to do for a flat symbol, and cannot reach another broker', async () => {
    expect(await flatten(deps, 'SPY')).toEqual({ ok: true, text: 'SPY is flat already.' });
    api = 'External';
    expect((await flatten(deps, 'SPY')).ok).toBe(false);
    expect(steps).toEqual([]);
  });
});

describe('cancel all', () => {
  it('cancels the orders of one symbol, or all, and says how many', async () => {
    expect((await cancelAll(deps)).text).toBe('There is no open order.');
    orders.set('o1', order({}));
    orders.set('o2', order({ OrderId: 'o2', Symbol: 'AAPL' }));
    orders.set('o3', order({ OrderId: 'o3', Status: 'CancelSent' }));
    const done = cancelAll(deps, 'SPY');
    await become('o1', { Status: 'Cancelled', Unfill: 0 });
    await become('o3', { Status: 'Cancelled', Unfill: 0 });
    expect([(await done).text, steps]).toEqual(['2 orders of SPY cancelled.', ['cancel o1']]);
  });

  it('tells those that were executed first, or ended otherwise, from those that it cancelled', async () => {
    for (const OrderId of ['o1', 'o2', 'o3', 'o4']) orders.set(OrderId, order({ OrderId }));
    const done = cancelAll(deps, 'SPY');
    await become('o1', { Status: 'Cancelled', Fill: 30 });
    await become('o2', { Status: 'Executed', Fill: 100, Unfill: 0 });
    await become('o3', { Status: 'Expired', Fill: 30 });
    // The report of the fill came, the order's own status not yet.
    await become('o4', { Status: 'CancelSent', Fill: 100, Unfill: 0 });
    expect(await done).toEqual({
      ok: true,
      text: '1 order of SPY cancelled, 2 executed before the cancel, 1 ended otherwise.',
    });
  });

  it('claims no cancel when everything was executed first', async () => {
    orders.set('o1', order({}));
    const done = cancelAll(deps);
    await become('o1', { Status: 'Executed', Fill: 100, Unfill: 0 });
    expect((await done).text).toBe('1 order executed before the cancel.');
  });

  it('says what is left', async () => {
    orders.set('o1', order({}));
    const done = cancelAll(deps);
    await timeIsOver();
    expect(await done).toEqual({ ok: false, text: '1 order could not be cancelled. See Open Orders.' });
  });
});

describe('flatten all', () => {
  const CALL = 'SPY260821C00645500';
  const HIGHER = 'SPY260821C00655500';
  /** Each order fills as soon as somebody looks, with its position. */
  beforeEach(() => {
    store.send = (ticket: OrderTicket) => {
      steps.push(`${ticket.side} ${ticket.symbol}`);
      const clientId = `ord${steps.length}`;
      orders.set(
        clientId,
        order({ OrderId: clientId, ClientId: clientId, Symbol: ticket.symbol, Status: 'Sent' }),
      );
      return { ok: true, clientId };
    };
    for (const [Symbol, LongQty, ShortQty] of [
      ['SPY', 100, 0],
      [CALL, 1, 0],
      [HIGHER, 0, 2],
      ['QQQ', 0, 50],
    ] as const) {
      hold(LongQty, ShortQty);
      const held = positions.get('SPY');
      if (held !== undefined) positions.set(Symbol, { ...held, Symbol });
    }
    hold(100);
  });
  const fillAll = async (change: Partial<WireOrder> = { Status: 'Executed', Fill: 100, Unfill: 0 }) => {
    for (const [id, { Status }] of [...orders]) if (Status === 'Sent') await become(id, change);
  };

  it('buys written options back before it sells what covers them, and shares come last', async () => {
    const done = flattenAll(deps, [...positions.values()]);
    await changed();
    expect(steps).toEqual([`Buy ${HIGHER}`]);
    await fillAll();
    expect(steps.slice(1)).toEqual([`Sell ${CALL}`]);
    await fillAll();
    expect(steps.slice(2)).toEqual(['Sell SPY', 'Buy QQQ']);
    await fillAll();
    expect((await done).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  });

  it('goes on where a stage was refused, and tells it', async () => {
    const done = flattenAll(deps, [...positions.values()]);
    await changed();
    await fillAll({ Status: 'Rejected', Description: 'Not enough cash' });
    await fillAll();
    await fillAll();
    expect((await done).map(({ ok }) => ok)).toEqual([false, true, true, true]);
  });
});

describe('the commands', () => {
  const world = (answer: boolean) => {
    const commands = createCommandRegistry();
    const said: string[] = [];
    // The parts of a platform that the commands use.
    const platform = {
      ...deps,
      commands,
      canTrade: () => ({ ok: true }),
      dialogs: {
        toast: ({ message }: { message: string }) => void said.push(message),
        confirm: ({ message }: { message: string }) => {
          said.push(`? ${message}`);
          return Promise.resolve(answer);
        },
      },
    } as unknown as ToolPlatform;
    for (const command of tradingCommands(platform)) commands.register(command);
    reportExecutions(platform);
    return { commands, said };
  };

  it('ask before they flatten, and tell what will happen', async () => {
    hold(100);
    orders.set('o1', order({}));
    const { commands, said } = world(false);
    await commands.run('order.flatten', { symbol: 'SPY' });
    await commands.run('order.cancel-all');
    expect([said, steps]).toEqual([
      [
        '? 1 open order of SPY will be cancelled first. Then Sell 100 SPY at market.',
        '? Cancel the open order?',
      ],
      [],
    ]);
  });

  it('tell why an option of the account was not changed', async () => {
    const { said } = world(true);
    refusalListener('The options of the account were changed too often; wait a minute.');
    expect(said).toEqual([
      "The account's options stay as they are: The options of the account were changed too often; wait a minute.",
    ]);
  });

  it('ask nothing of those who have been asked', async () => {
    const { commands, said } = world(false);
    await commands.run('order.flatten', { symbol: 'SPY', isConfirmed: true });
    expect(said).toEqual(['SPY is flat already.']);
  });

  it('cancel one order after the question, and none that is over', async () => {
    orders.set('o1', order({}));
    orders.set('o2', order({ OrderId: 'o2', Status: 'Executed', Unfill: 0 }));
    await world(false).commands.run('order.cancel', { orderId: 'o1' });
    expect(steps).toEqual([]);
    const { commands, said } = world(true);
    await commands.run('order.cancel', { orderId: 'o1' });
    await commands.run('order.cancel', { orderId: 'o2' });
    expect([steps, said]).toEqual([
      ['cancel o1'],
      [
        '? Please confirm you want to cancel order:\nBuy LMT SPY 100@1.00 AUTO',
        'This order cannot be cancelled any more.',
      ],
    ]);
    expect(await commands.run('order.cancel')).toBe(false);
  });

  it('flatten needs a symbol, a timeline an order', async () => {
    const { commands } = world(true);
    expect([await commands.run('order.flatten'), await commands.run('order.timeline')]).toEqual([
      false,
      false,
    ]);
  });

  it('stop trading after a yes only, and allow it again', async () => {
    await world(false).commands.run('account.halt');
    expect(steps).toEqual([]);
    const { commands } = world(true);
    await commands.run('account.halt');
    options = { CancelOnDisconnect: true, IsHalted: true, HaltedBy: 'Holder' };
    await commands.run('account.halt');
    await commands.run('account.cancel-on-disconnect');
    expect(steps).toEqual(['{"isHalted":true}', '{"isHalted":false}', '{"cancelOnDisconnect":false}']);
    options = null;
    expect(await commands.run('account.halt')).toBe(false);
  });
});
