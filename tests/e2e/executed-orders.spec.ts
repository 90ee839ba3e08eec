import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { openTool } from './support/tool-windows.ts';
import { buyAtMarket, choose, dialog, grid, tab } from './support/orders.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});
test.beforeEach(async ({ page }) => {
  errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

test('the timeline of an executed order has its checks, what happened and how long each step took', async ({
  page,
}) => {
  await buyAtMarket(page);
  await tab(page, 'Trade Log').click();
  const executed = grid(page, 'Trade log').locator('[role="row"][data-row-id]', { hasText: 'Executed' });
  await executed.locator('[data-column="Symbol"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Order timeline…' }).click();
  const timeline = dialog(page, 'Order timeline');
  await expect(timeline).toContainText(/10 filled at [\d.]+/);
  const fill = timeline.getByRole('list', { name: 'Reports' }).getByRole('listitem').filter({
    hasText: 'The order traded.',
  });
  // The quote of the moment, which a market order pays.
  await expect(fill).toContainText(/[\d.]+ × [\d,]+ \/ [\d.]+ × [\d,]+/);
  await expect(timeline).toContainText(
    /Server: received \d\d:\d\d:\d\d\.\d{3}, checked and matched after [\d.]+ ms, journaled and acknowledged after [\d.]+ ms\./,
  );
  await expect(timeline).toContainText(
    /This page: sent .+ after the press, first report .+ after sending, first fill .+ after sending\./,
  );
  await timeline.getByText(/^Risk checks: passed, \d+ with figures$/).click();
  const money = timeline
    .getByRole('table', { name: 'Risk checks' })
    .getByRole('row', { name: /^Buying power/ });
  await expect(money).toContainText('passed');
  await expect(money).toContainText('≤');
  await expectWithinReach(page, '[role="dialog"]');
});

test('Execution Quality has the figures of an order, by order and by symbol, and its file', async ({
  page,
}) => {
  await buyAtMarket(page);
  const quality = await openTool(page, 'Execution Quality', 'execution-quality');
  const rows = quality.getByRole('grid', { name: 'Execution quality' }).locator('[role="row"][data-row-id]');
  const cell = (column: string) => rows.locator(`[data-column="${column}"]`);
  await expect(rows).toHaveCount(1);
  await expect(cell('Filled')).toHaveText('10');
  await expect(cell('FillRate')).toHaveText('100.0%');
  // Both are against the midpoint at arrival, from which the market may have moved either way until the fill: for 10 shares the cost in dollars is
  // five times the effective spread.
  await expect(cell('Effective')).toHaveText(/^[+-]?\d+\.\d{4}$/);
  const effective = Number(await cell('Effective').textContent());
  expect(Number(await cell('Slippage').textContent())).toBeCloseTo(5 * effective, 6);
  await expect(quality.getByLabel('Totals of the day')).toContainText('Orders1 of 1');

  await choose(quality, 'Rows', 'By symbol');
  await expect(cell('Name')).toHaveText('SPY');
  const slippage = (await cell('Slippage').textContent()) ?? '';
  const download = page.waitForEvent('download');
  await quality.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  const [header = '', line = ''] = csv.replace('\uFEFF', '').split('\r\n');
  const at = header.split(',').indexOf('Slippage $');
  expect(Number(line.split(',')[at])).toBe(Number(slippage));
  await expectWithinReach(page, '[data-tool="execution-quality"]');

  await test.step('a day without orders says so', async () => {
    await quality.getByRole('button', { name: 'Session before' }).click();
    await expect(quality.getByText('No orders on this day')).toBeVisible();
    await quality.getByRole('button', { name: 'Session after' }).click();
    await expect(rows).toHaveCount(1);
  });

  await test.step('its timeline opens from here', async () => {
    await choose(quality, 'Rows', 'Orders');
    await cell('Name').dblclick();
    await expect(dialog(page, 'Order timeline')).toContainText(/10 filled at/);
  });
});
