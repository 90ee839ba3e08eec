import { expect, type Locator, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';
import { signInOnce } from './support/users.ts';

const rowOf = (ladder: Locator, price: string): Locator =>
  ladder
    .locator('[data-row]')
    .filter({ has: ladder.page().locator(`[data-column="price"]:text-is("${price}")`) });

/** The middle of an element, px of the page. */
async function middleOf(element: Locator): Promise<readonly [x: number, y: number]> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not on screen.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Cents between two rows: the orders lie more than half a per cent below the market, which does not come there while the story runs. */
const STEP_CENTS = 50;

/** The prices of the rows so many rows below the best bid. */
async function pricesBelowBid(
  ladder: Locator,
  ...rows: readonly [number, number]
): Promise<readonly [string, string]> {
  const best = ladder.locator('[data-row][data-best="bid"] [data-column="price"]');
  await expect(best).toHaveText(/\d/);
  const price = Number((await best.textContent())?.replaceAll(',', ''));
  const below = (count: number) => (Math.round(price * 100 - count * STEP_CENTS) / 100).toFixed(2);
  return [below(rows[0]), below(rows[1])];
}

async function arm(page: Page, ladder: Locator): Promise<void> {
  await ladder.getByRole('button', { name: 'Arm' }).click();
  await page
    .getByRole('alertdialog', { name: 'Arm the ladder?' })
    .getByRole('button', { name: 'Arm' })
    .click();
  await expect(ladder.getByRole('button', { name: 'ARMED' })).toBeVisible();
}

test('an order is placed by a click on the ladder, moved by dragging it to another row, and cancelled by the middle button', async ({
  filePage: page,
  simulatedDesk: desk,
}) => {
  await signInOnce(page, desk);
  const ladder = await openTool(page, 'Ladder', 'ladder');
  await ladder.getByRole('combobox', { name: 'Distance of rows' }).click();
  await page.getByRole('option', { name: '0.50 a row' }).click();
  await arm(page, ladder);
  // The rows stand still from here on.
  await ladder.locator('[data-row]').first().hover();
  const [first, second] = await pricesBelowBid(ladder, 8, 11);
  await rowOf(ladder, first).locator('[data-column="bid"]').click();
  const placed = rowOf(ladder, first).locator('[data-column="buys"]');
  await expect(placed).toHaveText(/^100/);
  const [x, y] = await middleOf(placed);
  const target = rowOf(ladder, second).locator('[data-column="buys"]');
  const [, toY] = await middleOf(target);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, (y + toY) / 2);
  await page.mouse.move(x, toY);
  await expect(rowOf(ladder, second)).toHaveAttribute('data-drop', 'buy');
  await page.mouse.up();
  await expect(target).toHaveText(/^100/);
  await expect(placed).toHaveText('');
  await target.click({ button: 'middle' });
  await expect(target).toHaveText('');
  await expectWithinReach(page);
});
