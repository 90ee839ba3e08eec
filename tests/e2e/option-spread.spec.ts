import { expect, type Locator } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, numberIn, watchForErrors } from './support/desk.ts';
import { choose } from './support/orders.ts';
import { signInAsNewUser } from './support/users.ts';
import { openTool } from './support/tool-windows.ts';
import { test } from './support/test.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});
test.beforeEach(async ({ page }) => {
  errors = watchForErrors(page);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

const headings = (tool: Locator) => tool.locator('[role="row"][aria-level="1"]');
const strikes = (tool: Locator) => tool.locator('[role="row"][aria-level="2"]');
const cell = (line: Locator, column: string) => line.locator(`[data-column="${column}"]`);
const legs = (builder: Locator) => builder.locator('[data-leg]');
const figure = (builder: Locator, name: string) => builder.locator(`[data-figure="${name}"]`);

test('a vertical is built by clicks, sent as one order and filled, kept over a reload, and closed by keyboard', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  let tool = await openTool(page, 'Option Chain', 'option-chain');
  const builderIn = () => tool.getByRole('region', { name: 'Spread builder SPY' });
  await expect(strikes(tool)).toHaveCount(7);
  // An expiration that does not pass while the test runs.
  await headings(tool).first().click();
  await headings(tool).nth(4).click();
  await expect(strikes(tool)).toHaveCount(7);

  await test.step('a click on an ask buys a leg, one on a bid sells one', async () => {
    await tool.getByRole('button', { name: 'Spread', exact: true }).click();
    const builder = builderIn();
    await expect(builder.getByText('Add legs: click a bid or an ask')).toBeVisible();
    await cell(strikes(tool).nth(2), 'call.Ask').click();
    await cell(strikes(tool).nth(4), 'call.Bid').click();
    await expect(legs(builder)).toHaveCount(2);
    await expect(builder.getByRole('heading', { name: 'Vertical' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const name of ['maxGain', 'maxLoss', 'breakEvens', 'probability', 'delta', 'theta'])
      await expect(figure(builder, name)).toHaveText(/\d/);
    await expect(builder.getByRole('img', { name: /^Payoff of 1 unit at .* debit/ })).toBeVisible();
    await expectWithinReach(page, '[data-tool="option-chain"]');
  });

  await test.step('in small windows the names of both sides and the entries of the order stay in sight', async () => {
    const size = page.viewportSize();
    for (const small of [
      { width: 900, height: 600 },
      { width: 480, height: 800 },
    ]) {
      await page.setViewportSize(small);
      for (const side of ['Calls', 'Puts'])
        await expect(tool.getByText(side, { exact: true })).toBeInViewport({ ratio: 1 });
      for (const name of ['Quantity', 'Net price'])
        await expect(builderIn().getByRole('textbox', { name, exact: true })).toBeInViewport({ ratio: 1 });
      await expect(builderIn().getByRole('button', { name: /^Send / })).toBeInViewport({ ratio: 1 });
    }
    if (size !== null) await page.setViewportSize(size);
  });

  await test.step('it is sent as one order at the net offer, and filled', async () => {
    const builder = builderIn();
    const offer = builder.locator('[data-net="offerE4"]');
    await offer.click();
    const price = builder.getByRole('textbox', { name: 'Net price' });
    await expect(price).toHaveValue(/^\d+\.\d\d$/);
    // Quotes move between the click and the order.
    await price.fill((Number(await price.inputValue()) + 0.4).toFixed(2));
    await expect(builder.locator('[data-preview="server"]')).toBeVisible();
    expect(await numberIn(figure(builder, 'effect'))).toBeLessThan(0);
    await builder.getByRole('button', { name: /^Send 1 vertical at \d+\.\d\d debit$/ }).click();
    await expect(figure(builder, 'status')).toHaveText(
      /^Executed Multileg: 1 of 1 filled at \d+\.\d\d, \d\d:\d\d:\d\d$/,
    );
  });

  await test.step('the legs are there after a reload', async () => {
    await page.reload();
    tool = page.locator('[data-tool="option-chain"]');
    await expect(legs(builderIn())).toHaveCount(2);
    await expect(builderIn().getByRole('heading', { name: 'Vertical' })).toBeVisible();
  });

  await test.step('with its sides flipped it is sold at market by keyboard', async () => {
    const builder = builderIn();
    await builder.getByRole('button', { name: 'Flip sides' }).focus();
    await page.keyboard.press('Enter');
    await expect(builder.getByRole('button', { name: /^Sell SPY .*: switch to Buy$/ })).toHaveCount(1);
    await choose(builder, 'Type', 'Market');
    await builder.getByRole('textbox', { name: 'Quantity' }).focus();
    await page.keyboard.press('Enter');
    await expect(figure(builder, 'status')).toHaveText(/^Executed Multileg: 1 of 1 filled at /);
  });
});
