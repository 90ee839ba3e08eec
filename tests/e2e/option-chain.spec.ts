import { expect, type Locator, type Page } from '@playwright/test';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { decode } from '../../src/protocol/index.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, numberIn, watchForErrors } from './support/desk.ts';
import { choose as chooseOption } from './support/orders.ts';
import { signInAsNewUser, signInOnce } from './support/users.ts';
import { openTool } from './support/tool-windows.ts';
import { test } from './support/test.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

const titleOf = (tool: Locator) => tool.getByRole('heading', { level: 2 });
const chainOf = (tool: Locator) => tool.getByRole('treegrid');
const headings = (tool: Locator) => chainOf(tool).locator('[role="row"][aria-level="1"]');
const strikes = (tool: Locator) => chainOf(tool).locator('[role="row"][aria-level="2"]');
const cell = (line: Locator, column: string) => line.locator(`[data-column="${column}"]`);
const legs = (builder: Locator) => builder.locator('[data-leg]');
const figure = (builder: Locator, name: string) => builder.locator(`[data-figure="${name}"]`);
const ticketOf = (page: Page) => page.getByRole('dialog', { name: 'Order entry' });

async function openChain(page: Page): Promise<Locator> {
  const tool = await openTool(page, 'Option Chain', 'option-chain');
  await expect(strikes(tool).first()).toBeVisible();
  return tool;
}
async function choose(page: Page, tool: Locator, symbol: string): Promise<void> {
  await tool.getByRole('button', { name: 'Symbol', exact: true }).click();
  await page.getByRole('combobox', { name: 'Symbol' }).fill(symbol);
  await page.keyboard.press('Enter');
}
/** Options whose quotes are subscribed now, by the frames that the page has sent. */
function watchSubscriptions(page: Page): ReadonlySet<string> {
  const subscribed = new Set<string>();
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = decode('streaming', 'toServer', payload.toString());
      if (!message.ok || (message.value.name !== 'subscribe' && message.value.name !== 'unsubscribe')) return;
      const { Symbol, Type } = message.value.body;
      if (Type !== 'Quote' || !isOptionSymbol(Symbol)) return;
      if (message.value.name === 'subscribe') subscribed.add(Symbol);
      else subscribed.delete(Symbol);
    }),
  );
  return subscribed;
}

test('a chain shows the underlying, 7 strikes of the earliest expiration and live quotes of what is in sight', async ({
  page,
}) => {
  errors = watchForErrors(page);
  const subscribed = watchSubscriptions(page);
  await signInAsNewUser(page, desk);
  const tool = await openChain(page);
  await expect(titleOf(tool)).toHaveText('Option Chain - SPDR S&P 500 ETF Trust (SPY - ARCA)');
  const bar = tool.getByRole('region', { name: 'Underlying SPY' });
  for (const place of ['last', 'bid', 'ask'])
    await expect(bar.locator(`[data-at="${place}"]`)).toHaveText(/\d/);
  await expect(bar.locator('[data-at="change"]')).toHaveText(
    /^(?:[▲▼] )?[+-]?\d+\.\d\d \([+-]?\d+\.\d\d%\)$/,
  );
  await expect(headings(tool).first()).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => headings(tool).count()).toBeGreaterThan(3);
  await expect(headings(tool).nth(1)).toHaveAttribute('aria-expanded', 'false');
  await expect(strikes(tool)).toHaveCount(7);
  await test.step('only the contracts in sight are subscribed', async () => {
    await expect.poll(() => subscribed.size).toBe(14);
    await headings(tool).first().click();
    await expect(strikes(tool)).toHaveCount(0);
    await expect.poll(() => subscribed.size).toBe(0);
    await headings(tool).nth(2).click();
    await expect(strikes(tool)).toHaveCount(7);
    await expect.poll(() => subscribed.size).toBe(14);
  });
  await test.step('quotes change without recreating the rows', async () => {
    const middle = strikes(tool).nth(3);
    await middle.evaluate((line) => line.setAttribute('data-marked', ''));
    const quotes = () => chainOf(tool).locator('[data-column$=".Bid"]').allInnerTexts();
    const before = await quotes();
    await expect.poll(quotes).not.toEqual(before);
    await expect(chainOf(tool).locator('[data-marked]')).toHaveCount(1);
    for (const text of await chainOf(tool).locator('[data-column]').allInnerTexts())
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });
  await test.step('a month bucket has the expirations of that month', async () => {
    await tool.getByRole('combobox', { name: 'Expirations' }).click();
    const option = page.getByRole('option', { name: /^[A-Z][a-z]{2} \d{4} \(\d+\)$/ }).last();
    const [, month = '', year = '', count = ''] =
      /^(\w{3}) \d\d(\d\d) \((\d+)\)$/.exec(await option.innerText()) ?? [];
    await option.click();
    await expect(headings(tool)).toHaveCount(Number(count));
    await expect(headings(tool).first()).toContainText(new RegExp(`${month} \\d+ '${year}`));
    await expect(headings(tool).first()).toHaveAttribute('aria-expanded', 'true');
  });
  await test.step('the number of strikes is a choice', async () => {
    await tool.getByRole('combobox', { name: 'Strikes' }).click();
    await page.getByRole('option', { name: '15 strikes' }).click();
    await expect(headings(tool).first()).toHaveAttribute('aria-expanded', 'true');
    await expect(strikes(tool)).toHaveCount(15);
  });
  await test.step('smile and term structure are plotted', async () => {
    await tool.getByRole('button', { name: 'Volatility plots' }).click();
    await expect(
      tool.getByRole('img', { name: /^Volatility smile: 15 points from \d+\.\d% to \d+\.\d%$/ }),
    ).toBeVisible();
    await expect(tool.getByRole('img', { name: /^Term structure: / })).toBeVisible();
    await expectWithinReach(page, '[data-current="true"] [data-tool="option-chain"]');
  });
});

test('a trader looks at a strike and trades from bid, ask and keyboard', async ({ filePage: page }) => {
  errors = watchForErrors(page);
  await signInOnce(page, desk);
  const tool = await openChain(page);
  const line = strikes(tool).nth(3);
  const strike = await cell(line, 'strike').innerText();
  await test.step('a click on the strike opens both sides with their greeks', async () => {
    await cell(line, 'strike').click();
    const popup = page.getByRole('dialog', { name: new RegExp(`^SPY .* ${strike}$`) });
    const figure = (name: string) => popup.locator(`[data-figure="${name}"]`);
    for (const name of ['delta', 'gamma', 'theta', 'vega', 'rho'])
      for (const side of ['call', 'put'])
        await expect(figure(`${side}.historical.${name}`)).toHaveText(/^-?\d+\.\d{3}$/);
    // Shortly before the expiration one of the two is 0.000, whichever ends out of the money.
    const delta = (side: string) => numberIn(figure(`${side}.historical.delta`));
    await expect.poll(async () => (await delta('call')) - (await delta('put'))).toBeCloseTo(1, 1);
    await expectWithinReach(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  });
  await test.step('a click on an ask opens a purchase of that contract at that price', async () => {
    await cell(line, 'put.Ask').click();
    const ticket = ticketOf(page);
    await expect(ticket.getByRole('textbox', { name: 'Symbol' })).toHaveValue(/^SPY\d{6}P\d{8}$/);
    await expect(ticket.getByRole('radio', { name: 'Buy' })).toBeChecked();
    await expect(ticket.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue(/^\d+\.\d\d$/);
    await page.keyboard.press('Escape');
    await expect(ticket).toHaveCount(0);
  });
  await test.step('arrows walk the chain, Enter opens the details, S sells', async () => {
    await chainOf(tool).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await expect(strikes(tool).first().locator('[data-active]')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^SPY / })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chainOf(tool)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('s');
    const ticket = ticketOf(page);
    await expect(ticket.getByRole('textbox', { name: 'Symbol' })).toHaveValue(/^SPY\d{6}P\d{8}$/);
    await expect(ticket.getByRole('radio', { name: 'Sell' })).toBeChecked();
    await page.keyboard.press('Escape');
  });
  await expectWithinReach(page, '[data-current="true"] [data-tool="option-chain"]');
});

test('columns and symbol are kept with the window, and an unknown symbol is reported', async ({
  filePage: page,
}) => {
  errors = watchForErrors(page);
  await signInOnce(page, desk);
  const tool = await openChain(page);
  await tool.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('checkbox', { name: 'Gamma' }).check();
  await dialog.getByRole('checkbox', { name: 'Volume' }).uncheck();
  await dialog.getByRole('button', { name: 'Ok' }).click();
  const columns = async () =>
    chainOf(tool)
      .locator('[role="columnheader"][data-side="put"]')
      .evaluateAll((heads) => heads.slice(1).map((head) => head.textContent));
  const chosen = ['Bid', 'Ask', 'Last', 'Change', 'Open int', 'Impl vol', 'Delta', 'Gamma'];
  await expect.poll(columns).toEqual(chosen);
  await expect(cell(strikes(tool).first(), 'put.Gamma')).toHaveText(/^\d\.\d{3}$/);
  await choose(page, tool, 'aapl');
  await expect(titleOf(tool)).toHaveText(/^Option Chain - Apple Inc.* \(AAPL - NASDAQ\)$/);
  await expect(page).toHaveURL(/[?&]symbol=AAPL/);
  await page.reload();
  await expect(titleOf(tool)).toHaveText(/\(AAPL - NASDAQ\)$/);
  await expect.poll(columns).toEqual(chosen);
  await choose(page, tool, 'NOSUCH');
  await expect(tool.getByText('There is no symbol NOSUCH')).toBeVisible();
  await expectWithinReach(page, '[data-current="true"] [data-tool="option-chain"]');
});

test('a vertical is built by clicks, sent as one order and filled, kept over a reload, and closed by keyboard', async ({
  page,
}) => {
  errors = watchForErrors(page);
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
    await expectWithinReach(page, '[data-current="true"] [data-tool="option-chain"]');
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
    tool = page.locator('[data-tool="option-chain"]:visible');
    await expect(legs(builderIn())).toHaveCount(2);
    await expect(builderIn().getByRole('heading', { name: 'Vertical' })).toBeVisible();
  });

  await test.step('with its sides flipped it is sold at market by keyboard', async () => {
    const builder = builderIn();
    await builder.getByRole('button', { name: 'Flip sides' }).focus();
    await page.keyboard.press('Enter');
    await expect(builder.getByRole('button', { name: /^Sell SPY .*: switch to Buy$/ })).toHaveCount(1);
    await chooseOption(builder, 'Type', 'Market');
    await builder.getByRole('textbox', { name: 'Quantity' }).focus();
    await page.keyboard.press('Enter');
    await expect(figure(builder, 'status')).toHaveText(/^Executed Multileg: 1 of 1 filled at /);
  });
});
