import { expect } from '@playwright/test';
import { Desk, watchForErrors } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { SocketGate } from './support/socket-gate.ts';
import { openTool } from './support/tool-windows.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7' });
});
test.afterAll(async () => {
  await desk.close();
});

test('a screen right after the start of the server shows what is found so far and how much is left, and is whole by itself', async ({
  page,
}) => {
  // The figures of the whole market are worked out meanwhile, by a machine that may be busy.
  test.setTimeout(360_000);
  const errors = watchForErrors(page);
  /** What each answer left open. */
  const pending: number[] = [];
  const gate = await SocketGate.on(page, desk, 'data');
  gate.change((message) => {
    if (message.name === 'filteredStocksAnswer' && !message.body.HasMore)
      pending.push(message.body.Pending ?? 0);
    return undefined;
  });
  await signInAsNewUser(page, desk);
  const screen = await openTool(page, 'MarketScreen', 'market-screen');
  await screen.getByRole('button', { name: 'Filters', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Market screen filter' });
  await dialog.getByRole('combobox', { name: 'Field of filter 1' }).fill('RSI (14 weeks)');
  await page.getByRole('option', { name: 'RSI (14 weeks)', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Operation of filter 1' }).click();
  await page.getByRole('option', { name: 'Greater than', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Value of filter 1' }).fill('1');
  await dialog.getByRole('button', { name: 'Ok' }).click();

  const progress = screen.getByText(/^Computing figures… [\d,]+ stocks to go$/);
  const left = async () => Number((await progress.innerText().catch(() => '')).replace(/\D/g, ''));
  await expect(progress).toBeVisible();
  await expect(screen.getByRole('heading', { level: 2 })).toHaveText('MarketScreen - Untitled (loading...)');
  const before = await left();
  const rows = screen.getByRole('grid', { name: 'MarketScreen' });
  await expect
    .poll(async () => Number(await rows.getAttribute('aria-rowcount').catch(() => '0')) > 1, {
      timeout: 60_000,
    })
    .toBe(true);
  await expect
    .poll(async () => (await progress.count()) === 0 || (await left()) < before, { timeout: 60_000 })
    .toBe(true);
  await expect(progress).toHaveCount(0, { timeout: 240_000 });
  await expect(screen.getByRole('heading', { level: 2 })).toHaveText(
    /^MarketScreen - Untitled \(\d+ symbols\)$/,
    { timeout: 30_000 },
  );
  // Once everything is known, a screen of the whole market is there at once.
  const answers = pending.length;
  await screen.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => pending.length).toBeGreaterThan(answers);
  expect(pending.slice(answers).every((count) => count === 0)).toBe(true);
  await expect(progress).toHaveCount(0);
  await expect(screen.getByRole('heading', { level: 2 })).toHaveText(/symbols\)$/);
  expect(errors).toEqual([]);
});
