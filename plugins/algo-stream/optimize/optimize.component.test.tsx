import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { Body } from '../../../src/protocol/index.ts';
import { createDeskServer, fill, renderTool, type MemoryServer } from '../../../src/testing/index.ts';
import { algoStream } from '../manifest.ts';
import { strategy } from '../testing/fakes.ts';
import type { Search, SearchSet } from '../types.ts';

const GRID = { Columns: [{ Id: 'Status', Width: 120 }], Sort: null, Expanded: [] };
const STARTED_MS = Date.UTC(2026, 2, 2, 15);

const TERMS: Search['Terms'] = {
  Parameters: 'slow = 9',
  IntradayPositionsOnly: false,
  FirstTradingIntervalStart: 570,
  FirstTradingIntervalEnd: 960,
  SecondTradingIntervalStart: 0,
  SecondTradingIntervalEnd: 0,
  IncludeOffMarket: false,
  Account: 'DEMO-1',
  ShareLimit: -1,
  DollarLimit: -1,
  DataType: 'Auto',
  From: Date.UTC(2026, 0, 5, 5),
  To: Date.UTC(2026, 0, 31, 4, 59, 59),
  Ranges: [
    { Name: 'fast', Values: '5:10:5' },
    { Name: 'slow', Values: '20:40:20' },
  ],
  Search: 'grid',
  RunCount: 1,
  Objective: 'sharpe',
  MinTrades: 1,
  Capital: null,
  Seed: 1,
};
const search = (change: Partial<Search> = {}): Search => ({
  OptimizationId: 'search-1',
  Name: 'Cross',
  StrategyId: 0,
  State: 'Completed',
  Message: '',
  StartedAt: STARTED_MS,
  FinishedAt: STARTED_MS + 60_000,
  RunCount: 4,
  DoneCount: 4,
  FailedCount: 1,
  Symbol: 'SPY',
  Terms: TERMS,
  Best: {
    Values: ['10', '20'],
    Score: 1.5,
    Deflated: { Trials: 3, ExpectedMaxSharpe: 0.8, Probability: 0.73 },
    DrawnTrades: {
      Runs: 1000,
      Net: { P5: -50, P50: 100, P95: 250 },
      Drawdown: { P5: 10, P50: 40, P95: 90 },
      LossShare: 0.125,
    },
    DrawnDays: null,
  },
  ...change,
});
const figures = (Sharpe: number): NonNullable<SearchSet['Figures']> => ({
  Net: Sharpe * 100,
  Drawdown: 40,
  Capital: 10_000,
  Trades: 6,
  WinRate: 0.5,
  ProfitFactor: 1.4,
  Expectancy: 10,
  Cagr: 0.1,
  Volatility: 0.2,
  Sharpe,
  Sortino: null,
  Calmar: 2,
});
const set = (Serial: number, Values: string[], Score: number | null): SearchSet => ({
  Serial,
  Values,
  Score,
  Figures: Score === null ? null : figures(Score),
  Fault: Score === null ? 'fast must be below slow' : '',
});
const SETS = [
  set(1, ['5', '20'], 0.5),
  set(2, ['5', '40'], -0.25),
  set(3, ['10', '20'], 1.5),
  set(4, ['10', '40'], null),
];

/** A server with the strategy "Cross" and its searches, which sends sets in pages of three. */
function serverWith(items: Search[]) {
  const server = createDeskServer();
  const starts: Body<'startOptimization'>[] = [];
  const backtests: Body<'startBacktest'>[] = [];
  server.on('strategyList', () =>
    server.send('trading', 'strategies', { IsPublic: false, Items: [strategy()], HasMore: false }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  server.on('loadAlgoTradingStrategy', ({ Name }) =>
    server.send('trading', 'strategyLoaded', {
      Name,
      Result: 'Loaded',
      Code: 'code',
      Parameters: 'slow = 9',
    }),
  );
  server.on('describeStrategy', ({ Name, StrategyId }) =>
    server.send('trading', 'strategyDescribed', {
      Name,
      StrategyId,
      Symbol: 'SPY',
      Parameters: [
        { Name: 'fast', Kind: 'Number', Value: '10' },
        { Name: 'slow', Kind: 'Number', Value: '9' },
      ],
      Problem: '',
    }),
  );
  server.on('requestOptimizations', () =>
    server.send('trading', 'optimizations', { Items: [...items], HasMore: false }),
  );
  server.on('requestOptimizationSets', ({ OptimizationId, After }) => {
    const Items = SETS.filter(({ Serial }) => Serial > After).slice(0, 3);
    server.send('trading', 'optimizationSets', { OptimizationId, After, Items, HasMore: After === 0 });
  });
  server.on('startOptimization', (body) => void starts.push(body));
  server.on('startBacktest', (body) => void backtests.push(body));
  return { server, starts, backtests };
}

async function choose(server: MemoryServer, item: string) {
  const rendered = await renderTool(algoStream, server, { StrategyGrid: GRID });
  const heading = await within(rendered.frame).findByText('Cross (no limit)');
  await rendered.user.pointer({ keys: '[MouseRight]', target: heading });
  await rendered.user.click(await screen.findByRole('menuitem', { name: item }));
  return rendered;
}

test('starts a search over the parameters that vary, and shows its progress and its result', async () => {
  const items: Search[] = [];
  const { server, starts } = serverWith(items);
  const { user } = await choose(server, 'Optimize…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Optimize - Cross' }));
  const table = within(await dialog.findByRole('table', { name: 'Parameters to vary' }));
  expect(table.getByText('Fixed at 9')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Start search' }));
  expect(dialog.getByText('Choose at least one parameter to vary')).toBeDefined();
  await user.click(table.getByRole('checkbox', { name: 'fast' }));
  await fill(user, table.getByRole('textbox', { name: 'fast from' }), '5');
  await fill(user, table.getByRole('textbox', { name: 'fast to' }), '50');
  await fill(user, table.getByRole('textbox', { name: 'fast step' }), '0');
  expect(table.getByText('Its step must be above 0')).toBeDefined();
  await fill(user, table.getByRole('textbox', { name: 'fast step' }), '5');
  expect(dialog.getByText('10 combinations')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Start search' }));
  await expect.poll(() => starts).toHaveLength(1);
  const [start] = starts;
  expect(start).toMatchObject({
    Name: 'Cross',
    StrategyId: 0,
    Code: 'code',
    Parameters: 'slow = 9',
    Account: 'D-1',
    Ranges: [{ Name: 'fast', Values: '5:50:5' }],
    Search: 'grid',
  });
  const OptimizationId = start?.OptimizationId ?? '';
  const push = (change: Partial<Search>) => {
    const Optimization = search({ OptimizationId, ...change });
    items.splice(0, 1, Optimization);
    server.send('trading', 'optimizationStatus', { Optimization });
  };
  push({ State: 'Running', DoneCount: 0, FailedCount: 0, Best: null });
  const results = within(await screen.findByRole('dialog', { name: 'Optimizations - Cross' }));
  expect(await results.findByText('Running: 0 of 4 sets')).toBeDefined();
  expect(results.getByRole('progressbar', { name: 'Sets that have run' })).toBeDefined();
  push({ State: 'Completed' });
  expect(await results.findByText('Completed: 4 of 4 sets, 1 failed')).toBeDefined();
  expect(await results.findByText('fast must be below slow')).toBeDefined();
});

test('shows why a search is refused', async () => {
  const { server } = serverWith([]);
  server.on('startOptimization', ({ OptimizationId }) =>
    server.send('trading', 'optimizationRefused', { OptimizationId, Message: 'One search runs at a time.' }),
  );
  const { user } = await choose(server, 'Optimize…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Optimize - Cross' }));
  await user.click(await dialog.findByRole('checkbox', { name: 'fast' }));
  await user.click(dialog.getByRole('button', { name: 'Start search' }));
  expect(await dialog.findByText('One search runs at a time.')).toBeDefined();
});

test('shows the best set with its deflated Sharpe ratio, and opens a set as a backtest', async () => {
  const { server, backtests } = serverWith([search()]);
  const { user } = await choose(server, 'Optimizations…');
  const results = within(await screen.findByRole('dialog', { name: 'Optimizations - Cross' }));
  expect(await results.findByText('Best: fast 10, slow 20, Sharpe 1.50')).toBeDefined();
  expect(
    results.getByText(
      'Deflated Sharpe ratio 73.00% after 3 trials; without an edge their best is expected at 0.80',
    ),
  ).toBeDefined();
  const grid = within(await results.findByRole('grid', { name: 'Sets' }));
  await user.dblClick(await grid.findByText('−0.25').catch(() => grid.findByText('-0.25')));
  const backtest = within(await screen.findByRole('dialog', { name: 'Backtest strategy - Cross' }));
  expect(backtest.getByRole('textbox', { name: 'Parameters' })).toHaveProperty(
    'value',
    'fast = 5\nslow = 40',
  );
  await user.click(backtest.getByRole('button', { name: 'Start backtest' }));
  await expect.poll(() => backtests).toMatchObject([{ Code: 'code', Parameters: 'fast = 5\nslow = 40' }]);
});

test('selects cells and lines with the keyboard, and opens their set', async () => {
  const { server } = serverWith([search()]);
  const { user } = await choose(server, 'Optimizations…');
  const results = within(await screen.findByRole('dialog', { name: 'Optimizations - Cross' }));
  await results.findByRole('grid', { name: 'Sets' });
  await user.click(results.getByRole('tab', { name: 'Heat map' }));
  const map = await results.findByRole('slider', { name: 'Heat map of fast and slow' });
  results.getByText(/^The stronger the color, the higher: Sharpe -0\.25 to 1\.50\./);
  map.focus();
  await user.keyboard('{ArrowRight}');
  expect(map.getAttribute('aria-valuetext')).toBe('0.50 with fast 5, slow 20');
  await user.keyboard('{ArrowRight}');
  expect(map.getAttribute('aria-valuetext')).toBe('1.50 with fast 10, slow 20');
  await user.click(results.getByRole('tab', { name: 'Parallel coordinates' }));
  const lines = await results.findByRole('slider', { name: 'Sets over their parameters, best first' });
  lines.focus();
  await user.keyboard('{Home}');
  expect(lines.getAttribute('aria-valuetext')).toBe('1 of 3: fast 10, slow 20, Sharpe 1.50');
  await user.keyboard('{Enter}');
  const backtest = within(await screen.findByRole('dialog', { name: 'Backtest strategy - Cross' }));
  expect(backtest.getByRole('textbox', { name: 'Parameters' })).toHaveProperty(
    'value',
    'fast = 10\nslow = 20',
  );
});

test('shows the draws of the best set', async () => {
  const { server } = serverWith([search()]);
  const { user } = await choose(server, 'Optimizations…');
  const results = within(await screen.findByRole('dialog', { name: 'Optimizations - Cross' }));
  await user.click(await results.findByRole('tab', { name: 'Monte Carlo' }));
  const table = within(await results.findByRole('table', { name: 'Monte Carlo' }));
  expect(table.getByRole('row', { name: /Net P&L, trades drawn again/ }).textContent).toContain('+250.00');
});

test('cancels a running search, and deletes one that has ended', async () => {
  const running = search({ State: 'Running', DoneCount: 2, FailedCount: 0 });
  const { server } = serverWith([running]);
  const sent: string[] = [];
  server.on('stopOptimization', ({ OptimizationId }) => {
    sent.push(`stop ${OptimizationId}`);
    const Optimization = search({ State: 'Stopped', DoneCount: 2, FailedCount: 0 });
    server.send('trading', 'optimizationStatus', { Optimization });
  });
  server.on('removeOptimization', ({ OptimizationId }) => {
    sent.push(`remove ${OptimizationId}`);
    server.send('trading', 'optimizationRemoved', { OptimizationId });
  });
  const { user } = await choose(server, 'Optimizations…');
  const results = within(await screen.findByRole('dialog', { name: 'Optimizations - Cross' }));
  await user.click(await results.findByRole('button', { name: 'Cancel' }));
  expect(await results.findByText('Stopped after 2 of 4 sets')).toBeDefined();
  await user.click(results.getByRole('button', { name: 'Delete…' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await results.findByText('No searches yet')).toBeDefined();
  expect(sent).toEqual(['stop search-1', 'remove search-1']);
});
