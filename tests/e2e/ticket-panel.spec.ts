import { expect, type Locator, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { chartWindow, picture } from './support/chart.ts';
import { pressIn, watchForErrors } from './support/desk.ts';
import { choose, dialog, openTicket, tabTo } from './support/orders.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';
import { signInAsNewUser } from './support/users.ts';

/** Where an element is, px of the page. */
async function cornerOf(element: Locator): Promise<readonly [left: number, top: number]> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not on screen.');
  return [Math.round(box.x), Math.round(box.y)];
}

/** What the chart has painted of its last bars, as text: other prices are another picture. */
const painted = (page: Page): Promise<string> =>
  picture(page)
    .locator('canvas[data-layer="last-bars"]')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL()); // a locator's elements have no class

test('the chart behind an open ticket moves on and is clicked, and the ticket opens where it was left, by keyboard as well', async ({
  page,
  simulatedDesk: desk,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  await openTool(page, 'Chart', 'chart');
  await expect(chartWindow(page)).toHaveAttribute('aria-label', /Chart - SPY/);
  await picture(page).focus();
  const ticket = await openTicket(page);
  await page.keyboard.type('20');
  await expect(ticket.getByRole('button', { name: 'Buy 20 SPY at market' })).toBeVisible();

  await test.step('the chart is live', async () => {
    const before = await painted(page);
    await expect.poll(async () => (await painted(page)) !== before).toBe(true);
  });

  await test.step('the crosshair follows the pointer, and a click takes the focus', async () => {
    const [left, top] = await cornerOf(picture(page));
    await page.mouse.move(left + 120, top + 200);
    await expect(chartWindow(page).locator('[class*="crosshairLegend"]')).toBeVisible();
    await page.mouse.click(left + 120, top + 200);
    await expect(picture(page)).toBeFocused();
    // Keys of the chart act in the chart; Escape does not close the ticket from there.
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await expect(ticket).toBeVisible();
  });

  await test.step('another symbol is chosen for the chart, and the ticket keeps what is typed', async () => {
    await picture(page).focus();
    await page.keyboard.press('a');
    const lookup = dialog(page, 'Chart');
    await expect(lookup.getByRole('combobox')).toHaveValue('A');
    await page.keyboard.type('apl');
    await pressIn(lookup, 'Enter');
    await expect(chartWindow(page)).toHaveAttribute('aria-label', /Chart - AAPL/);
    await expect(ticket.getByRole('button', { name: 'Buy 20 SPY at market' })).toBeVisible();
  });

  await test.step('the page with the ticket is free of axe findings', () => expectWithinReach(page));

  await test.step('the keyboard goes to the ticket, round in it, moves it and goes back', async () => {
    await picture(page).focus();
    await page.keyboard.press('F9');
    const quantity = ticket.getByRole('textbox', { name: 'Quantity' });
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveValue('20');
    await tabTo(page, ticket.getByRole('textbox', { name: 'Symbol' }));
    await tabTo(page, quantity);
    const [left, top] = await cornerOf(ticket);
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    expect(await cornerOf(ticket)).toEqual([left - 48, top + 24]);
    await page.keyboard.press('F9');
    await expect(picture(page)).toBeFocused();
  });

  await test.step('dragged by its title, it opens there after a reload', async () => {
    const [left, top] = await cornerOf(ticket);
    await page.mouse.move(left + 200, top + 18);
    await page.mouse.down();
    await page.mouse.move(left + 100, top + 50);
    await page.mouse.move(left + 80, top + 78);
    await page.mouse.up();
    const moved = [left - 120, top + 60];
    expect(await cornerOf(ticket)).toEqual(moved);
    await page.reload();
    await expect(chartWindow(page)).toHaveAttribute('aria-label', /Chart - AAPL/);
    expect(await cornerOf(await openTicket(page))).toEqual(moved);
  });

  await test.step('it stays in sight in a smaller window, and Escape gives the focus back', async () => {
    await page.setViewportSize({ width: 900, height: 560 });
    await expect
      .poll(async () => {
        const box = await ticket.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 900 && box.y + box.height <= 560;
      })
      .toBe(true);
    await pressIn(ticket, 'Escape');
    await expect(ticket).toHaveCount(0);
  });
  expect(errors).toEqual([]);
});

test('a ticket over rows of a list is dragged by its title as fast as a hand moves, and no row comes along', async ({
  page,
  simulatedDesk: desk,
}) => {
  await signInAsNewUser(page, desk);
  const add = page.getByRole('textbox', { name: 'Add symbol' });
  for (const symbol of ['SPY', 'QQQ', 'IWM', 'GLD', 'AAPL']) {
    await add.fill(symbol);
    await add.press('Enter');
    await expect(page.getByRole('row', { name: symbol })).toBeVisible();
  }
  const ticket = await openTicket(page);
  const [left, top] = await cornerOf(ticket);
  // It is pressed over a row, which may be dragged itself.
  await page.mouse.move(left + 200, top + 18);
  await page.mouse.down();
  await page.mouse.move(left - 200, top + 68);
  await page.mouse.move(left - 200, top + 128);
  await page.mouse.move(left - 200, top + 198);
  await page.mouse.up();
  expect(await cornerOf(ticket)).toEqual([left - 400, top + 180]);
});

test('a ticket with exits leaves room in a window of 720 px, and in a small one its fields scroll between title and buttons', async ({
  page,
  simulatedDesk: desk,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signInAsNewUser(page, desk);
  const ticket = await openTicket(page);
  await choose(ticket, 'Attach', 'Target and stop');
  const exitStop = ticket.getByRole('textbox', { name: 'Exit stop' });
  await expect(exitStop).toBeVisible();
  const bottomOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return (box?.y ?? NaN) + (box?.height ?? NaN);
  };
  expect((await ticket.boundingBox())?.height).toBeLessThan(680);

  await page.setViewportSize({ width: 360, height: 500 });
  const title = ticket.getByRole('heading', { name: 'Order entry' });
  const figures = ticket.locator('[data-preview]');
  const fixed = async () => [
    await cornerOf(title),
    await cornerOf(figures),
    await cornerOf(ticket.getByRole('button', { name: /^Buy 100/ })),
  ];
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(ticket.getByRole('button', { name: /^Buy 100 SPY/ })).toBeInViewport({ ratio: 1 });
  const before = await fixed();
  // Fields below the foot come above it when they get the focus, and those above the title below it.
  for (const field of [exitStop, ticket.getByRole('textbox', { name: 'Symbol' })]) {
    await tabTo(page, field);
    const [, top] = await cornerOf(field);
    expect(top).toBeGreaterThanOrEqual(await bottomOf(title));
    expect(await bottomOf(field)).toBeLessThanOrEqual((await cornerOf(figures))[1]);
    await expect(field).toBeInViewport({ ratio: 1 });
  }
  expect(await fixed()).toEqual(before);
});
