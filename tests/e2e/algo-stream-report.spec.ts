import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import {
  backtest,
  dialogOf,
  fromMenu,
  OPEN_DIALOG,
  openAlgoStream,
  writeStrategy,
} from './support/algo-stream.ts';
import { watchForErrors, type Desk } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('the report of a backtest shows its trades on a chart, is saved, and is compared with another one', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Reported');
  await backtest(page, 'Reported');
  const run = await backtest(page, 'Reported');

  await fromMenu(page, run, 'Report…');
  const report = dialogOf(page, /^Report - Reported, /);
  // The arrow keys reach the tabs without a Tab.
  await expect(report.getByRole('tab', { name: 'Equity' })).toBeFocused();
  await expect(report.locator('[data-series="equity"] path').first()).toBeVisible();
  await expectWithinReach(page, OPEN_DIALOG);
  await page.keyboard.press('ArrowRight');
  await expect(report.getByRole('tab', { name: 'Months' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const trades = report.getByRole('grid', { name: 'Trades of the run' });
  await expect(trades).toBeVisible();
  await trades.getByRole('button', { name: 'Show trade 1 on a chart' }).click();
  const chart = dialogOf(page, /^Reported.* - SPY$/);
  await expect(chart).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chart).toHaveCount(0);

  const saving = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  const saved: unknown = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(saved).toMatchObject({
    format: 'tapedeck-run-report',
    run: { strategy: 'Reported', isBacktest: true },
  });

  await report.getByRole('button', { name: 'Compare…' }).click();
  const list = dialogOf(page, 'Compare reports');
  await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await list.getByRole('checkbox', { checked: false }).click();
  await expectWithinReach(page, OPEN_DIALOG);
  await list.getByRole('button', { name: 'Compare', exact: true }).click();
  const comparison = dialogOf(page, 'Comparison of 2 reports');
  await expect(comparison.getByText('2 runs', { exact: true })).toBeVisible();
  const curves = comparison.getByRole('slider', { name: 'Curves and drawdowns of the runs' });
  await expect(curves.locator('[data-series="1"] path').first()).toBeAttached();
  await curves.hover();
  await expect(curves.locator('circle')).not.toHaveCount(0);
  await expectWithinReach(page, OPEN_DIALOG);
  await page.keyboard.press('Escape');
  await expect(comparison).toHaveCount(0);
  await expect(report).toBeVisible();
  expect(errors).toEqual([]);
});
