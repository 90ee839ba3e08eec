import { screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { newYorkMs, nextSession, sessionOn } from '../../../../src/domain/calendar/us-equity.ts';
import {
  collectSavedFiles,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
} from '../../../../src/testing/index.ts';
import { groupsOf } from '../../groups.ts';
import { algoStream } from '../../manifest.ts';
import { instance, liveInstance, order, returns, strategy } from '../../testing/fakes.ts';
import type { Instance, StrategyOrder } from '../../types.ts';
import { openComparison } from './ComparisonDialog.tsx';

const timeOf = (date: string, minutes: number): number => newYorkMs(date, minutes);

/** Closes of the symbol in January 2026: 100 on each day. */
function dailyBars() {
  const bars: { TS: number; O: number; H: number; L: number; C: number; V: number }[] = [];
  for (let session = sessionOn('2026-01-05'); session && session.date < '2026-01-31';) {
    bars.push({ TS: timeOf(session.date, 0), O: 100, H: 100, L: 100, C: 100, V: 1 });
    session = nextSession(session.date);
  }
  return bars;
}

/** Buys 100 shares at 100.00 on the first day and sells them a day later with a profit. */
const roundTrip = (profit: number, date: string, next: string): readonly StrategyOrder[] => {
  const plain = {
    ClearingCharge: 0,
    ExecutionCharge: 0,
    LiquidityFee: 0,
    SecFee: 0,
    FinraFee: 0,
  };
  return [
    order({
      ...plain,
      Id: '1',
      FillPrice: 100,
      FillTimestamp: timeOf(date, 600),
      GrossAmount: -10_000,
      NetProfitLoss: 0,
    }),
    order({
      ...plain,
      Id: '2',
      Side: 'Sell',
      FillPrice: 100 + profit / 100,
      FillTimestamp: timeOf(next, 600),
      GrossAmount: 10_000 + profit,
      FifoProfitLoss: profit,
      NetProfitLoss: profit,
    }),
  ];
};

const backtest = (id: string, profit: number, change: Partial<Instance> = {}): Instance =>
  instance({
    InstanceId: id,
    Parameters: `fast = ${id.slice(1)}`,
    Returns: returns({
      NetProfitLoss: profit,
      GrossProfitLoss: profit,
      CumulativeNetProfitLoss: profit,
      CumulativeGrossProfitLoss: profit,
      Capital: 10_000,
    }),
    ...change,
  });

interface TestRun {
  readonly run: Instance;
  readonly orders: readonly StrategyOrder[];
}

const run = (id: string, profit: number, change: Partial<Instance> = {}): TestRun => ({
  run: backtest(id, profit, change),
  orders: roundTrip(profit, '2026-01-06', '2026-01-08'),
});

/** Two runs of January, of which the second covers its second half only. */
const TWO: readonly TestRun[] = [
  run('r1', 300, { Version: 3 }),
  {
    run: backtest('r2', 100, { BacktestFrom: timeOf('2026-01-16', 0) }),
    orders: roundTrip(100, '2026-01-16', '2026-01-20'),
  },
];

/** A server with runs of one strategy. It refuses the first request for bars of AAPL. `silent`: ids of runs whose orders it does not answer. */
function serverWith(runs: readonly TestRun[], silent: ReadonlySet<string> = new Set()): MemoryServer {
  const server = createDeskServer();
  server.on('strategyList', () =>
    server.send('trading', 'strategies', {
      IsPublic: false,
      Items: [
        strategy({
          Instances: [
            ...runs.map((each) => each.run),
            instance({ InstanceId: 'none', Returns: null }),
            liveInstance({ InstanceId: 'live' }),
          ],
        }),
      ],
      HasMore: false,
    }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  server.on('requestAlgoTradingStrategyOrders', ({ Name, InstanceId }) => {
    if (silent.has(InstanceId)) return;
    const Items = [...(runs.find((each) => each.run.InstanceId === InstanceId)?.orders ?? [])];
    server.send('trading', 'strategyOrders', { Name, InstanceId, Items, HasMore: false });
  });
  let failures = 1;
  server.on('chartCandles', ({ Id, Symbol }) => {
    const isRefused = Symbol === 'AAPL' && failures > 0;
    if (isRefused) failures -= 1;
    server.send('data', 'chartCandlesAnswer', {
      Id,
      Result: isRefused ? 'Error' : 'Ok',
      Items: isRefused ? [] : dailyBars(),
      HasMore: false,
    });
  });
  return server;
}

const GRID = { Columns: [{ Id: 'Status', Width: 120 }], Sort: null, Expanded: [] };

type Scope = ReturnType<typeof within>;

/** Opens the list of runs from the menu of the strategy. */
async function openList(server: MemoryServer): Promise<{ readonly user: UserEvent; readonly list: Scope }> {
  const { user, frame } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  await user.pointer({ keys: '[MouseRight]', target: await within(frame).findByText('Cross (no limit)') });
  await user.click(await screen.findByRole('menuitem', { name: 'Compare reports…' }));
  return { user, list: within(await screen.findByRole('dialog', { name: 'Compare reports' })) };
}

/** Chooses all runs of the list and compares them. */
async function compareAll(server: MemoryServer): Promise<{ readonly user: UserEvent; readonly view: Scope }> {
  const { user, list } = await openList(server);
  for (const box of list.getAllByRole('checkbox').toReversed()) await user.click(box);
  await user.click(list.getByRole('button', { name: 'Compare' }));
  return { user, view: within(await screen.findByRole('dialog', { name: /^Comparison of / })) };
}

const rowOf = (view: Scope, label: string): readonly string[] =>
  [...(view.getByRole('rowheader', { name: label }).parentElement?.querySelectorAll('td') ?? [])].map(
    (cell) => cell.textContent,
  );

test('lists finished runs with fills, and finds them by what is typed', async () => {
  const { user, list } = await openList(serverWith(TWO));
  expect(list.getAllByRole('checkbox')).toHaveLength(2);
  const filter = list.getByRole('textbox', { name: /^Find by/ });
  expect(filter).toBe(document.activeElement);
  expect(filter).toHaveProperty('value', 'Cross');
  await fill(user, filter, 'version 3 spy');
  const [box, ...others] = list.getAllByRole('checkbox');
  expect(others).toEqual([]);
  expect(box?.getAttribute('aria-checked')).toBe('false');
  expect(
    list.getByRole('checkbox', {
      name: /^Cross Backtest Version 3 SPY 1\/5\/2026 to 1\/30\/2026 \+300\.00 .* fast = 1$/,
    }),
  ).toBe(box);
  await fill(user, filter, 'aapl');
  expect(list.getByText('No finished run contains "aapl".')).toBeDefined();
});

test('wants two runs, and refuses a ninth with the reason', async () => {
  const nine = Array.from({ length: 9 }, (_, at) => run(`r${at + 1}`, 100 + at, { StartedAt: 1_000 - at }));
  const { user, list } = await openList(serverWith(nine));
  const status = list.getByRole('status');
  const compare = list.getByRole('button', { name: 'Compare' });
  const boxes: readonly HTMLElement[] = list.getAllByRole('checkbox');
  expect(boxes).toHaveLength(9);
  expect(compare.getAttribute('aria-disabled')).toBe('true');
  expect(status.textContent.trim()).toBe('Choose two to 8 runs.');
  // One stop of the Tab key: the arrow keys move, the space bar chooses.
  boxes[0]?.focus();
  await user.keyboard(
    ' {ArrowDown} {ArrowDown} {ArrowDown} {ArrowDown} {ArrowDown} {ArrowDown} {ArrowDown} ',
  );
  expect(boxes.map((box) => box.tabIndex).filter((index) => index === 0)).toHaveLength(1);
  const full = '8 runs are chosen, the most that can be compared. Clear one to choose another.';
  expect(status.textContent).toBe(full);
  await user.keyboard('{End} ');
  const ninth = boxes[8];
  expect(document.activeElement).toBe(ninth);
  expect(ninth?.getAttribute('aria-checked')).toBe('false');
  expect(ninth?.getAttribute('aria-disabled')).toBe('true');
  expect(ninth?.getAttribute('title')).toBe(full);
  await user.keyboard('{Home} {End} ');
  expect(ninth?.getAttribute('aria-checked')).toBe('true');
  expect(boxes[0]?.getAttribute('aria-checked')).toBe('false');
});

test('shows the figures side by side with the best in bold, and each run on its own dates', async () => {
  const { user, view } = await compareAll(serverWith(TWO));
  await expect.poll(() => view.getAllByRole('status')[0]?.textContent).toBe('2 runs');
  expect(rowOf(view, 'Net P&L')).toEqual(['+300.00 best', '+100.00']);
  expect(rowOf(view, 'Total return')).toEqual(['+3.00% best', '+1.00%']);
  // A figure that is no merit has no best.
  expect(rowOf(view, 'Capital base')).toEqual(['10,000.00', '10,000.00']);
  expect(
    view.getByRole('columnheader', { name: /^A Cross SPY, version 3 2026-01-05 to 2026-01-30 fast = 1$/ }),
  ).toBeDefined();
  const plot = view.getByRole('slider', { name: 'Curves and drawdowns of the runs' });
  plot.focus();
  await user.keyboard('{Home}');
  expect(plot.getAttribute('aria-valuetext')).toBe('2026-01-05, A Cross 10,000.00, drawdown 0.00%');
  await user.keyboard('{End}');
  expect(plot.getAttribute('aria-valuetext')).toBe(
    '2026-01-30, A Cross 10,300.00, drawdown 0.00%, B Cross 10,100.00, drawdown 0.00%',
  );
  await user.click(view.getByRole('combobox', { name: 'Curves' }));
  await user.click(await screen.findByRole('option', { name: 'Return, per cent' }));
  expect(plot.getAttribute('aria-valuetext')).toContain('A Cross +3.00%');
});

test('counts all returns on one capital base when that is typed', async () => {
  const { user, view } = await compareAll(serverWith(TWO));
  const base = await view.findByRole('textbox', { name: /^Capital base of all runs/ });
  await fill(user, base, '20000');
  await expect.poll(() => rowOf(view, 'Total return')).toEqual(['+1.50% best', '+0.50%']);
});

test('compares the other runs while one is loading, has no fills, or could not be loaded', async () => {
  const empty: TestRun = { ...run('r3', 0), orders: [] };
  const refused: TestRun = {
    run: backtest('r5', 900, { PrimarySymbol: 'AAPL' }),
    orders: roundTrip(900, '2026-01-06', '2026-01-08').map((each) => ({ ...each, Symbol: 'AAPL' })),
  };
  const server = serverWith([...TWO, run('r4', 50), empty, refused], new Set(['r4']));
  const { user, view } = await compareAll(server);
  await expect.poll(() => rowOf(view, 'Net P&L')).toEqual(['+300.00 best', '+100.00', '–', '–', '–']);
  expect(await view.findByText('4 of 5 runs loaded')).toBeDefined();
  expect(view.getByRole('columnheader', { name: /^C Cross .* fast = \w+ Loading…$/ })).toBeDefined();
  expect(view.getByText('D Cross has no fills, so it has no report.')).toBeDefined();
  expect(await view.findByText(/^E Cross could not be loaded: ./)).toBeDefined();
  await user.click(view.getByRole('button', { name: 'Load E Cross again' }));
  await expect.poll(() => rowOf(view, 'Net P&L').at(-1)).toBe('+900.00 best');
  expect(view.queryByText(/could not be loaded/)).toBeNull();
});

test('exports the table', async () => {
  const files = collectSavedFiles();
  const { user, view } = await compareAll(serverWith(TWO));
  await expect.poll(() => rowOf(view, 'Net P&L')).toEqual(['+300.00 best', '+100.00']);
  await user.click(view.getByRole('button', { name: 'Export to CSV' }));
  await expect.poll(() => files.length).toBe(1);
  expect(files[0]?.name).toBe('Comparison of reports.csv');
  const lines = (await files[0]?.data.text())?.split('\r\n') ?? [];
  expect(lines[0]).toContain('Group,Figure,Unit,A Cross,B Cross');
  expect(lines).toContain('Run,Version,,3,');
  expect(lines).toContain('Return,Net P&L,dollars,300,100');
});

test('loads the figures of a run that has not ended again, and offers that only then', async () => {
  const orders = [...roundTrip(100, '2026-01-06', '2026-01-08')];
  const known = returns({ NetProfitLoss: 100, CumulativeNetProfitLoss: 100, Capital: 10_000 });
  const live = { run: liveInstance({ InstanceId: 'r2', Status: 'Running', Returns: known }), orders };
  const server = serverWith([run('r1', 300), live]);
  const { user, window } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  const { platform } = window;
  const rows = () => groupsOf(platform.strategies.get()).flatMap((group) => group.rows);
  const shown = async (ids: readonly string[]) => {
    await expect.poll(() => rows().length).toBeGreaterThan(1);
    void openComparison(
      platform,
      rows().filter(({ instance: { InstanceId } }) => ids.includes(InstanceId)),
    );
    return within(await screen.findByRole('dialog', { name: /^Comparison of / }));
  };
  const ended = await shown(['r1']);
  await expect.poll(() => rowOf(ended, 'Net P&L').join()).toContain('+300.00');
  expect(ended.queryByRole('button', { name: 'Refresh' })).toBeNull();
  await user.click(ended.getByRole('button', { name: 'Close' }));

  const view = await shown(['r1', 'r2']);
  const net = () => rowOf(view, 'Net P&L').toSorted();
  await expect.poll(net).toEqual(['+100.00', '+300.00 best']);
  orders.push(
    ...roundTrip(50, '2026-01-12', '2026-01-13').map((each, at) => ({ ...each, Id: String(at + 3) })),
  );
  server.send('trading', 'capitalReturns', {
    Name: 'Cross',
    InstanceId: 'r2',
    Returns: { ...known, NetProfitLoss: 150, CumulativeNetProfitLoss: 150 },
  });
  const refresh = view.getByRole('button', { name: 'Refresh' });
  await user.click(refresh);
  await expect.poll(net).toEqual(['+150.00', '+300.00 best']);
  expect(document.activeElement).toBe(refresh);
});

test('leads back to the list with the runs still chosen', async () => {
  const { user, view } = await compareAll(serverWith(TWO));
  await user.click(view.getByRole('button', { name: 'Choose runs…' }));
  const list = within(await screen.findByRole('dialog', { name: 'Compare reports' }));
  expect(list.getAllByRole('checkbox').map((box) => box.getAttribute('aria-checked'))).toEqual([
    'true',
    'true',
  ]);
});
