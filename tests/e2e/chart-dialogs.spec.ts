import { expect } from '@playwright/test';
import { encode } from '../../src/protocol/index.ts';
import { expectWithinReach } from './support/axe.ts';
import { chartWindow, openChart, panes, picture, pixels } from './support/chart.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { SocketGate } from './support/socket-gate.ts';
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

test("the dialog applies a time frame at once, a bar size of one's own makes a custom range, and the symbol is upper-cased", async ({
  page,
}) => {
  await openChart(page, desk);
  await chartWindow(page).getByRole('button', { name: 'Symbol and date range' }).click();
  const dialog = page.getByRole('dialog', { name: 'Symbol and date range' });
  await dialog.getByRole('combobox', { name: 'Time frame' }).click();
  await page.getByRole('option', { name: '6 Months' }).click();
  await expect(chartWindow(page)).toHaveAttribute('aria-label', /^Daily 6 Months Chart/);
  await dialog.getByRole('combobox', { name: 'Time frame' }).click();
  await page.getByRole('option', { name: '2 Years' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Bar size' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Time frame' }).click();
  await page.getByRole('option', { name: '6 Months' }).click();
  await dialog.getByRole('combobox', { name: 'Bar size' }).click();
  await page.getByRole('option', { name: 'Weekly' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Time frame' })).toHaveText('Custom');
  await dialog.getByLabel('Symbol').fill('aapl');
  await expect(dialog.getByLabel('Symbol')).toHaveValue('AAPL');
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(chartWindow(page)).toHaveAttribute(
    'aria-label',
    'Weekly 8/14/2018 - 2/12/2019 Chart - AAPL: Apple Inc.',
  );
});

test('a symbol that does not exist gives a message with a way to try again, and no blank chart', async ({
  page,
}) => {
  const gate = await SocketGate.on(page, 'data');
  await openChart(page, desk);
  const trade = chartWindow(page).getByRole('button', { name: 'Trade', exact: true });
  await expect(trade).toBeVisible();
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  const isStillSpy = async () => {
    await expect(chartWindow(page)).toHaveAttribute('aria-label', /^5 Min 1 Day Chart - SPY: /);
    await expect(trade).toBeVisible();
    await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  };
  await test.step('typed in the dialog it is said there, the chart stays, and the field can be corrected', async () => {
    await chartWindow(page).getByRole('button', { name: 'Symbol and date range' }).click();
    const dialog = page.getByRole('dialog', { name: 'Symbol and date range' });
    const field = dialog.getByRole('textbox', { name: 'Symbol' });
    await field.fill('NOSUCH');
    await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Symbol not found' })).toBeVisible();
    await expect(field).toBeFocused();
    await expect(chartWindow(page)).toHaveAttribute('aria-label', /^5 Min 1 Day Chart - SPY: /);
    await field.fill('MSFT');
    await expect(dialog.getByText('Symbol not found')).toHaveCount(0);
    await field.fill('SPY');
    await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
    await expect(dialog).toBeHidden();
    await isStillSpy();
  });
  await test.step('typed over the chart it stays in the lookup', async () => {
    await picture(page).focus();
    await page.keyboard.type('NOSUCH');
    const lookup = page.getByRole('dialog', { name: 'Chart' });
    await lookup.getByRole('button', { name: 'Go' }).click();
    await expect(lookup.getByText('NOSUCH: Symbol not found')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lookup).toBeHidden();
    await isStillSpy();
  });
  await test.step('while the server cannot say so, its load fails with a way to try again', async () => {
    let isAnswered = false;
    gate.change((message) => {
      // Times out the first answer without any known symbol; the answer to the retry passes.
      if (message.name !== 'symbolsInfoAnswer' || message.body.Items.length > 0 || isAnswered)
        return undefined;
      isAnswered = true;
      return encode('symbolsInfoAnswer', { ...message.body, Result: 'Timeout' });
    });
    await chartWindow(page).getByRole('button', { name: 'Symbol and date range' }).click();
    const dialog = page.getByRole('dialog', { name: 'Symbol and date range' });
    await dialog.getByRole('textbox', { name: 'Symbol' }).fill('NOSUCH');
    await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
    await expect(chartWindow(page).getByRole('alert')).toContainText('Symbol not found');
    await expect(chartWindow(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  // What can not be traded has no Trade button.
  await expect(trade).toHaveCount(0);
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

test('a symbol typed in the window goes into the address and is what the next chart begins with', async ({
  filePage: page,
}) => {
  await openChart(page, desk);
  await picture(page).focus();
  await page.keyboard.type('AAPL');
  const lookup = page.getByRole('dialog', { name: 'Chart' });
  await lookup.getByRole('button', { name: 'Go' }).click();
  await expect(chartWindow(page)).toHaveAttribute('aria-label', /Chart - AAPL: Apple Inc\.$/);
  await expect(page).toHaveURL(/[?&]symbol=AAPL\b/);
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('tapedeck.last-symbols'))
          .map(([, value]) => JSON.parse(value) as unknown),
      ),
    )
    .toContainEqual(expect.objectContaining({ chart: 'AAPL' }));
});
