import { expect } from '@playwright/test';
import { DrawnChart } from './support/drawn-chart.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';

let desk: Desk;
// The market stands still: a new high would move the scale, and with it what was drawn, away from where it is looked for.
test.beforeAll(({ pausedDesk }) => {
  desk = pausedDesk;
});

test('a line drawn on one chart appears on other charts of the symbol, is changed on all of them, undone, and there after a reload', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  const chart = new DrawnChart(page, await openTool(page, 'Chart', 'chart'));
  const showFiveDays = async () => {
    await chart.ready('SPY');
    await chart.tool.getByRole('button', { name: '5D', exact: true }).click();
    await expect(chart.tool).toHaveAttribute('aria-label', /^10 Min/);
    await chart.ready('SPY');
  };
  const line = () => expect.poll(() => chart.menuAt(350, 120), { timeout: 30_000 });
  await showFiveDays();
  const first = page.getByRole('tab', { selected: true }).first();
  const name = (await first.textContent()) ?? '';
  await chart.choose('Line');
  await chart.drag([200, 120], [500, 120]);
  await chart.choose('Stop drawing');
  await openTool(page, 'Chart', 'chart');
  await showFiveDays();
  await line().toContain('Delete');
  await chart.fromMenu(350, 120, 'Delete');
  await line().toEqual([]);
  await page.getByRole('tab', { name, exact: true }).click();
  await chart.ready('SPY');
  await line().toEqual([]);
  await chart.stage.focus();
  await page.keyboard.press('Control+z');
  await line().toContain('Delete');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tapedeck.unsentDrawings'))).toBeNull();
  await page.reload();
  await chart.ready('SPY');
  await line().toContain('Delete');
  // The steps of undo are there after the reload, too.
  await chart.stage.focus();
  await page.keyboard.press('Control+Shift+z');
  await line().toEqual([]);
  expect(errors).toEqual([]);
});
