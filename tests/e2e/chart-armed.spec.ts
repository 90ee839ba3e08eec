import { expect } from '@playwright/test';
import { chartWindow, openChart, picture, showTwoSessions } from './support/chart.ts';
import { openRows, tab } from './support/orders.ts';
import { test } from './support/test.ts';

test('an order that is dragged on an armed chart moves at once, and Open Orders has its new price', async ({
  page,
  pausedDesk: desk,
}) => {
  await openChart(page, desk);
  await showTwoSessions(page);
  const stage = await picture(page).boundingBox();
  if (stage === null) throw new Error('The chart is not on screen.');
  // A price below the market, by the menu of the chart.
  await page.mouse.click(stage.x + 300, stage.y + stage.height * 0.6, { button: 'right' });
  await page.getByRole('menuitem', { name: /^Buy limit at/ }).click();
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await ticket.getByRole('button', { name: /^Buy 100 SPY at/ }).click();
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Confirmed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);

  await chartWindow(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Move dragged orders at once/ }).click();
  await page
    .getByRole('alertdialog', { name: 'Arm the chart?' })
    .getByRole('button', { name: 'Arm' })
    .click();
  await expect(chartWindow(page).getByRole('button', { name: 'ARMED' })).toBeVisible();

  const line = page
    .getByRole('group', { name: 'Orders on the chart' })
    .getByRole('button', { name: /^Buy 100 LMT/ });
  const box = await line.boundingBox();
  if (box === null) throw new Error('The line is not on screen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 10);
  await page.mouse.move(x, y + 40, { steps: 4 });
  await expect(line).toHaveText(/ → \d+\.\d\d$/);
  const [, before, moved] = /LMT (\d+\.\d\d).* → (\d+\.\d\d)$/.exec(await line.innerText()) ?? [];
  expect(Number(moved)).toBeLessThan(Number(before));
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(line).toHaveText(new RegExp(`LMT ${moved}`));
  await tab(page, 'Workspace 1').click();
  await page.getByRole('tab', { name: /Open Orders/ }).click();
  await expect(openRows(page).locator('[data-column="Price"]')).toHaveText(moved ?? '');
});
