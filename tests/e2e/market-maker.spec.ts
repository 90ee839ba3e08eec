import { expect } from '@playwright/test';
import { decode } from '../../src/protocol/index.ts';
import { type Desk, numberIn } from './support/desk.ts';
import { choose, openMaker, pricesOf, tapeRows, titleOf } from './support/market-maker.ts';
import { SocketGate } from './support/socket-gate.ts';
import { test } from './support/test.ts';
import { addTool } from './support/tool-windows.ts';
import { addSymbol, signInAsNewUser, signInOnce } from './support/users.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
});

test('the quote detail shows the recorded day: open, previous close, range, spread', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const maker = await openMaker(page);
  await choose(page, maker, 'AAPL');
  const quote = maker.getByRole('region', { name: 'Quote detail' });
  const value = (name: string) => quote.locator(`[data-at="${name}"]`);
  // The recorded bars: 171.14 is the first open of 2019-02-11, 170.52 the close of the 8th.
  await expect(value('Open')).toHaveText('171.14');
  await expect(value('PreviousClose')).toHaveText('170.52');
  await expect.poll(() => numberIn(value('last'))).toBeGreaterThan(169);
  await expect(value('change')).toHaveText(/^[▲▼] [+-]?\d+\.\d\d \([+-]?\d+\.\d\d%\)$/);
  for (const name of ['bid', 'ask', 'spread']) await expect(value(name)).toHaveText(/\d/);
  await expect(value('DayRange')).toHaveText(/^1\d\d\.\d\d - 1\d\d\.\d\d$/);
  // Read in one moment: prices move on.
  const [bid, ask, spread] = await quote.evaluate((root) =>
    ['bid', 'ask', 'spread'].map((name) => root.querySelector(`[data-at="${name}"]`)?.textContent ?? ''),
  );
  expect(Number(ask) - Number(bid)).toBeCloseTo(Number(spread), 4);
  await expect(value('bidSize')).toHaveText(/^× [\d,]+$/);
  await expect(value('bidExchange')).toHaveText(/^[A-Z]+$/);
  await expect(value('VWAP')).toHaveText(/^17\d\.\d\d$/);
});

test('depth shows 8 rows a side, best price first, one colour a price, and as many rows as were chosen', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const maker = await openMaker(page);
  for (const side of ['Bids', 'Asks'] as const)
    await expect(maker.getByRole('table', { name: side }).getByRole('row')).toHaveCount(1 + 8);
  for (const side of ['Bids', 'Asks'] as const)
    await expect.poll(async () => (await pricesOf(maker, side)).length).toBeGreaterThan(4);
  // Read in one moment: price and colour of each row belong together.
  const sides = await maker.evaluate((root) =>
    ['bids', 'asks'].map((side) =>
      [...root.querySelectorAll(`[data-side="${side}"] [data-group]`)].map((row) => ({
        price: Number((row.querySelector('button')?.textContent ?? '').replaceAll(',', '')),
        group: Number(row.getAttribute('data-group')),
        colour: getComputedStyle(row).backgroundColor,
      })),
    ),
  );
  for (const [index, rows] of sides.entries()) {
    const sign = index === 0 ? -1 : 1;
    const prices = rows.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((left, right) => sign * (left - right)));
    const distinct = [...new Set(prices)];
    for (const { price, group } of rows) expect(group).toBe(distinct.indexOf(price) % 7);
    expect(new Set(rows.map(({ colour }) => colour)).size).toBe(Math.min(7, distinct.length));
  }
  expect(sides[0]?.[0]?.price).toBeLessThanOrEqual(sides[1]?.[0]?.price ?? 0);
  await test.step('up to 20 rows a side, kept over a reload', async () => {
    await maker.getByLabel('Depth rows').click();
    await page.getByRole('option', { name: '20 rows' }).click();
    await expect(maker.getByRole('table', { name: 'Asks' }).getByRole('row')).toHaveCount(1 + 20);
    await page.reload();
    await expect(maker.getByRole('table', { name: 'Asks' }).getByRole('row')).toHaveCount(1 + 20);
  });
});

test('a click on a price of the depth opens a ticket with it, also by the keyboard; Trade opens one for the symbol', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const maker = await openMaker(page);
  await choose(page, maker, 'MSFT');
  const ask = maker.getByRole('table', { name: 'Asks' }).getByRole('button').first();
  await expect(ask).toHaveText(/^10\d\.\d/);
  await ask.hover();
  await expect(maker.getByText('Held under the pointer')).toBeVisible();
  const price = await numberIn(ask);
  await page.waitForTimeout(1_200);
  expect(await numberIn(ask)).toBe(price);
  await ask.click();
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await expect
    .poll(async () =>
      Number((await ticket.getByLabel('Price', { exact: true }).inputValue()).replaceAll(',', '')),
    )
    .toBe(price);
  await expect(ticket.getByRole('button', { name: /^Buy .* MSFT/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);

  const bid = maker.getByRole('table', { name: 'Bids' }).getByRole('button').first();
  await bid.focus();
  await page.keyboard.press('ArrowDown');
  await expect(maker.getByRole('table', { name: 'Bids' }).getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(maker.getByRole('table', { name: 'Asks' }).getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('button', { name: /^Sell .* MSFT/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);

  await maker.getByRole('button', { name: 'Trade', exact: true }).click();
  await expect(ticket.getByRole('textbox', { name: 'Symbol' })).toHaveValue('MSFT');
});

test('prices that may have moved are slanted, with their age in the place of the time, until the feed is back', async ({
  page,
}) => {
  const gate = await SocketGate.on(page, 'streaming');
  await signInAsNewUser(page, desk);
  const maker = await openMaker(page);
  const [last, time] = ['last', 'time'].map((name) => maker.locator(`[data-at="${name}"]`));
  if (last === undefined || time === undefined) throw new Error('the quote detail has both places');
  await expect(time).toHaveText(/^\d\d:\d\d:\d\d$/);
  await expect(last).toHaveCSS('font-style', 'normal');
  await gate.cut();
  await expect(time).toHaveText(/^Stale: \d+ s old$/);
  await expect(last).toHaveCSS('font-style', 'italic');
  const first = await time.innerText();
  await expect(time).not.toHaveText(first);
  gate.restore();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('reconnect now');
  await page.keyboard.press('Enter');
  await expect(time).toHaveText(/^\d\d:\d\d:\d\d$/);
  await expect(last).toHaveCSS('font-style', 'normal');
});

test('a linked window shows the symbol that is chosen in another, and symbols off screen are not streamed', async ({
  page,
}) => {
  const live = new Set<string>();
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = decode('streaming', 'toServer', String(payload));
      if (!message.ok) return;
      if (message.value.name === 'subscribe')
        live.add(`${message.value.body.Symbol} ${message.value.body.Type}`);
      if (message.value.name === 'unsubscribe')
        live.delete(`${message.value.body.Symbol} ${message.value.body.Type}`);
    }),
  );
  await signInAsNewUser(page, desk);
  await page
    .locator('[data-tool="order-entry"]:visible')
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await addTool(page, 'Market Maker');
  const maker = page.locator('[data-tool="market-maker"]:visible');
  await expect(titleOf(maker)).toContainText('(SPY - ARCA)');
  await addSymbol(page, 'BAC');
  await page.locator('[data-row-id="BAC"] [data-column="Symbol"]').click();
  await expect(titleOf(maker)).toHaveText('Market Maker - Bank of America Corporation (BAC - NYSE)');
  await expect
    .poll(() => [...live].filter((key) => key.startsWith('BAC')).toSorted())
    .toEqual(['BAC Bbo', 'BAC Quote', 'BAC Trade']);
  await test.step('on another workspace nothing flows', async () => {
    await page.getByRole('button', { name: 'New workspace', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Elsewhere');
    await page.getByRole('button', { name: 'Ok' }).click();
    await expect.poll(() => [...live]).toEqual([]);
    await page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab', { name: 'Workspace 1' }).click();
    await expect
      .poll(() => [...live].filter((key) => key.startsWith('BAC')).toSorted())
      .toEqual(['BAC Bbo', 'BAC Quote', 'BAC Trade']);
    await expect(titleOf(maker)).toHaveText('Market Maker - Bank of America Corporation (BAC - NYSE)');
  });
  await test.step('no longer when the link is off', async () => {
    await maker.getByRole('button', { name: 'Link active, click to unlink' }).click();
    await expect(maker.getByRole('button', { name: 'Link inactive, click to link' })).toBeVisible();
    await addSymbol(page, 'MSFT');
    await page.locator('[data-row-id="MSFT"] [data-column="Symbol"]').click();
    await expect(page.locator('[data-row-id="MSFT"]')).toHaveAttribute('aria-selected', 'true');
    await expect(titleOf(maker)).toContainText('(BAC - NYSE)');
  });
});

test('in a browser window of its own the tape continues, and a price opens the ticket there', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const docked = await openMaker(page);
  await choose(page, docked, 'SPY');
  await expect(tapeRows(docked).first()).toContainText(/\d/);
  const opening = page.waitForEvent('popup');
  await docked.getByRole('button', { name: 'Open in a window of its own' }).click();
  const popout = await opening;
  const maker = popout.locator('[data-tool="market-maker"]:visible');
  const first = tapeRows(maker).first();
  await expect(first).toContainText(/\d\d:\d\d:\d\d/);
  const before = await first.innerText();
  await expect.poll(() => first.innerText()).not.toBe(before);
  await maker.getByRole('table', { name: 'Asks' }).getByRole('button').first().click();
  await expect(
    popout.getByRole('dialog', { name: 'Order entry' }).getByRole('textbox', { name: 'Symbol' }),
  ).toHaveValue('SPY');
  await popout.close();
});
