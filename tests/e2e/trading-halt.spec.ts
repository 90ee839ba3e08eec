import { expect } from '@playwright/test';
import { chartWindow, picture } from './support/chart.ts';
import { Desk, pressIn, watchForErrors } from './support/desk.ts';
import { choose, dialog, openTicket } from './support/orders.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';
import { addSymbol, signInAsNewUser } from './support/users.ts';

/** With this seed SNPS is halted from 10:14 to 10:24 on the day of `morningEpoch`, and the server starts at 10:15. */
const SEED = '62';
const AFTER_THE_HALT_MS = 55 * 60_000;
const HINT = 'Trading in SNPS is halted (Volatility pause)';

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: SEED });
});
test.afterAll(() => desk.close());

test('a halt is marked in list and chart and refuses an order, the mark leaves room for the price, and all of it ends', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  const list = await openTool(page, 'Market View', 'market-view');
  await addSymbol(page, 'SNPS');
  const cell = list.locator('.grid-halted');
  await expect(cell).toHaveText('SNPS');
  await cell.hover();
  await expect(cell).toHaveAttribute('title', HINT);

  await openTool(page, 'Chart', 'chart');
  await picture(page).focus();
  await page.keyboard.press('s');
  await page.keyboard.type('nps');
  await pressIn(dialog(page, 'Chart'), 'Enter');
  await expect(chartWindow(page)).toHaveAttribute('aria-label', /Chart - SNPS/);
  const mark = chartWindow(page).getByTitle(HINT);
  await expect(mark).toBeVisible();

  await test.step('the mark of a narrow chart is a bar beside the last price', async () => {
    const wide = (await mark.boundingBox())?.width ?? 0;
    await page.setViewportSize({ width: 330, height: 900 });
    await expect.poll(async () => ((await mark.boundingBox())?.width ?? wide) < wide / 4).toBe(true);
    const [markBox, lastBox] = [
      await mark.boundingBox(),
      await chartWindow(page).locator('[data-part="last"]').boundingBox(),
    ];
    expect(Math.abs((lastBox?.y ?? Infinity) - (markBox?.y ?? 0))).toBeLessThan(10);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the ticket says why, and the order is refused', async () => {
    await picture(page).focus();
    const ticket = await openTicket(page);
    await ticket.getByRole('textbox', { name: 'Symbol' }).fill('SNPS');
    await page.keyboard.press('Enter');
    await expect(ticket.getByText(/^SNPS is halted \(Volatility pause\)\./)).toBeVisible();
    await choose(ticket, 'Type', 'Limit (LMT)');
    await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill('100');
    await ticket.getByRole('button', { name: /^Buy \d+ SNPS at 100/ }).click();
    // The text of code -49.
    await expect(
      ticket.getByRole('listitem').filter({ hasText: 'This symbol trading is restricted' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the halt ends', async () => {
    await desk.restartIntoSession(AFTER_THE_HALT_MS);
    await expect(mark).toHaveCount(0);
  });
  expect(errors).toEqual([]);
});
