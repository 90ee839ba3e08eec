import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { HOUR_MS } from '../../src/domain/calendar/durations.ts';
import {
  allRunsOf,
  backtest,
  completed,
  dialogOf,
  fromMenu,
  gridOf,
  groupOf,
  openAlgoStream,
  RUN_MS,
  runsOf,
  takeAvailableData,
  writeStrategy,
} from './support/algo-stream.ts';
import { Desk, pressIn, watchForErrors } from './support/desk.ts';
import { signInOnce } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7' });
});
test.afterAll(async () => {
  await desk.close();
});

test('a strategy is written from a template, tested on the past, and its orders, profit and details are looked at', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await signInOnce(page, desk);
  const tool = await openAlgoStream(page);
  await writeStrategy(page, 'My cross');
  await expect(groupOf(page, 'My cross')).toContainText('My cross (no limit)');
  const run = await backtest(page, 'My cross');
  await expect(run.locator('[data-column="Run"]')).toHaveText('Backtest (no limit)');
  await expect(run.locator('[data-column="NetProfitLoss"]')).toHaveText(/[+-]\d/);
  await expect(run.locator('[data-column="TradeCount"]')).toHaveText(/[1-9]/);

  await fromMenu(page, run, 'Orders…');
  const orders = dialogOf(page, /^Orders - My cross/);
  await expect(orders.getByRole('status').first()).toHaveText(/^[1-9][\d,]* orders$/);
  await expect(
    orders
      .getByRole('grid', { name: 'Orders of the run' })
      .locator('[data-column="Status"]')
      .filter({ hasText: 'Filled' })
      .first(),
  ).toBeVisible();
  await orders.getByRole('button', { name: 'Chart of P&L…' }).click();
  const profit = dialogOf(page, /^P&L - My cross/);
  const plot = profit.getByRole('slider', { name: /^Profit of My cross/ });
  await expect(plot).toBeFocused();
  const colors = () =>
    plot
      .locator('canvas')
      .evaluate(
        (canvas: HTMLCanvasElement) =>
          new Set(
            new Uint32Array(
              canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ??
                new ArrayBuffer(0),
            ),
          ).size,
      );
  await expect.poll(colors).toBeGreaterThan(20);
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, net P&L/);
  await page.keyboard.press('Escape');
  await expect(profit).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await orders.getByRole('button', { name: 'Export to CSV' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(/Sent,Status,Symbol/);
  await page.keyboard.press('Escape');
  await expect(orders).toHaveCount(0);

  await gridOf(page).focus();
  await run.getByRole('gridcell').first().dblclick();
  const details = dialogOf(page, /^Strategy instance details - My cross/);
  for (const name of [
    'Status',
    'Started',
    'Finished',
    'From',
    'To',
    'Symbol',
    'Quantity',
    'Route',
    'Destination',
    'Trading time',
    'ROI',
    'Symbol ROI',
    'ROAC',
    'ROC',
    'Capital',
    'Average loss',
    'Short P&L',
  ])
    await expect(details.getByText(name, { exact: true }).first()).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(details).toHaveCount(0);

  await fromMenu(page, run, 'Trades on a chart…');
  const trades = dialogOf(page, /^My cross.* - SPY$/);
  await expect(trades).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(trades).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await fromMenu(page, run, 'Export orders to CSV');
  expect((await saving).suggestedFilename()).toMatch(/^My cross, .*\.csv$/);
  await expect(tool).toBeVisible();
  expect(errors).toEqual([]);
});

test('a long backtest shows how far it is, and is cancelled from its row', async ({ filePage: page }) => {
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(
    page,
    'Slow',
    "symbol('SPY');\nbars('1 minute');\nlet sum = 0;\nonBar((bar) => { for (let i = 0; i < 1_500_000; i++) sum += i % 7; });\n",
  );
  await fromMenu(page, groupOf(page, 'Slow'), 'Backtest…');
  await dialogOf(page, /^Backtest /)
    .getByRole('button', { name: 'Start backtest' })
    .click();
  const progress = page.getByRole('progressbar', { name: 'Backtesting Slow' });
  // At 0 % it may still find out that it has to ask.
  await takeAvailableData(page, progress.and(page.locator(':not([aria-valuenow="0"])')));
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/, { timeout: RUN_MS });
  await page.getByRole('button', { name: 'Cancel the backtest of Slow' }).click();
  await expect(runsOf(page, 'Slow').first().locator('[data-column="Status"]')).toHaveText('Stopped', {
    timeout: RUN_MS,
  });
});

test('a backtest without tick data offers 1-minute data, and runs on them', async ({ filePage: page }) => {
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Ticks');
  await fromMenu(page, groupOf(page, 'Ticks'), 'Backtest…');
  const dialog = dialogOf(page, /^Backtest /);
  await dialog.getByRole('combobox', { name: 'Data' }).click();
  await page.getByRole('option', { name: 'Ticks' }).click();
  await dialog.getByRole('button', { name: 'Start backtest' }).click();
  const ask = dialogOf(page, /^(No|Incomplete) Tick Data$/);
  await expect(ask).toContainText('Would you like to run the test on 1-minute data instead?', {
    timeout: RUN_MS,
  });
  await page.keyboard.press('Escape');
  const run = runsOf(page, 'Ticks').first();
  await expect(run.locator('[data-column="Status"]')).toHaveText(/tick data$/);
  await fromMenu(page, run, 'Resume…');
  await ask.getByRole('button', { name: '1-minute data' }).click();
  await completed(page, run);
});

test('a strategy runs live on the account and is stopped; public ones take one limit and run live once', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Alive');
  await fromMenu(page, groupOf(page, 'Alive'), 'Start…');
  const start = dialogOf(page, 'Start strategy - Alive');
  await expect(start.getByText('PAPER')).toBeVisible();
  await expect(start.getByRole('textbox', { name: 'First interval from' })).toHaveValue('09:30');
  await expect(start.getByRole('textbox', { name: 'First interval to' })).toHaveValue('16:00');
  await expect(start.getByRole('textbox', { name: 'Second interval to' })).toHaveValue('00:00');
  await start.getByRole('button', { name: 'Start', exact: true }).click();
  const run = runsOf(page, 'Alive').first();
  await expect(run.locator('[data-column="Run"]')).toHaveText('Live (no limit)');
  await expect(run.locator('[data-column="Status"]')).toHaveText('Running', { timeout: RUN_MS });
  await fromMenu(page, run, 'Stop');
  await expect(run.locator('[data-column="Status"]')).toHaveText('Stopped', { timeout: RUN_MS });

  const shared = groupOf(page, 'Trend Follower');
  await shared.getByRole('gridcell').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Start…', 'Backtest…', 'Optimize…', 'Optimizations…']);
  await page.keyboard.press('Escape');
  await fromMenu(page, shared, 'Start…');
  const open = dialogOf(page, 'Start public strategy - Trend Follower');
  await expect(open.getByRole('radio', { name: 'Dollars' })).toBeChecked();
  await expect(open.getByRole('textbox', { name: 'Dollar limit' })).toHaveValue('100.00');
  await open.getByRole('textbox', { name: 'Dollar limit' }).fill('0');
  await open.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(open.getByText('Dollar limit should be at least 0.01')).toBeVisible();
  await open.getByRole('radio', { name: 'Shares' }).check();
  await expect(open.getByRole('textbox', { name: 'Share limit' })).toHaveValue('1');
  await open.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(open).toHaveCount(0);
  const sharedRun = allRunsOf(page).filter({ hasText: 'Live (max 1)' });
  await expect(sharedRun.locator('[data-column="Status"]')).toHaveText('Running', { timeout: RUN_MS });
  await fromMenu(page, shared, 'Start…');
  const refused = page.getByRole('alertdialog', { name: 'Start public strategy - Trend Follower' });
  await expect(refused).toContainText('Only one instance of live strategy is allowed');
  await pressIn(refused, 'Enter');
  await expect(refused).toHaveCount(0);
  await fromMenu(page, sharedRun, 'Stop');
  await expect(sharedRun.locator('[data-column="Status"]')).toHaveText('Stopped', { timeout: RUN_MS });
});

test('a live run that a crash of the server stopped is announced at the next sign-in, until that is confirmed', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Crashed');
  await fromMenu(page, groupOf(page, 'Crashed'), 'Start…');
  await dialogOf(page, 'Start strategy - Crashed')
    .getByRole('button', { name: 'Start', exact: true })
    .click();
  const status = runsOf(page, 'Crashed').first().locator('[data-column="Status"]');
  await expect(status).toHaveText('Running', { timeout: RUN_MS });
  await desk.restart('kill');
  await page.reload();
  const notice = page.getByRole('alertdialog', { name: 'Live strategies stopped' });
  await expect(notice).toContainText('the server was restarted', { timeout: RUN_MS });
  await pressIn(notice, 'Enter');
  await expect(notice).toHaveCount(0);
  await expect(status).toHaveText('Stopped');
  await page.reload();
  await expect(status).toHaveText('Stopped', { timeout: RUN_MS });
  await expect(notice).toHaveCount(0);
});

test('a live run waits for its scheduled start, starts at it, and is live without its schedule', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Daily');
  await fromMenu(page, groupOf(page, 'Daily'), 'Start…');
  const start = dialogOf(page, 'Start strategy - Daily');
  await start.getByText('Schedule', { exact: true }).click();
  await start.getByRole('checkbox', { name: 'Start and stop at set times' }).check();
  await start.getByRole('textbox', { name: 'Scheduled start' }).fill('11:30');
  await start.getByRole('checkbox', { name: 'Wait for the first scheduled start' }).check();
  await expect(start).toContainText('First scheduled start: 3/4/2026 11:30');
  await start.getByRole('button', { name: 'Save schedule' }).click();
  const status = runsOf(page, 'Daily').first().locator('[data-column="Status"]');
  await expect(status).toHaveText('Waiting starts Wed, Mar 4 11:30');

  // The server starts a few seconds before the scheduled start.
  await desk.restartIntoSession(2 * HOUR_MS - 3_000);
  await page.reload();
  await expect(status).toHaveText('Running stops Wed, Mar 4 15:55', { timeout: RUN_MS });
  await fromMenu(page, runsOf(page, 'Daily').first(), 'Remove schedule…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(status).toHaveText('Running');
});
