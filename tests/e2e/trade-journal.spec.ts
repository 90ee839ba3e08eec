import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { choose } from './support/layouts.ts';
import { addTool, openTool } from './support/tool-windows.ts';
import { buyAtMarket, openTicket, tab, toast } from './support/orders.ts';
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

async function sellAtMarket(page: Page, quantity: string): Promise<void> {
  const ticket = await openTicket(page);
  await ticket.getByRole('radio', { name: 'Sell' }).click();
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await ticket.getByRole('button', { name: `Sell ${quantity} SPY at market` }).click();
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Executed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
}

/** Shows the snapshot, whose picture has loaded. */
async function expectPicture(page: Page, count = 1): Promise<void> {
  const pictures = page.getByRole('img', { name: /^Chart of SPY/ });
  await expect(pictures).toHaveCount(count);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(900);
}

test('a round trip is found, described and pictured, and is there after a reload', async ({ page }) => {
  await buyAtMarket(page, '10');
  await sellAtMarket(page, '10');
  const journal = await openTool(page, 'Trade Journal', 'trade-journal');
  const row = journal.getByRole('grid', { name: 'Round trips' }).locator('[role="row"][data-row-id]');
  const detail = journal.getByRole('region', { name: 'Round trip in SPY' });

  await test.step('the round trip is described', async () => {
    await expect(row).toHaveCount(1);
    await expect(row.locator('[data-column="Quantity"]')).toHaveText('10');
    await row.click();
    await expect(detail.getByText('10 at ').first()).toBeVisible();
    await detail.getByRole('combobox', { name: 'Add tag' }).fill('first trade');
    await page.keyboard.press('Enter');
    await expect(row.locator('[data-column="Tags"]')).toHaveText('first trade');
    await detail.getByRole('textbox', { name: 'Note' }).fill('Sold at once: only to see the journal.');
    await expect(detail.getByText('characters')).toBeVisible();
  });

  await test.step('the chart is drawn with its fills', async () => {
    await detail.getByRole('button', { name: 'Add snapshot' }).click();
    await expectPicture(page);
    await expectWithinReach(page, '[data-current="true"] [data-tool="trade-journal"]');
  });

  await test.step('a chart adds what it shows', async () => {
    await choose(page, '1r2c');
    await addTool(page, 'Chart');
    const chart = page.locator('section[data-tool="chart"]:visible');
    await expect(chart.getByRole('application')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('Snapshot to trade journal');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'The picture was added to your round trip in SPY.').first()).toBeVisible();
    await expect(journal.getByRole('img', { name: /^Chart of SPY/ })).toHaveCount(2);
  });

  await test.step('a reload finds all of it', async () => {
    await expect(detail.getByText('Saving…')).toHaveCount(0);
    await page.reload();
    await row.click();
    await expect(detail.getByRole('textbox', { name: 'Note' })).toHaveValue(
      'Sold at once: only to see the journal.',
    );
    await expect(detail.getByRole('list', { name: 'Tags' })).toContainText('first trade');
    await expectPicture(page, 2);
  });

  await test.step('the gain is in the report and its file', async () => {
    await tab(page, 'Realised gains').click();
    const totals = journal.getByRole('table', { name: 'Totals by term' });
    await expect(totals.getByRole('row', { name: /^Short-term/ })).toContainText('1');
    await expectWithinReach(page, '[data-current="true"] [data-tool="trade-journal"]');
    const download = page.waitForEvent('download');
    await journal.getByRole('button', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('10 sh SPY');
    expect(csv).toContain('Short-term total');
    await tab(page, 'Open lots').click();
    await expect(journal.getByText('No open lots')).toBeVisible();
  });
});
