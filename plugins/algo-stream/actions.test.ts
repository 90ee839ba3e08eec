import { beforeEach, describe, expect, it } from 'vitest';
import { deleteStrategy, removeRun, resumeRun, stopRun } from './actions.ts';
import { groupKey, groupsOf, toggledAll } from './groups.ts';
import { loadOrders } from './load-orders.ts';
import { groupMenu, runMenu } from './menus.ts';
import { showTrades, tradesArguments } from './show-trades.ts';
import { noOrdersText, queueText, rejectedText } from './run-labels.ts';
import { algoStreamState, type AlgoStreamState } from './state.ts';
import {
  fakeDesk,
  instance,
  liveInstance,
  order,
  settled,
  strategy,
  type FakeDesk,
} from './testing/fakes.ts';
import type { AlgoStreamWindow, Instance, Run, Strategy } from './types.ts';

let desk: FakeDesk;
let state: AlgoStreamState;
let window: AlgoStreamWindow;
beforeEach(() => {
  desk = fakeDesk();
  state = algoStreamState.initial;
  // Only what the actions use of a window.
  window = {
    platform: desk.platform,
    getState: () => state,
    update: (change: Partial<AlgoStreamState>) => {
      state = { ...state, ...change };
    },
  } as unknown as AlgoStreamWindow;
});
const runOf = (shown: Instance, change: Partial<Strategy> = {}): Run => ({
  id: shown.InstanceId,
  strategy: strategy({ Instances: [shown], ...change }),
  instance: shown,
});
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('the menus', () => {
  it('of an own strategy edit, start, backtest, optimize, searches, versions, export, import and delete; of a public one start, backtest, optimize and searches', () => {
    const menuOf = (id: string, shown: Strategy) =>
      ids(groupMenu(window, { id, strategy: shown, rows: [] }, () => {}));
    expect(menuOf('own:Cross', strategy())).toEqual([
      'edit',
      'start',
      'backtest',
      'optimize',
      'optimizations',
      'versions',
      'export',
      'import',
      'delete',
    ]);
    expect(menuOf('public:7', strategy({ Id: 7 }))).toEqual([
      'start',
      'backtest',
      'optimize',
      'optimizations',
    ]);
  });
  it('of a run stop, resume, details, report, compare, orders, chart, export and remove; trades on a chart where there is a chart', () => {
    expect(ids(runMenu(window, runOf(instance())))).toEqual([
      'stop',
      'resume',
      'details',
      'report',
      'compare',
      'orders',
      'log',
      'chart',
      'export',
      'remove',
    ]);
    desk.answers['commands'] = true;
    expect(ids(runMenu(window, runOf(instance())))).toContain('trades');
    // Only a live run has a schedule.
    expect(ids(runMenu(window, runOf(liveInstance())))).toContain('schedule');
  });
  it('an active run can only be stopped, a finished one cannot be stopped', () => {
    const disabled = (shown: Instance) =>
      ids(runMenu(window, runOf(shown)).filter(({ isDisabled }) => isDisabled === true));
    expect(disabled(liveInstance())).toEqual(['resume', 'remove']);
    expect(disabled(liveInstance({ Status: 'Stopped' }))).toEqual(['stop']);
    expect(disabled(liveInstance({ Status: 'InfoMessage' }))).toEqual(['resume', 'remove']);
    expect(disabled(liveInstance({ Status: 'Starting' }))).toEqual(['stop', 'resume', 'remove']);
  });
});

describe('deleting a strategy', () => {
  it('asks first with the text of the specification, and does nothing without a yes', async () => {
    desk.answers['confirm'] = false;
    await deleteStrategy(desk.platform, strategy({ Name: 'My cross' }));
    expect(desk.log).toEqual([
      `confirm | ${JSON.stringify({ title: 'Delete strategy', message: 'Are you sure you want to delete strategy "My cross"?' })}`,
    ]);
  });
  it('shows both errors with the texts of the specification', async () => {
    desk.answers['remove'] = { result: 'DeleteError', message: '' };
    await deleteStrategy(desk.platform, strategy());
    expect(desk.log.at(-1)).toBe(
      `alert | ${JSON.stringify({ title: 'Delete Strategy Error', message: 'Error occured deleting strategy "Cross"' })}`,
    );
    desk.answers['remove'] = { result: 'NotFound', message: '' };
    await deleteStrategy(desk.platform, strategy());
    expect(desk.log.at(-1)).toBe(
      `alert | ${JSON.stringify({ title: 'Delete Strategy Error', message: 'Strategy "Cross" was not found, cannot delete' })}`,
    );
  });
  it('says that it is done', async () => {
    await deleteStrategy(desk.platform, strategy());
    expect(desk.log.at(-1)).toBe('toast | success | Strategy "Cross" deleted');
  });
});

describe('runs', () => {
  it('removes a run after a confirmation, and shows an error', async () => {
    desk.answers['removeInstance'] = { result: 'DeleteError', message: '' };
    await removeRun(desk.platform, runOf(instance()));
    expect(desk.log).toEqual([
      `confirm | ${JSON.stringify({ title: 'Remove instance', message: 'Remove "Cross, 1/5/2026 to 1/30/2026" with its orders?', yes: 'Remove', no: 'Keep' })}`,
      'removeInstance | Cross | i1',
      `alert | ${JSON.stringify({ title: 'Delete Strategy Instance Error', message: 'Error occured deleting strategy instance' })}`,
    ]);
  });
  it('stopping what does not run says so, and asks nothing of the server', async () => {
    await stopRun(desk.platform, runOf(liveInstance({ Status: 'Stopped' })));
    expect(desk.log).toEqual([
      `alert | ${JSON.stringify({ title: 'Stop strategy', message: 'Strategy is not running' })}`,
    ]);
    await stopRun(desk.platform, runOf(liveInstance()));
    expect(desk.log.at(-1)).toBe('stop | Cross | l1');
  });
  it('resuming what runs says so', async () => {
    await resumeRun(window, runOf(liveInstance()));
    expect(desk.log).toEqual([
      `alert | ${JSON.stringify({ title: 'Resume strategy', message: 'Strategy is already running' })}`,
    ]);
  });
  it('resuming a backtest that waits asks its question again; one that ended opens the start dialog', async () => {
    desk.answers['open'] = 'Minute';
    await resumeRun(window, runOf(instance({ Status: 'BacktestingNoTickData' })));
    expect(desk.log).toEqual(['open | No Tick Data', 'resume | Cross | i1 | Minute']);
    desk.answers['open'] = true;
    await resumeRun(window, runOf(instance()));
    expect(desk.log.slice(2)).toEqual(['source | Cross', 'open | Backtest strategy - Cross']);
    expect(state.StrategyGrid.Expanded).toEqual(['own:Cross']);
  });
  it('a public strategy has one live instance', async () => {
    const shared = strategy({
      Id: 7,
      Name: 'Trend Follower',
      Instances: [liveInstance({ Status: 'Stopped' })],
    });
    groupMenu(window, { id: 'public:7', strategy: shared, rows: [] }, () => {})[0]?.run();
    await settled();
    await settled();
    await settled();
    await expect
      .poll(() => desk.log)
      .toEqual([
        `alert | ${JSON.stringify({ title: 'Start public strategy - Trend Follower', message: 'Only one instance of live strategy is allowed' })}`,
      ]);
  });
});

describe('the groups', () => {
  const personal = strategy({
    Name: 'B',
    Instances: [instance({ InstanceId: 'old' }), instance({ InstanceId: 'new' })],
  });
  const shared = strategy({ Id: 3, Name: 'P' });
  it('are own strategies and then public ones, the newest run first, each run with an id of its own', () => {
    const groups = groupsOf({ isLoaded: true, personal: [personal], public: [shared] });
    expect(ids(groups)).toEqual(['own:B', 'public:3']);
    expect(ids(groups[0]?.rows ?? [])).toEqual(['own:B/new', 'own:B/old']);
    expect(groupKey(shared)).toBe('public:3');
  });
  it('one button closes all, and opens those with runs when all are closed', () => {
    const groups = groupsOf({ isLoaded: true, personal: [personal], public: [shared] });
    expect(toggledAll(groups, ['own:B'])).toEqual([]);
    expect(toggledAll(groups, [])).toEqual(['own:B']);
    expect(toggledAll(groups, ['own:gone'])).toEqual(['own:B']);
  });
});

describe('trades on a chart', () => {
  it('are the fills of the run in order of time, with what it has earned after each', () => {
    const orders = [
      order({ Id: 'b', FillTimestamp: 3000, Side: 'Sell', CumulativeProfitLoss: 9 }),
      order({ Id: 'a' }),
      order({ Id: 'c', Status: 'Cancelled', FillTimestamp: null, FillPrice: 0 }),
    ];
    expect(tradesArguments(runOf(instance()), orders)).toEqual({
      symbol: 'SPY',
      title: 'Cross, 1/5/2026 to 1/30/2026',
      key: 'algo-stream 0 Cross i1',
      fromMs: Date.UTC(2026, 0, 5, 5),
      toMs: Date.UTC(2026, 0, 31, 4, 59, 59),
      trades: [
        { timeMs: 2000, side: 'Buy', price: 500, quantity: 100, netPnl: -1 },
        { timeMs: 3000, side: 'Sell', price: 500, quantity: 100, netPnl: 9 },
      ],
    });
  });
  it('are those of the symbol that is chosen in the menu of a run in several', async () => {
    desk.answers['commands'] = true;
    const pair = runOf(instance({ OtherSymbols: ['PEP'] }));
    const items = runMenu(window, pair).filter(({ id }) => id.startsWith('trades'));
    expect(items.map(({ label }) => label)).toEqual([
      'Trades in SPY on a chart…',
      'Trades in PEP on a chart…',
    ]);
    const orders = [order({ Id: 'a' }), order({ Id: 'b', Symbol: 'PEP', Quantity: 7, FilledQuantity: 7 })];
    expect(tradesArguments(pair, orders, 'PEP')).toMatchObject({
      symbol: 'PEP',
      title: expect.stringMatching(/^PEP only/),
      trades: [{ quantity: 7 }],
    });
  });
  it('says on the chart of a run in several symbols whose fills it shows', () => {
    const orders = [order({ Id: 'a' }), order({ Id: 'b', Symbol: 'PEP' })];
    const { title, trades } = tradesArguments(runOf(instance()), orders);
    expect(title).toBe('SPY only, profit of all symbols: Cross, 1/5/2026 to 1/30/2026');
    expect(trades).toHaveLength(1);
  });
  it('distinguishes no orders yet from no orders, with the reason when there is one', () => {
    expect(noOrdersText(liveInstance(), 'None.')).toContain('The run continues');
    expect(noOrdersText(instance({ Status: 'Backtesting', QueuePlace: 3 }), 'None.')).toBe('Queued, 2 ahead');
    expect([queueText(1), rejectedText(instance()), rejectedText(instance({ RejectedCount: 8 }))]).toEqual([
      'Queued, next to run',
      '',
      '8 rejected',
    ]);
    expect(noOrdersText(instance(), 'None.')).toBe('None.');
    expect(noOrdersText(instance({ Message: 'No order was filled.' }), 'None.')).toBe('No order was filled.');
  });
  it('exports orders once all are loaded, and shows an error', async () => {
    desk.changeOrders({ isLoaded: false, orders: [], error: null });
    const loading = loadOrders(desk.platform.strategies, 'Cross', 'i1');
    desk.changeOrders({ isLoaded: true, orders: [order()], error: null });
    expect(await loading).toHaveLength(1);
    desk.changeOrders({ isLoaded: false, orders: [], error: 'The server did not answer.' });
    await showTrades(desk.platform, runOf(instance()));
    expect(desk.log).toEqual(['toast | error | The server did not answer.']);
  });
});
