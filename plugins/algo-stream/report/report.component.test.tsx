import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { NO_COSTS } from '../../../src/domain/strategy/costs/settings.ts';
import { chooseFromMenu, collectSavedFiles, fill, installCanvas } from '../../../src/testing/index.ts';
import { returns } from '../testing/fakes.ts';
import { figure, openReport, openTab, serverWith } from '../testing/open-report.ts';
import { MARK, ORDERS, PLOTS, RUN, timeOf } from '../testing/report-run.ts';

test('shows the figures of a run, its equity day by day, and its months', async () => {
  const { user, dialog } = await openReport(serverWith(ORDERS));
  await dialog.findByRole('region', { name: 'Key figures' });
  expect(figure(dialog, 'Net P&L')).toBe('+200.00');
  expect(figure(dialog, 'Total return')).toBe('+2.00%');
  expect(figure(dialog, 'Win rate')).toBe('50.00%');
  expect(figure(dialog, 'Profit factor')).toBe('3.00');
  expect(figure(dialog, 'Buy and hold')).toBe('0.00%');
  expect(dialog.getByText('SPY, 2026-01-05 to 2026-01-30, 19 trading days')).toBeDefined();

  const plot = dialog.getByRole('slider', { name: 'Equity and drawdown by day' });
  plot.focus();
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}');
  // The third close: 100 shares that were bought at 100.00 are marked at 102.00.
  expect(plot.getAttribute('aria-valuetext')).toBe(
    '2026-01-07, Buy and hold 10,200.00, Equity 10,200.00, Drawdown 0.00%',
  );

  await openTab(user, dialog, /^Months/);
  const row = dialog.getByRole('row', { name: /^2026/ });
  expect(within(row).getAllByText('+2.00%')).toHaveLength(2);
  await openTab(user, dialog, /^Rolling/);
  expect(dialog.getByText('No rolling figures')).toBeDefined();
});

test('shows new figures of a run that continues after Refresh, with the focus and the tab as they were', async () => {
  const live = { BacktestFrom: null, BacktestTo: null, Status: 'Running', FinishedAt: null } as const;
  const period = { StartTime: timeOf('2026-01-05', 570), FinishTime: timeOf('2026-01-30', 960) };
  const known = returns({ NetProfitLoss: 300, CumulativeNetProfitLoss: 300, Capital: 10_000, ...period });
  const orders = ORDERS.slice(0, 2);
  const server = serverWith(orders, { ...live, Returns: known });
  server.on('requestAlgoTradingStrategyOrders', () =>
    server.send('trading', 'strategyOrders', { ...RUN, Items: [...orders], HasMore: false }),
  );
  const { user, dialog } = await openReport(server, 'Running');
  await expect.poll(() => document.activeElement?.textContent).toBe('Equity');
  expect([figure(dialog, 'Net P&L'), figure(dialog, 'Win rate')]).toEqual(['+300.00', '100.00%']);
  await user.keyboard('{ArrowRight}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Months');
  await openTab(user, dialog, /^Months/);

  orders.push(...ORDERS.slice(2));
  server.send('trading', 'capitalReturns', {
    ...RUN,
    Returns: { ...known, NetProfitLoss: 200, CumulativeNetProfitLoss: 200 },
  });
  await user.click(dialog.getByRole('button', { name: 'Refresh' }));
  await expect.poll(() => figure(dialog, 'Net P&L')).toBe('+200.00');
  expect(figure(dialog, 'Win rate')).toBe('50.00%');
  expect(dialog.getByRole('tab', { name: /^Months/ }).getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement?.textContent).toBe('Refresh');
});

test('opens the comparison with its run chosen', async () => {
  const { user, dialog } = await openReport(serverWith(ORDERS));
  await user.click(await dialog.findByRole('button', { name: 'Compare…' }));
  const list = within(await screen.findByRole('dialog', { name: 'Compare reports' }));
  expect(list.getByRole('checkbox').getAttribute('aria-checked')).toBe('true');
  expect(list.getByRole('status').textContent).toBe('Choose two to 8 runs. 1 run is chosen.');
});

test('computes again with another capital base, and keeps the report while none can be read', async () => {
  const { user, dialog } = await openReport(serverWith(ORDERS));
  const base = await dialog.findByRole('textbox', { name: 'Capital base, dollars' });
  expect(base).toHaveProperty('value', '10,000.00');
  await fill(user, base, '20000');
  await expect.poll(() => figure(dialog, 'Total return')).toBe('+1.00%');
  await user.type(base, 'x');
  expect(dialog.getByText('Enter a capital base above 0.')).toBeDefined();
  expect(figure(dialog, 'Total return')).toBe('+1.00%');
});

test('lists the trades with their MAE and MFE, and shows one on a chart', async () => {
  installCanvas();
  const { user, dialog } = await openReport(serverWith(ORDERS));
  await dialog.findByRole('region', { name: 'Key figures' });
  await openTab(user, dialog, /^Trades/);
  const grid = dialog.getByRole('grid', { name: 'Trades of the run' });
  // Of the bar on January 6 the lowest price is 98.25 and the highest one 104.50, and 100 shares were bought at 100.00.
  expect(await within(grid).findByText('-175.00')).toBeDefined();
  expect(within(grid).getByText('+450.00')).toBeDefined();
  expect(within(grid).getByText('Short')).toBeDefined();
  await user.click(within(grid).getByRole('button', { name: 'Show trade 2 on a chart' }));
  expect(await screen.findByRole('dialog', { name: /^Cross, / })).toBeDefined();
});

test('shows the excursions of each trade, and opens it in the list', async () => {
  const { user, dialog } = await openReport(serverWith(ORDERS));
  await dialog.findByRole('region', { name: 'Key figures' });
  await openTab(user, dialog, /^MAE and MFE/);
  const plot = await dialog.findByRole('slider', { name: 'MAE and net P&L of the trades' });
  plot.focus();
  await user.keyboard('{Home}');
  expect(plot.getAttribute('aria-valuetext')).toBe('Trade 1, net P&L +300.00, MAE -175.00');
  await user.keyboard('{Enter}');
  const grid = await dialog.findByRole('grid', { name: 'Trades of the run' });
  const selected = within(grid)
    .getAllByRole('row')
    .find((row) => row.getAttribute('aria-selected') === 'true');
  expect(selected?.getAttribute('data-row-id')).toBe('1');
});

test('stops reading bars on request', async () => {
  const { user, dialog } = await openReport(serverWith(ORDERS, {}, false));
  await dialog.findByRole('region', { name: 'Key figures' });
  await openTab(user, dialog, /^MAE and MFE/);
  expect(await dialog.findByText('Reading bars for MAE and MFE, 0%')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByText('The reading of bars for MAE and MFE was stopped.')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Read bars' })).toBeDefined();
});

test('says which step it is at, and closes when loading is cancelled', async () => {
  const server = serverWith(ORDERS);
  server.on('requestAlgoTradingStrategyOrders', () => {});
  const { user, dialog } = await openReport(server);
  expect(dialog.getByText('Loading the orders of the run, step 1 of 3')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog', { name: /^Report - / })).toBeNull();
});

test('lists the trades of a run in several symbols with the symbol of each', async () => {
  const [opening, closing, ...others] = ORDERS;
  const traded = [opening, closing].flatMap((order) =>
    order === undefined ? [] : [{ ...order, Symbol: 'AAPL' }],
  );
  const { user, dialog } = await openReport(serverWith([...traded, ...others]));
  await dialog.findByRole('region', { name: 'Key figures' });
  expect(figure(dialog, 'Win rate')).toBe('50.00%');
  await openTab(user, dialog, /^Trades/);
  const rows = dialog.getAllByRole('row').map((row) => row.textContent);
  expect(rows.filter((text) => text.includes('AAPL'))).toHaveLength(1);
  expect(rows.find((text) => text.includes('AAPL'))).toContain('+300.00');
});

test('has no list of trades for multi-leg orders, and takes the equity from the marks of the server', async () => {
  const [first] = ORDERS;
  const Legs = [
    { Symbol: 'SPY', Side: 'Buy', Ratio: 1 },
    { Symbol: 'SPY260821C00645000', Side: 'Sell', Ratio: 1 },
  ] as const;
  const legs = first === undefined ? [] : [{ ...first, Legs: [...Legs] }];
  const server = serverWith(legs);
  server.on('requestAlgoTradingStrategyEquity', () =>
    server.send('trading', 'strategyEquity', {
      ...RUN,
      Equity: {
        End: 150,
        Peak: 150,
        Trough: 0,
        MaxDrawdown: 0,
        Times: [timeOf('2026-01-06', 900)],
        Values: [150],
      },
    }),
  );
  const { user, dialog } = await openReport(server);
  await dialog.findByRole('region', { name: 'Key figures' });
  expect(figure(dialog, 'Win rate')).toBe('–');
  const plot = dialog.getByRole('slider', { name: 'Equity and drawdown by day' });
  plot.focus();
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}');
  expect(plot.getAttribute('aria-valuetext')).toContain('2026-01-06');
  expect(plot.getAttribute('aria-valuetext')).toContain('Equity 10,150.00');
  await openTab(user, dialog, /^Trades/);
  expect(dialog.getByText('No list of trades')).toBeDefined();
});

test('saves the report as JSON with the excursions of its trades, and as CSV', async () => {
  const files = collectSavedFiles();
  const { user, dialog } = await openReport(serverWith(ORDERS));
  const button = await dialog.findByRole('button', { name: 'Export' });
  await chooseFromMenu(user, button, 'JSON');
  await expect.poll(() => files.length).toBe(1);
  expect(files[0]?.name).toBe('Cross, 1-5-2026 to 1-30-2026, report.json');
  const saved: unknown = JSON.parse((await files[0]?.data.text()) ?? '');
  expect(saved).toMatchObject({
    format: 'tapedeck-run-report',
    version: 1,
    run: { strategy: 'Cross', instanceId: 'i1', symbol: 'SPY', isBacktest: true },
    // The matcher stands for the number.
    figures: { netProfit: 200, totalReturn: expect.closeTo(0.02) as number },
    trades: [
      { number: 1, net: 300, mae: -175, mfe: 450 },
      { number: 2, net: -100, mae: -100, mfe: 0 },
    ],
  });
  await chooseFromMenu(user, button, 'Daily equity as CSV');
  await expect.poll(() => files.length).toBe(2);
  const lines = (await files[1]?.data.text())?.split('\r\n') ?? [];
  expect(lines[0]).toContain('Date,Net P&L,Equity,Return,Drawdown,Buy and hold');
  expect(lines[3]).toBe('2026-01-07,200,10200,0.02,0,10200');
});

test('states what a backtest assumes about fills and costs', async () => {
  const costs = { ...NO_COSTS, Slippage: 'BasisPoints', SlippageAmount: 1.5, VolumePercent: 5 } as const;
  const { dialog } = await openReport(serverWith(ORDERS, { Costs: costs }));
  expect(await dialog.findByText(/^Assumptions: /)).toHaveProperty(
    'textContent',
    'Assumptions: Slippage 1.5 bps of the price; spread none; volume at most 5 % of the volume of a bar; commissions fees of the account; borrowing free.',
  );
});

test('shows what the strategy has drawn, with its marks, and saves it in the JSON file', async () => {
  const { user, dialog } = await openReport(serverWith(ORDERS, {}, true, PLOTS));
  await dialog.findByRole('tab', { name: /^Plots/ });
  await openTab(user, dialog, /^Plots/);
  const plot = await dialog.findByRole('slider', { name: 'Lines and marks of the strategy' });
  await user.click(plot);
  // The end of the only bar of the symbol: its close is in the pane of the lines in prices.
  await expect
    .poll(async () => {
      await user.keyboard('{Home}{ArrowRight}');
      return plot.getAttribute('aria-valuetext');
    })
    .toMatch(/^2026-01-06 10:01:00, SPY 100\.00, fast 100\.00, slow 101\.00$/);
  await user.keyboard('{ArrowRight}');
  // Between the first and the last point of a line.
  expect(plot.getAttribute('aria-valuetext')).toBe('2026-01-07 10:00:00, fast 102.00, slow 102.00, breakout');
  await user.keyboard('{End}');
  expect(plot.getAttribute('aria-valuetext')).toBe(
    '2026-01-08 10:00:00, fast 104.00, slow 103.00, strength 0.25',
  );
  const marks = dialog.getByRole('list', { name: 'Marks' });
  expect(
    within(marks)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['2026-01-07 10:00:00 breakout at 101.5']);
  const files = collectSavedFiles();
  await chooseFromMenu(user, dialog.getByRole('button', { name: 'Export' }), 'JSON');
  await expect.poll(() => files.length).toBe(1);
  const saved: unknown = JSON.parse((await files[0]?.data.text()) ?? '');
  expect(saved).toMatchObject({
    plots: [
      { name: 'fast', scale: 'price', points: [{ value: 100 }, { value: 104 }] },
      { name: 'slow', scale: 'price' },
      { name: 'strength', scale: null },
    ],
    marks: [{ time: new Date(MARK.Time).toISOString(), text: 'breakout', price: 101.5 }],
  });
});

test('shows lines and marks without the price when that cannot be loaded, and loads it again', async () => {
  const server = serverWith(ORDERS, {}, true, PLOTS);
  let isRefused = true;
  const { user, dialog } = await openReport(server);
  await dialog.findByRole('tab', { name: /^Plots/ });
  server.on('chartCandles', ({ Id }) =>
    server.send('data', 'chartCandlesAnswer', {
      Id,
      Result: isRefused ? 'Error' : 'Ok',
      Items: isRefused ? [] : [{ TS: timeOf('2026-01-06', 600), O: 99, H: 99, L: 99, C: 99, V: 1 }],
      HasMore: false,
    }),
  );
  await openTab(user, dialog, /^Plots/);
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toMatch(/^The prices of SPY could not be loaded: /);
  const plot = dialog.getByRole('slider', { name: 'Lines and marks of the strategy' });
  expect(plot.getAttribute('aria-valuetext')).toContain('fast 104.00');
  isRefused = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  plot.focus();
  await expect
    .poll(async () => {
      await user.keyboard('{Home}{ArrowRight}');
      return plot.getAttribute('aria-valuetext');
    })
    .toContain('SPY 99.00');
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('has no tab for plots of a strategy that draws nothing', async () => {
  const { dialog } = await openReport(serverWith(ORDERS));
  await dialog.findByRole('tab', { name: /^Rolling/ });
  expect(dialog.queryByRole('tab', { name: /^Plots/ })).toBeNull();
});
