import { expect } from '@playwright/test';
import { openChart, picture } from './support/chart.ts';
import { awayFromBid, choose, openTicket, toast } from './support/orders.ts';
import { test } from './support/test.ts';

test('the level that an order waits for is dragged on the chart, confirmed, kept by the server, and there after a reload', async ({
  filePage: page,
  simulatedDesk: desk,
}) => {
  await openChart(page, desk);
  const ticket = await openTicket(page);
  // Far above the market, which must not reach it meanwhile.
  const level = await awayFromBid(ticket, 1.1);
  await choose(ticket, 'Attach', 'A condition');
  await choose(ticket, 'Direction', 'At or above');
  await ticket.getByRole('textbox', { name: 'Condition price' }).fill(level);
  await ticket
    .getByRole('button', { name: `Buy 100 SPY at market once SPY last is ${level} or above` })
    .click();
  const lines = page.getByRole('group', { name: 'Orders on the chart' });
  const line = (price: string) =>
    lines.getByRole('button', { name: new RegExp(`^Buy 100 MKT if SPY last ≥ ${price}`) });
  await expect(toast(page, /^G\d+ waits on the server: Buy 100 SPY/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
  await expect(line(level)).toBeVisible();

  /** Drags the line from the upper edge, where it stands while its price is out of sight, to a price above those on screen. */
  const drag = async (): Promise<void> => {
    const box = await line(level).boundingBox();
    if (box === null) throw new Error('The line is not on screen.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 3);
    await page.mouse.move(x, y + 8);
  };
  await drag();
  await expect(line(level)).toHaveText(/ → \d+\.\d\d$/);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(line(level)).not.toHaveText(/ → /);
  await drag();
  await page.mouse.up();
  const terms = page.getByRole('dialog', { name: /^Change Conditional G/ });
  await expect(terms).toBeVisible();
  const moved = await terms.getByRole('textbox', { name: 'Level' }).inputValue();
  expect(Number(moved)).toBeLessThan(Number(level));
  await terms.getByRole('button', { name: 'Change' }).click();
  await expect(terms).toHaveCount(0);
  await expect(line(moved)).toBeVisible();
  await page.reload();
  await expect(picture(page)).toBeVisible();
  await expect(line(moved)).toBeVisible();
  await expect(line(level)).toHaveCount(0);
});
