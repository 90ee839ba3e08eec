import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { chartWindow, openChart, panes, pixels } from './support/chart.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ pausedDesk }) => {
  desk = pausedDesk;
});

test('technical studies are chosen with their bounds, get panes of at least 70 px, and a legend entry opens their numbers', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openChart(page, desk);
  await expect(panes(page)).toHaveCount(1);
  await chartWindow(page).getByRole('button', { name: 'Technical studies' }).click();
  const dialog = page.getByRole('dialog', { name: 'Technical studies' });
  await dialog.getByRole('checkbox', { name: 'Show RSI' }).click();
  await dialog.getByLabel('Period', { exact: true }).fill('201');
  await expect(dialog.getByText('From 1 to 200')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ok', exact: true })).toBeDisabled();
  await dialog.getByLabel('Period', { exact: true }).fill('21');
  await dialog.getByRole('checkbox', { name: 'Show SMA (20)' }).click();
  await dialog.getByRole('checkbox', { name: 'Show Stochastic' }).click();
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(panes(page)).toHaveCount(3);
  for (const pane of await panes(page).all())
    await expect
      .poll(async () => Number(await pane.getAttribute('aria-valuenow')))
      .toBeGreaterThanOrEqual(70);
  await chartWindow(page).getByRole('button', { name: 'RSI (21): settings' }).click();
  const numbers = page.getByRole('dialog', { name: 'RSI' });
  // Nothing means the default.
  await numbers.getByRole('textbox', { name: 'Period' }).fill('');
  await numbers.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(chartWindow(page).getByRole('button', { name: 'RSI (14): settings' })).toBeVisible();
  const height = page.getByRole('separator', { name: 'Height of RSI' });
  const before = Number(await height.getAttribute('aria-valuenow'));
  await height.focus();
  await page.keyboard.press('ArrowUp');
  await expect(height).toHaveAttribute('aria-valuenow', String(before + 10));
  await page.reload();
  await expect(panes(page)).toHaveCount(3);
  await expect(height).toHaveAttribute('aria-valuenow', String(before + 10));
  expect(errors).toEqual([]);
});

test('the chart and its dialogs are free of axe findings', async ({ filePage: page }) => {
  await openChart(page, desk);
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  await expectWithinReach(page);
  for (const name of ['Technical studies', 'Symbol and date range']) {
    await chartWindow(page).getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectWithinReach(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  }
});

test('custom dates are typed by keyboard: the dialog rejects an incomplete year, and Ok applies the range', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openChart(page, desk);
  await chartWindow(page).getByRole('button', { name: 'Symbol and date range' }).click();
  const dialog = page.getByRole('dialog', { name: 'Symbol and date range' });
  await dialog.getByRole('combobox', { name: 'Time frame' }).click();
  await page.getByRole('option', { name: 'Custom' }).click();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await dialog.getByLabel('From').focus();
  await expect(dialog.getByLabel('From')).toBeFocused();
  await page.keyboard.type('01042');
  await expect(dialog.getByLabel('From')).toHaveValue('0002-01-04');
  await expect(dialog.getByText('The year must be from 1970 to 9999.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ok', exact: true })).toBeDisabled();
  await page.keyboard.type('019');
  await expect(dialog.getByLabel('From')).toHaveValue('2019-01-04');
  await dialog.getByLabel('To').focus();
  await page.keyboard.type('02082019');
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(chartWindow(page)).toHaveAttribute('aria-label', /1\/4\/2019 - 2\/8\/2019 Chart - SPY/);
  expect(errors).toEqual([]);
});

test('the day of an anchored average is typed by keyboard and comes back in its dialog', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openChart(page, desk);
  await chartWindow(page).getByRole('button', { name: 'Technical studies' }).click();
  const dialog = page.getByRole('dialog', { name: 'Technical studies' });
  await dialog.getByRole('checkbox', { name: 'Show Anchored VWAP' }).click();
  await dialog.getByLabel('From').focus();
  await page.keyboard.type('021120');
  await expect(dialog.getByLabel('From')).toHaveValue('0020-02-11');
  await expect(dialog.getByText('The year must be from 1970 to 9999.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ok', exact: true })).toBeDisabled();
  await page.keyboard.type('19');
  await expect(dialog.getByLabel('From')).toHaveValue('2019-02-11');
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  await chartWindow(page).getByRole('button', { name: 'Anchored VWAP: settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Anchored VWAP' }).getByLabel('From')).toHaveValue(
    '2019-02-11',
  );
  expect(errors).toEqual([]);
});
