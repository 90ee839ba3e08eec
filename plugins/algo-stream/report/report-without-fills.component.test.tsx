import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { chooseFromMenu, collectSavedFiles } from '../../../src/testing/index.ts';
import { returns } from '../testing/fakes.ts';
import { figure, openReport, openTab, serverWith } from '../testing/open-report.ts';
import { MARK, ORDERS, PLOTS, RUN, timeOf } from '../testing/report-run.ts';
import type { StrategyOrder } from '../types.ts';

test('shows the reason, the log and the plots of a run without fills, with its figures as not available', async () => {
  const message = 'The code sent no order in this period.\nLast log line: close 101.5';
  const server = serverWith([], { Message: message }, true, PLOTS);
  server.on('requestAlgoTradingStrategyLog', ({ From }) =>
    server.send('trading', 'strategyLog', {
      ...RUN,
      From,
      Items: From === 0 ? [{ Time: MARK.Time, Text: 'close 101.5' }] : [],
      Total: 1,
    }),
  );
  const { user, dialog } = await openReport(server);
  expect(await dialog.findByText(/^The code sent no order in this period/)).toHaveProperty(
    'textContent',
    message,
  );
  expect([figure(dialog, 'Net P&L'), figure(dialog, 'Win rate')]).toEqual(['–', '–']);
  const log = await dialog.findByRole('list', { name: 'Log lines' });
  expect(within(log).getByText('close 101.5')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Log');
  await dialog.findByRole('tab', { name: /^Plots/ });
  await openTab(user, dialog, /^Plots/);
  const plot = await dialog.findByRole('slider', { name: 'Lines and marks of the strategy' });
  plot.focus();
  await user.keyboard('{End}');
  expect(plot.getAttribute('aria-valuetext')).toBe(
    '2026-01-08 10:00:00, fast 104.00, slow 103.00, strength 0.25',
  );
});

test('exports the report of a run without fills with its reason and its log', async () => {
  const files = collectSavedFiles();
  const server = serverWith([], { Message: 'The code sent <b>no</b> order' }, true, PLOTS);
  const lines = ['close 101.5', 'done'].map((Text) => ({ Time: MARK.Time, Text }));
  // One line a message.
  server.on('requestAlgoTradingStrategyLog', ({ From }) =>
    server.send('trading', 'strategyLog', { ...RUN, From, Items: lines.slice(From, From + 1), Total: 2 }),
  );
  const { user, dialog } = await openReport(server);
  await dialog.findByRole('tab', { name: /^Plots/ });
  const button = dialog.getByRole('button', { name: 'Export' });
  const save = async (name: string): Promise<string> => {
    const before = files.length;
    await chooseFromMenu(user, button, name);
    await expect.poll(() => files.length).toBe(before + 1);
    return (await files.at(-1)?.data.text()) ?? '';
  };
  const saved: unknown = JSON.parse(await save('JSON'));
  expect(saved).toMatchObject({
    format: 'tapedeck-run-report',
    run: { strategy: 'Cross', isBacktest: true },
    noFills: 'The code sent <b>no</b> order',
    figures: { netProfit: null },
    log: [{ text: 'close 101.5' }, { text: 'done' }],
    marks: [{ text: MARK.Text }],
    trades: [],
  });
  expect(await save('Figures as CSV')).toContain('Run,No fills,The code sent <b>no</b> order,text');
  const page = new DOMParser().parseFromString(await save('HTML page'), 'text/html');
  expect(page.body.textContent).toContain('No fills: The code sent <b>no</b> order');
  expect([...page.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('close 101.5'),
    expect.stringContaining('done'),
  ]);
  expect(page.querySelectorAll('script, svg, b')).toHaveLength(0);
  expect(files.map(({ name }) => name)).toEqual([
    'Cross, 1-5-2026 to 1-30-2026, report.json',
    'Cross, 1-5-2026 to 1-30-2026, report figures.csv',
    'Cross, 1-5-2026 to 1-30-2026, report.html',
  ]);
});

test('shows the report of a live run with its first fill after Refresh', async () => {
  const live = { BacktestFrom: null, BacktestTo: null, Status: 'Running', FinishedAt: null } as const;
  const period = { StartTime: timeOf('2026-01-05', 570), FinishTime: timeOf('2026-01-30', 960) };
  const orders: StrategyOrder[] = [];
  const server = serverWith([], { ...live, Returns: returns({ NetProfitLoss: 300, ...period }) });
  server.on('requestAlgoTradingStrategyOrders', () =>
    server.send('trading', 'strategyOrders', { ...RUN, Items: [...orders], HasMore: false }),
  );
  const { user, dialog } = await openReport(server, 'Running');
  expect(await dialog.findByText('The run continues. Its orders and log will appear here.')).toBeDefined();
  orders.push(...ORDERS);
  await user.click(dialog.getByRole('button', { name: 'Refresh' }));
  await expect.poll(() => figure(dialog, 'Win rate')).toBe('50.00%');
});
