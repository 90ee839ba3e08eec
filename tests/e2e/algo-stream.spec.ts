import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { Desk, watchForErrors } from './support/desk.ts';
import { signInAsSomeoneNew, startDemo } from './support/people.ts';
import { openTool } from './support/tool-windows.ts';

let desk: Desk;
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7' }); });
test.afterAll(async () => { await desk.close(); });
// A backtest of a month of minutes, twice over on a busy machine.
test.setTimeout(90_000);
const RUN_MS = 40_000;

const TEMPLATE = 'Moving average cross';
const openAlgoStream = (page: Page) => openTool(page, 'AlgoStream', 'algo-stream');
const gridOf = (page: Page) => page.getByRole('treegrid', { name: 'Strategies' });
const groupOf = (page: Page, name: string) => gridOf(page).locator('[role="row"][aria-level="1"]').filter({ hasText: name });
const runsOf = (page: Page) => gridOf(page).locator('[role="row"][aria-level="2"]');
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const codeOf = (page: Page) => page.getByRole('group', { name: 'Code' }).locator('.monaco-editor').first();

async function fromMenu(page: Page, row: Locator, item: string | RegExp): Promise<void> {
  await row.getByRole('gridcell').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}
async function typeCode(page: Page, code: string): Promise<void> {
  await codeOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(code);
}
/** Writes a new strategy and saves it: a template's, or with code of one's own. */
async function write(page: Page, name: string, code?: string): Promise<void> {
  await page.locator('[data-tool="algo-stream"]').getByRole('button', { name: 'Add strategy' }).first().click();
  const dialog = dialogOf(page, 'New strategy');
  await expect(codeOf(page)).toBeVisible({ timeout: 20_000 });
  if (code === undefined) {
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: TEMPLATE }).click();
  } else await typeCode(page, code);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await expect(dialog.getByText('Modifications not saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(groupOf(page, name)).toBeVisible();
}
/** Tests a strategy on the last days; what it asks about its data is answered with what there is. */
async function backtest(page: Page, name: string, status: string | RegExp = 'Backtest completed'): Promise<Locator> {
  await fromMenu(page, groupOf(page, name), 'Backtest…');
  const dialog = dialogOf(page, /^Backtest /);
  await dialog.getByRole('button', { name: 'Start backtest' }).click();
  await expect(dialog).toHaveCount(0);
  const run = runsOf(page).first();
  const ask = dialogOf(page, 'Incomplete Minute Data');
  await expect(run.locator('[data-column="Status"]').getByText(status).or(ask)).toBeVisible({ timeout: RUN_MS });
  if (await ask.isVisible()) await ask.getByRole('button', { name: 'Available data' }).click();
  await expect(run.locator('[data-column="Status"]')).toHaveText(status, { timeout: RUN_MS });
  return run;
}

test('a strategy is written from a template, tested on the past, and its orders, profit and details are looked at', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAsSomeoneNew(page, desk);
  const tool = await openAlgoStream(page);
  await write(page, 'My cross');
  await expect(groupOf(page, 'My cross')).toContainText('My cross (no limit)');
  const run = await backtest(page, 'My cross');
  await expect(run.locator('[data-column="Run"]')).toHaveText('Backtest (no limit)');
  await expect(run.locator('[data-column="NetProfitLoss"]')).toHaveText(/[+-]\d/);
  await expect(run.locator('[data-column="TradeCount"]')).toHaveText(/[1-9]/);

  await fromMenu(page, run, 'Orders…');
  const orders = dialogOf(page, /^Orders - My cross/);
  await expect(orders.getByRole('status').first()).toHaveText(/^[1-9][\d,]* orders$/);
  await expect(orders.getByRole('grid', { name: 'Orders of the run' }).locator('[data-column="Status"]').filter({ hasText: 'Filled' }).first()).toBeVisible();
  await orders.getByRole('button', { name: 'Chart of P&L…' }).click();
  const profit = dialogOf(page, /^P&L - My cross/);
  const plot = profit.getByRole('slider', { name: /^Profit of My cross/ });
  await expect(plot).toBeFocused();
  const colors = await plot.locator('canvas').evaluate((canvas: HTMLCanvasElement) => new Set(new Uint32Array(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? new ArrayBuffer(0))).size);
  expect(colors).toBeGreaterThan(20);
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /(Buy|Sell|Short) 100 SPY at [\d.]+, cumulative net P&L/);
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await orders.getByRole('button', { name: 'Export to CSV' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(/Sent,Status,Symbol/);
  await page.keyboard.press('Escape');
  await expect(orders).toHaveCount(0);

  await gridOf(page).focus();
  await run.getByRole('gridcell').first().dblclick();
  const details = dialogOf(page, /^Strategy instance details - My cross/);
  for (const name of ['Status', 'Started', 'Finished', 'From', 'To', 'Symbol', 'Quantity', 'Route', 'Destination', 'Trading time', 'ROI', 'Symbol ROI', 'ROAC', 'ROC', 'Capital', 'Average loss', 'Short P&L']) await expect(details.getByText(name, { exact: true }).first()).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(details).toHaveCount(0);

  await fromMenu(page, run, 'Trades on a chart…');
  await expect(dialogOf(page, /^My cross.* - SPY$/)).toBeVisible();
  await page.keyboard.press('Escape');
  const saving = page.waitForEvent('download');
  await fromMenu(page, run, 'Export orders to CSV');
  expect((await saving).suggestedFilename()).toMatch(/^My cross, .*\.csv$/);
  await expect(tool).toBeVisible();
  expect(errors).toEqual([]);
});

test('the editor completes and explains the language under the content security policy', async ({ page, context }) => {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => { violations.push(text); });
  await context.addInitScript(() => {
    // The page knows the function that was exposed to it, its types do not.
    const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', (event) => reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`));
  });
  const foreign: string[] = [];
  context.on('request', (request) => { if (!request.url().startsWith(desk.baseUrl) && /^https?:/.test(request.url())) foreign.push(request.url()); });
  await signInAsSomeoneNew(page, desk);
  const tool = await openAlgoStream(page);
  await tool.getByRole('button', { name: 'Add strategy' }).first().click();
  await expect(codeOf(page)).toBeVisible({ timeout: 20_000 });
  await typeCode(page, 'const fast = sma(10);\n');
  await page.keyboard.type('cross', { delay: 60 });
  await expect(async () => {
    if (!(await page.locator('.suggest-widget.visible').isVisible())) await page.keyboard.press('Control+Space');
    await expect(page.locator('.suggest-widget.visible')).toContainText('crossesAbove', { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'New strategy')).toBeVisible();
  await page.locator('.view-line').first().locator('span > span').filter({ hasText: 'sma' }).first().hover();
  await expect(page.locator('.monaco-hover').first()).toContainText('sma', { timeout: 15_000 });
  // What is wrong is underlined.
  await expect(codeOf(page).locator('.squiggly-error').first()).toBeVisible({ timeout: 15_000 });
  expect(violations).toEqual([]);
  expect(foreign).toEqual([]);
});

test('a name that is none is refused, a strategy with runs is not renamed, and deleting asks first', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  const tool = await openAlgoStream(page);
  await tool.getByRole('button', { name: 'Add strategy' }).first().click();
  const fresh = dialogOf(page, 'New strategy');
  const nameField = fresh.getByRole('textbox', { name: 'Name' });
  for (const [name, message] of [['', 'Strategy name is not specified'], ['x'.repeat(41), 'Strategy name should be no longer than 40 characters'], ['a, b', 'Strategy name should not contain special symbols']] as const) {
    await nameField.fill(name);
    await fresh.getByRole('button', { name: 'Save' }).click();
    await expect(fresh.getByText(message)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Modifications not saved').getByRole('button', { name: "Don't save" }).click();
  await expect(fresh).toHaveCount(0);

  await write(page, 'Mine');
  await write(page, 'Second');
  await fromMenu(page, groupOf(page, 'Second'), 'Edit…');
  const edit = dialogOf(page, 'Edit strategy');
  await edit.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Save Strategy Error' })).toContainText('Strategy "Mine" already exists');
  await page.keyboard.press('Enter');
  await edit.getByRole('textbox', { name: 'Name' }).fill('Third');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(groupOf(page, 'Third')).toBeVisible();
  await expect(groupOf(page, 'Second')).toHaveCount(0);

  const run = await backtest(page, 'Mine');
  await fromMenu(page, groupOf(page, 'Mine'), 'Edit…');
  await edit.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('This strategy has one or more instances created. Please remove all instances before renaming strategy.')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Modifications not saved').getByRole('button', { name: "Don't save" }).click();
  await fromMenu(page, run, 'Remove…');
  await page.getByRole('alertdialog', { name: 'Remove instance' }).getByRole('button', { name: 'Remove' }).click();
  await expect(runsOf(page)).toHaveCount(0);

  await fromMenu(page, groupOf(page, 'Mine'), 'Delete…');
  const ask = page.getByRole('alertdialog', { name: 'Delete strategy' });
  await expect(ask).toContainText('Are you sure you want to delete strategy "Mine"?');
  await ask.getByRole('button', { name: 'No' }).click();
  await expect(groupOf(page, 'Mine')).toBeVisible();
  await fromMenu(page, groupOf(page, 'Mine'), 'Delete…');
  await ask.getByRole('button', { name: 'Yes' }).click();
  await expect(groupOf(page, 'Mine')).toHaveCount(0);
});

test('modifications are not lost: leaving asks, saving on the way out closes', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await write(page, 'Kept');
  await fromMenu(page, groupOf(page, 'Kept'), 'Edit…');
  const edit = dialogOf(page, 'Edit strategy');
  const parameters = edit.getByRole('textbox', { name: 'Parameters' });
  await parameters.fill('fast = 7\nslow = 21');
  await page.keyboard.press('Escape');
  const leave = dialogOf(page, 'Modifications not saved');
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await expect(parameters).toHaveValue('fast = 7\nslow = 21');
  await edit.getByRole('button', { name: 'Close' }).last().click();
  await leave.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toHaveCount(0);
  await fromMenu(page, groupOf(page, 'Kept'), 'Edit…');
  await expect(parameters).toHaveValue('fast = 7\nslow = 21');
  // The editor was made three times by now.
  await expect(codeOf(page).locator('.view-line').first()).toContainText('Moving');
  expect(errors).toEqual([]);
});

test('a syntax error is told with its place, and marked in the editor', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await write(page, 'Broken', "symbol('SPY');\nonBar(() => {\n  if (\n});\n");
  await fromMenu(page, groupOf(page, 'Broken'), 'Backtest…');
  await dialogOf(page, /^Backtest /).getByRole('button', { name: 'Start backtest' }).click();
  const told = page.getByRole('alertdialog', { name: 'Syntax Error' });
  await expect(told).toContainText('Error occured while running AlgoStream® strategy.', { timeout: RUN_MS });
  await expect(told).toContainText(/line \d+/);
  await page.keyboard.press('Enter');
  await expect(runsOf(page).first().locator('[data-column="Status"]')).toHaveText('Syntax error');
  await fromMenu(page, groupOf(page, 'Broken'), 'Edit…');
  await expect(codeOf(page).locator('.squiggly-error').first()).toBeVisible({ timeout: 20_000 });
});

test('a long backtest shows how far it is, and is cancelled from its row', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await write(page, 'Slow', "symbol('SPY');\nbars('1 minute');\nlet sum = 0;\nonBar((bar) => { for (let i = 0; i < 1_500_000; i++) sum += i % 7; });\n");
  await fromMenu(page, groupOf(page, 'Slow'), 'Backtest…');
  await dialogOf(page, /^Backtest /).getByRole('button', { name: 'Start backtest' }).click();
  const ask = dialogOf(page, 'Incomplete Minute Data');
  const progress = page.getByRole('progressbar', { name: 'Backtesting Slow' });
  await expect(progress.or(ask)).toBeVisible({ timeout: RUN_MS });
  if (await ask.isVisible()) await ask.getByRole('button', { name: 'Available data' }).click();
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/, { timeout: RUN_MS });
  await page.getByRole('button', { name: 'Cancel the backtest of Slow' }).click();
  await expect(runsOf(page).first().locator('[data-column="Status"]')).toHaveText('Stopped', { timeout: RUN_MS });
});

test('a backtest without tick data offers 1-minute data, and runs on them', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await write(page, 'Ticks');
  await fromMenu(page, groupOf(page, 'Ticks'), 'Backtest…');
  const dialog = dialogOf(page, /^Backtest /);
  await dialog.getByRole('combobox', { name: 'Data' }).click();
  await page.getByRole('option', { name: 'Ticks' }).click();
  await dialog.getByRole('button', { name: 'Start backtest' }).click();
  const ask = dialogOf(page, /^(No|Incomplete) Tick Data$/);
  await expect(ask).toContainText('Would you like to run the test on 1-minute data instead?', { timeout: RUN_MS });
  await page.keyboard.press('Escape');
  const run = runsOf(page).first();
  await expect(run.locator('[data-column="Status"]')).toHaveText(/tick data$/);
  await fromMenu(page, run, 'Resume…');
  await ask.getByRole('button', { name: '1-minute data' }).click();
  const more = dialogOf(page, 'Incomplete Minute Data');
  await expect(run.locator('[data-column="Status"]').getByText('Backtest completed').or(more)).toBeVisible({ timeout: RUN_MS });
  if (await more.isVisible()) await more.getByRole('button', { name: 'Available data' }).click();
  await expect(run.locator('[data-column="Status"]')).toHaveText('Backtest completed', { timeout: RUN_MS });
});

test('a strategy runs live on the account and is stopped; public ones take one limit and run live once', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await write(page, 'Alive');
  await fromMenu(page, groupOf(page, 'Alive'), 'Start…');
  const start = dialogOf(page, 'Start strategy - Alive');
  await expect(start.getByText('PAPER')).toBeVisible();
  await expect(start.getByRole('textbox', { name: 'First interval from' })).toHaveValue('09:30');
  await expect(start.getByRole('textbox', { name: 'First interval to' })).toHaveValue('16:00');
  await expect(start.getByRole('textbox', { name: 'Second interval to' })).toHaveValue('00:00');
  await start.getByRole('button', { name: 'Start', exact: true }).click();
  const run = runsOf(page).first();
  await expect(run.locator('[data-column="Run"]')).toHaveText('Live (no limit)');
  await expect(run.locator('[data-column="Status"]')).toHaveText('Running', { timeout: RUN_MS });
  await fromMenu(page, run, 'Stop');
  await expect(run.locator('[data-column="Status"]')).toHaveText('Stopped', { timeout: RUN_MS });

  const shared = groupOf(page, 'Trend Follower');
  await shared.getByRole('gridcell').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Start…', 'Backtest…']);
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
  const sharedRun = runsOf(page).filter({ hasText: 'Live (max 1)' });
  await expect(sharedRun.locator('[data-column="Status"]')).toHaveText('Running', { timeout: RUN_MS });
  await fromMenu(page, shared, 'Start…');
  await expect(page.getByRole('alertdialog')).toContainText('Only one instance of live strategy is allowed');
  await page.keyboard.press('Enter');
  await fromMenu(page, sharedRun, 'Stop');
  await expect(sharedRun.locator('[data-column="Status"]')).toHaveText('Stopped', { timeout: RUN_MS });
});

test('by keyboard: groups open and close, rows are walked, menus and dialogs open where the focus is, and come back', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  const tool = await openAlgoStream(page);
  await write(page, 'Keys');
  await backtest(page, 'Keys');
  const grid = gridOf(page);
  const group = groupOf(page, 'Keys');
  const active = () => grid.evaluate((element) => element.querySelector(`[id="${element.getAttribute('aria-activedescendant')}"]`)?.closest('[role="row"]')?.getAttribute('data-row-id') ?? '');
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await expect.poll(active).toBe('own:Keys');
  await page.keyboard.press('ArrowLeft');
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(runsOf(page)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect.poll(active).toMatch(/^own:Keys\//);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, /^Strategy instance details/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Details…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(active).toBe('own:Keys');
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog', { name: 'Delete strategy' }).getByRole('button', { name: 'No' }).click();
  await expect(grid).toBeFocused();
  await tool.getByRole('button', { name: 'Collapse or expand all' }).click();
  await expect(runsOf(page)).toHaveCount(0);
  await tool.getByRole('button', { name: 'Collapse or expand all' }).click();
  await expect(runsOf(page)).toHaveCount(1);
  // What is open is stored with the workspace.
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(runsOf(page)).toHaveCount(1);
});

test('the columns of strategies and of orders are chosen from the menu in the title', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  const tool = await openAlgoStream(page);
  await tool.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Strategy columns', 'Order columns']);
  await page.getByRole('menuitem', { name: 'Strategy columns' }).click();
  const dialog = dialogOf(page, 'Strategy columns');
  for (const category of ['General', 'Parameters', 'Performance', 'Trades']) await expect(dialog.getByRole('group', { name: category })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'ROAC a year' }).click();
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(gridOf(page).locator('[role="columnheader"][data-column="RoacAnnualised"]')).toHaveCount(1);
  await tool.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Order columns' }).click();
  await expect(dialogOf(page, 'Order columns').getByRole('checkbox', { name: 'FINRA fee' })).toBeVisible();
});

test('AlgoStream is there once, and not in a demo', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Second');
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.locator('section[aria-label="Empty window"]:visible').getByRole('button', { name: 'Add tool' }).first().click();
  await page.getByRole('menuitem', { name: 'AlgoStream', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/AlgoStream 1?\d*/);
  await page.keyboard.press('Enter');
  await page.context().clearCookies();
  await startDemo(page, desk);
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Demo');
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.locator('section[aria-label="Empty window"]:visible').getByRole('button', { name: 'Add tool' }).first().click();
  await expect(page.getByRole('menuitem', { name: 'Market View', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'AlgoStream', exact: true })).toHaveCount(0);
});

/** A toast is a dialog as well, to those who cannot see it. */
const OPEN_DIALOG = '[role="dialog"][aria-labelledby]';
/** What is on screen, in both themes: nothing that keeps anybody out. */
async function look(page: Page, place: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => { document.documentElement.dataset['theme'] = name; }, theme);
    const { violations, passes } = await new AxeBuilder({ page }).include(place).analyze();
    expect(passes.length).toBeGreaterThan(5);
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${place} ${theme}: ${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([]);
  }
}

test('the tool and what it shows of a run are free of axe findings in both themes', async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await write(page, 'Looked at');
  const run = await backtest(page, 'Looked at');
  await look(page, '[data-tool="algo-stream"]');
  for (const item of ['Details…', 'Orders…', 'Chart of P&L…']) {
    await fromMenu(page, run, item);
    await expect(page.locator(OPEN_DIALOG)).toBeVisible();
    await expect(page.locator(OPEN_DIALOG).getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await look(page, OPEN_DIALOG);
    await page.keyboard.press('Escape');
    await expect(page.locator(OPEN_DIALOG)).toHaveCount(0);
  }
});

test('the dialogs that start and edit a strategy are free of axe findings in both themes', async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAsSomeoneNew(page, desk);
  await openAlgoStream(page);
  await write(page, 'Looked at');
  for (const item of ['Start…', 'Backtest…', 'Edit…']) {
    await fromMenu(page, groupOf(page, 'Looked at'), item);
    await expect(page.locator(OPEN_DIALOG)).toBeVisible();
    if (item === 'Edit…') await expect(codeOf(page)).toBeVisible({ timeout: 20_000 });
    await look(page, OPEN_DIALOG);
    await page.keyboard.press('Escape');
    await expect(page.locator(OPEN_DIALOG)).toHaveCount(0);
  }
});
