import { expect, type Locator, type Page } from '@playwright/test';
import { numberIn } from './desk.ts';

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const grid = (page: Page, name: string) => page.getByRole('grid', { name });
export const openRows = (page: Page) => grid(page, 'Open orders').locator('[role="row"][data-row-id]');
export const toast = (page: Page, text: string | RegExp) => page.getByRole('region').getByText(text);
export const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Opens the ticket by its key. */
export async function openTicket(page: Page): Promise<Locator> {
  await page.keyboard.press('F9');
  const ticket = dialog(page, 'Order entry');
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
  await expect(ticket.locator('[data-preview="server"]')).toBeVisible();
  return ticket;
}

/** A price that rests: some per cent away from the bid. */
export async function awayFromBid(ticket: Locator, factor: number): Promise<string> {
  const shown = ticket.getByRole('button', { name: /^Bid/ });
  // It can be pressed from the first quote on.
  await expect(shown).toBeEnabled();
  const bid = await numberIn(shown.locator('span').nth(1));
  return (Math.round(bid * factor * 100) / 100).toFixed(2);
}

export async function choose(ticket: Locator, label: string, option: string): Promise<void> {
  await ticket.getByRole('combobox', { name: label }).click();
  await ticket.page().getByRole('option', { name: option, exact: true }).click();
}

/** Sends a limit order for SPY that will not fill, and closes the ticket. */
export async function rest(
  page: Page,
  side: 'Buy' | 'Sell',
  quantity = '10',
  factor = side === 'Buy' ? 0.97 : 1.03,
): Promise<string> {
  const ticket = await openTicket(page);
  await ticket.getByRole('radio', { name: side }).click();
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await choose(ticket, 'Type', 'Limit (LMT)');
  const price = await awayFromBid(ticket, factor);
  await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  await ticket.getByRole('button', { name: new RegExp(`^${side} ${quantity} SPY at ${price}`) }).click();
  await expect(ticket.getByText('Confirmed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
  return price;
}

export async function buyAtMarket(page: Page, quantity = '10'): Promise<void> {
  const ticket = await openTicket(page);
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await ticket.getByRole('button', { name: `Buy ${quantity} SPY at market` }).click();
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Executed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
}

/** Presses Tab until the element has the focus, as a user without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (
      await target.evaluate(
        (element) => element === document.activeElement || element.contains(document.activeElement),
      )
    )
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key never came to the element.');
}

/** Goes through an open menu by its arrow key, which begins again at its end, until the entry has the focus. */
export async function arrowTo(page: Page, entry: Locator): Promise<void> {
  await expect(async () => {
    if (await entry.evaluate((element) => element !== document.activeElement))
      await page.keyboard.press('ArrowDown');
    await expect(entry).toBeFocused({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
}

export const entry = (page: Page) => page.locator('[data-tool="order-entry"]:visible');

/** Runs a command of the palette by what is typed there. */
export async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(text);
  await page.keyboard.press('Enter');
}
