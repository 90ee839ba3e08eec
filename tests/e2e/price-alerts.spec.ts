import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { alerts as alertMessages } from '../../src/protocol/alerts.ts';
import { expectWithinReach } from './support/axe.ts';
import { Desk, numberIn, watchForErrors } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { openTool } from './support/tool-windows.ts';
import { TradingGate } from './support/trading-gate.ts';
import { RECORDING, test } from './support/test.ts';

/** A recorded minute passes in a second. */
const SPEED = 60;

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_MARKET: `replay:${RECORDING}`, TAPEDECK_SPEED: String(SPEED) });
});
test.afterAll(async () => {
  await desk.close();
});

const runningAlert = v.object({ Paused: v.literal(false) });
const alerts = (page: Page) => page.getByRole('grid', { name: 'Price Alerts' });
const cell = (page: Page, symbol: string, column: string) =>
  alerts(page)
    .locator('[role="row"][data-row-id]')
    .filter({ hasText: symbol })
    .locator(`[data-column="${column}"]`);
const popup = (page: Page) => page.getByRole('region', { name: 'Notifications' });

const openAlerts = (page: Page) => openTool(page, 'Price Alerts', 'price-alerts');
async function addAlert(page: Page, symbol: string): Promise<void> {
  await page
    .locator('[data-tool="price-alerts"]:visible')
    .getByRole('button', { name: 'Add symbols' })
    .first()
    .click();
  const lookup = page.getByRole('dialog', { name: 'Add symbols' });
  await lookup.getByRole('combobox').or(lookup.getByRole('textbox')).fill(symbol);
  await page.keyboard.press('Enter');
  await expect(cell(page, symbol, 'Name')).toBeVisible();
  await expect(cell(page, symbol, 'Price')).toHaveText(/\d/);
}
/** Sets a level through the dialog. */
async function setLevel(page: Page, symbol: string, side: 'High' | 'Low', level: string): Promise<void> {
  await cell(page, symbol, `${side}Alert`).click();
  const dialog = page.getByRole('dialog', { name: `Alert price - ${symbol}` });
  await dialog.getByLabel(`${side} alert price`, { exact: true }).fill(level);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog).toBeHidden();
}

/** High and low of the recorded minutes of a symbol, by New York minute `YYYY-MM-DD HH:mm`. */
async function recordedMinutes(
  symbol: string,
): Promise<ReadonlyMap<string, { readonly high: number; readonly low: number }>> {
  const text = gunzipSync(await readFile(`${RECORDING}/minute/${symbol}.csv.gz`)).toString('utf8');
  return new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [time = '', , high, low] = line.split(',');
        return [time.slice(0, 16).replace('T', ' '), { high: Number(high), low: Number(low) }];
      }),
  );
}

test('an alert fires when the recorded price passes its level, at the minute in which it did', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  await openAlerts(page);
  await addAlert(page, 'AAPL');
  const now = await numberIn(cell(page, 'AAPL', 'Price'));
  const levels = { High: (now + 0.12).toFixed(2), Low: (now - 0.12).toFixed(2) };
  await setLevel(page, 'AAPL', 'High', levels.High);
  await setLevel(page, 'AAPL', 'Low', levels.Low);
  const times = { High: cell(page, 'AAPL', 'HighAlertTime'), Low: cell(page, 'AAPL', 'LowAlertTime') };
  await expect(times.High.or(times.Low).filter({ hasText: /\d/ }).first()).toBeVisible({ timeout: 90_000 });
  const side = /\d/.test(await times.High.innerText()) ? 'High' : 'Low';
  const minute = (await recordedMinutes('AAPL')).get((await times[side].innerText()).slice(0, 16));
  expect(minute).toBeDefined();
  if (side === 'High') expect(minute?.high).toBeGreaterThan(Number(levels.High));
  else expect(minute?.low).toBeLessThan(Number(levels.Low));
  await expect(
    popup(page).getByText(`AAPL is trading ${side === 'High' ? 'above' : 'below'} ${levels[side]}`),
  ).toBeVisible();
});

test('an alert made in one tab is in the other at once, fires in both, and neither asks whose workspaces hold', async ({
  page,
  context,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  await openAlerts(page);
  await addAlert(page, 'AAPL');
  const other = await context.newPage();
  const otherErrors = watchForErrors(other);
  await other.goto(`${desk.baseUrl}/workspace`);
  // Each tab keeps the workspace that it has on screen.
  await other.getByRole('tab', { name: /^Price Alerts/ }).click();
  await expect(cell(other, 'AAPL', 'Name')).toBeVisible();
  const focused = alerts(other);
  await focused.focus();
  await setLevel(page, 'AAPL', 'High', '9999');
  await expect(cell(other, 'AAPL', 'HighAlert')).toHaveText(/9,999\.00/);
  // The window did not start again: the focus is where it was.
  await expect(focused).toBeFocused();
  await addAlert(page, 'MSFT');
  await expect(cell(other, 'MSFT', 'Name')).toBeVisible();
  await setLevel(other, 'MSFT', 'Low', '1');
  await expect(cell(page, 'MSFT', 'LowAlert')).toHaveText(/1\.00/);
  await setLevel(page, 'MSFT', 'High', '1');
  for (const tab of [page, other]) {
    await expect(popup(tab).getByText('MSFT is trading above 1.00')).toBeVisible();
    await expect(cell(tab, 'MSFT', 'HighAlertTime')).toHaveText(/\d/);
    await expect(cell(tab, 'MSFT', 'HighAlert')).toHaveText(/^1\.00/);
  }
  await expect
    .poll(async () =>
      [
        await cell(page, 'MSFT', 'HighAlertTime').innerText(),
        await cell(other, 'MSFT', 'HighAlertTime').innerText(),
      ].every((text, _index, [first]) => text === first),
    )
    .toBe(true);
  for (const tab of [page, other])
    await expect(tab.getByRole('dialog', { name: 'These workspaces were changed elsewhere' })).toHaveCount(0);
  expect([errors, otherErrors]).toEqual([[], []]);
});

test('an alert fires with the browser closed, and is shown on return', async ({ context }) => {
  // Its context outlives it: what a page sends as it is left is on its way for a moment longer.
  const first = await context.newPage();
  const gate = await TradingGate.on(first);
  await signInAsNewUser(first, desk);
  await openAlerts(first);
  await addAlert(first, 'BAC');
  await setLevel(first, 'BAC', 'Low', '0.5');
  await first
    .locator('[data-tool="price-alerts"]:visible')
    .getByRole('button', { name: 'Pause BAC' })
    .click();
  await setLevel(first, 'BAC', 'High', '1');
  await expect(popup(first).getByText(/BAC is trading/)).toBeHidden();
  // If it fires before the page is closed, the page does not receive it.
  gate.holdAt(alertMessages.alertFired.T);
  const isResumed = gate.sent(({ T, Body }) => T === alertMessages.alertPut.T && v.is(runningAlert, Body));
  await first
    .locator('[data-tool="price-alerts"]:visible')
    .getByRole('button', { name: 'Resume BAC' })
    .click();
  await isResumed;
  await first.close();
  const back = await context.newPage();
  await back.goto(`${desk.baseUrl}/workspace`);
  await expect(popup(back).getByText('BAC is trading above 1.00')).toBeVisible();
  await expect(cell(back, 'BAC', 'HighAlertTime')).toHaveText(/\d/);
});

test('Price Alerts, its notifications and its dialogs are free of axe findings', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAsNewUser(page, desk);
  await openAlerts(page);
  await addAlert(page, 'SPY');
  await setLevel(page, 'SPY', 'High', '1');
  await expect(cell(page, 'SPY', 'HighAlertTime')).toHaveText(/\d/);
  await expect(popup(page).getByText('SPY is trading above 1.00')).toBeVisible();
  /** Checks the parts that this test has put on screen. */
  const checkReach = (...places: readonly string[]) => expectWithinReach(page, ...places);
  // It stays up under the pointer.
  await popup(page).getByText('SPY is trading above 1.00').hover();
  // It lies over no button of the window.
  for (const name of ['Maximize', 'Close'])
    await page
      .locator('[data-tool="price-alerts"]:visible')
      .getByRole('button', { name, exact: true })
      .click({ trial: true });
  await popup(page).getByText('SPY is trading above 1.00').hover();
  await checkReach('[data-current="true"] [data-tool="price-alerts"]', '[aria-label="Notifications"]');
  await expect(popup(page).getByText('SPY is trading above 1.00')).toBeVisible();
  await cell(page, 'SPY', 'LowAlert').click();
  await expect(page.getByRole('dialog', { name: 'Alert price - SPY' })).toBeVisible();
  await checkReach('[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.locator('[data-tool="price-alerts"]:visible').getByRole('button', { name: 'Alert log' }).click();
  const log = page.getByRole('dialog', { name: 'Alert log' });
  await expect(log).toBeVisible();
  await checkReach('[role="dialog"]');
  // A question over it has a shade of its own, between the two; Escape answers the question only.
  await log.getByRole('button', { name: 'Clear log' }).click();
  const question = page.getByRole('alertdialog', { name: 'Clear alert log' });
  await expect(question).toBeVisible();
  await expect
    .poll(() =>
      page
        .locator('[role="dialog"]')
        .filter({ hasText: 'Alert log' })
        .evaluate((element) => {
          const { left, bottom } = element.getBoundingClientRect();
          const top = document.elementFromPoint(left + 8, bottom - 8);
          return top === null
            ? 'nothing'
            : `${top.getAttribute('role')} ${getComputedStyle(top).backgroundColor !== 'rgba(0, 0, 0, 0)'}`;
        }),
    )
    .toBe('presentation true');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(log.getByRole('button', { name: 'Clear log' })).toBeFocused();
});
