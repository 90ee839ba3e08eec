import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import {
  allRunsOf,
  backtest,
  dialogOf,
  fromMenu,
  gridOf,
  groupOf,
  OPEN_DIALOG,
  openAlgoStream,
  runsOf,
  writeStrategy,
} from './support/algo-stream.ts';
import { type Desk } from './support/desk.ts';
import { signInOnce } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('by keyboard: groups open and close, rows are walked, menus and dialogs open where the focus is, and come back', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const tool = await openAlgoStream(page);
  await writeStrategy(page, 'Keys');
  await backtest(page, 'Keys');
  const grid = gridOf(page);
  const group = groupOf(page, 'Keys');
  const active = () =>
    grid.evaluate(
      (element) =>
        element
          .querySelector(`[id="${element.getAttribute('aria-activedescendant')}"]`)
          ?.closest('[role="row"]')
          ?.getAttribute('data-row-id') ?? '',
    );
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await expect.poll(active).toBe('own:Keys');
  await page.keyboard.press('ArrowLeft');
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(runsOf(page, 'Keys')).toHaveCount(0);
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
  await page
    .getByRole('alertdialog', { name: 'Delete strategy' })
    .getByRole('button', { name: 'No' })
    .click();
  await expect(grid).toBeFocused();
  await tool.getByRole('button', { name: 'Collapse or expand all' }).click();
  await expect(allRunsOf(page)).toHaveCount(0);
  // What is open is stored with the workspace.
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/StoreSettings') && response.ok(),
  );
  await tool.getByRole('button', { name: 'Collapse or expand all' }).click();
  await expect(runsOf(page, 'Keys')).toHaveCount(1);
  await stored;
  await page.reload();
  await expect(runsOf(page, 'Keys')).toHaveCount(1);
});

test('the columns of strategies and of orders are chosen from the menu in the title', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const tool = await openAlgoStream(page);
  await tool.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Strategy columns', 'Order columns']);
  await page.getByRole('menuitem', { name: 'Strategy columns' }).click();
  const dialog = dialogOf(page, 'Strategy columns');
  for (const category of ['General', 'Parameters', 'Performance', 'Trades'])
    await expect(dialog.getByRole('group', { name: category })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'ROAC a year' }).click();
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(gridOf(page).locator('[role="columnheader"][data-column="RoacAnnualised"]')).toHaveCount(1);
  await tool.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Order columns' }).click();
  await expect(dialogOf(page, 'Order columns').getByRole('checkbox', { name: 'FINRA fee' })).toBeVisible();
});

test('the tool and what it shows of a run are free of axe findings', async ({ filePage: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Looked at');
  const run = await backtest(page, 'Looked at');
  await expectWithinReach(page, '[data-current="true"] [data-tool="algo-stream"]');
  for (const item of ['Details…', 'Orders…', 'Chart of P&L…']) {
    await fromMenu(page, run, item);
    await expect(page.locator(OPEN_DIALOG)).toBeVisible();
    await expect(page.locator(OPEN_DIALOG).getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expectWithinReach(page, OPEN_DIALOG);
    await page.keyboard.press('Escape');
    await expect(page.locator(OPEN_DIALOG)).toHaveCount(0);
  }
  await page.emulateMedia({ reducedMotion: null });
});
