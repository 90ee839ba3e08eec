import { expect, type Locator, type Page } from '@playwright/test';
import { decode } from '../../src/protocol/index.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, numberIn, watchForErrors } from './support/desk.ts';
import { addSymbol, signInAsNewUser, startDemo } from './support/users.ts';
import { SocketGate } from './support/socket-gate.ts';
import { addTool, openTool } from './support/tool-windows.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
});

const titleOf = (maker: Locator) => maker.getByRole('heading', { level: 2 });
const openMaker = (page: Page) => openTool(page, 'Market Maker', 'market-maker');
const tapeRows = (maker: Locator) => maker.locator('[data-tape] [role="row"]');
const pricesOf = (maker: Locator, side: 'Bids' | 'Asks') =>
  maker
    .getByRole('table', { name: side })
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .map((button) => button.textContent ?? '')
        .filter(Boolean)
        .map((text) => Number(text.replaceAll(',', ''))),
    );

async function choose(page: Page, maker: Locator, symbol: string): Promise<void> {
  await maker.getByRole('button', { name: 'Symbol', exact: true }).click();
  await page.getByRole('combobox', { name: 'Symbol' }).fill(symbol);
  await page.keyboard.press('Enter');
}

test('a Market Maker begins with SPY; then the tool remembers its last symbol, and the address shows and selects one', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  const maker = await openMaker(page);
  await expect(titleOf(maker)).toHaveText('Market Maker - SPDR S&P 500 ETF Trust (SPY - ARCA)');
  await choose(page, maker, 'aapl');
  await expect(titleOf(maker)).toHaveText('Market Maker - Apple Inc. (AAPL - NASDAQ)');
  await expect(page).toHaveURL(/[?&]symbol=AAPL/);
  const another = await openMaker(page);
  await expect(titleOf(another)).toHaveText('Market Maker - Apple Inc. (AAPL - NASDAQ)');
  await page.goto(`${page.url().split('?')[0]}?symbol=msft`);
  await expect(titleOf(another)).toHaveText('Market Maker - Microsoft Corporation (MSFT - NASDAQ)');
  await page.reload();
  await expect(titleOf(another)).toHaveText('Market Maker - Microsoft Corporation (MSFT - NASDAQ)');
  await test.step('a symbol that does not exist is said, and another one offered', async () => {
    await choose(page, another, 'NOSUCH');
    await expect(another.getByText('There is no symbol NOSUCH')).toBeVisible();
    await another.getByRole('button', { name: 'Choose a symbol' }).click();
    await page.getByRole('combobox', { name: 'Symbol' }).fill('BAC');
    await page.keyboard.press('Enter');
    await expect(titleOf(another)).toHaveText('Market Maker - Bank of America Corporation (BAC - NYSE)');
  });
  expect(errors).toEqual([]);
});

test('the quote detail shows the recorded day: open, previous close, range, spread', async ({ page }) => {
  await signInAsNewUser(page, desk);
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
  page,
}) => {
  await signInAsNewUser(page, desk);
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
  page,
}) => {
  await signInAsNewUser(page, desk);
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

test('a demo, which may not trade, has no Trade button and no price to click', async ({ page }) => {
  await startDemo(page, desk);
  const maker = await openMaker(page);
  await expect.poll(async () => (await pricesOf(maker, 'Asks')).length).toBeGreaterThan(0);
  await expect(maker.getByRole('button', { name: 'Trade', exact: true })).toHaveCount(0);
  await expect(maker.getByRole('table', { name: 'Asks' }).getByRole('button').first()).toBeDisabled();
});

/** A tape that only the test prints on. */
async function ownTape(
  page: Page,
  symbol: string,
): Promise<{ print: (price: number, size: number) => void; skip: (size: number) => void }> {
  const gate = await SocketGate.on(page, 'streaming');
  gate.change((message) => (message.name === 'trade' && message.body.S === symbol ? null : undefined));
  let volume = 1_000_000_000;
  let timeMs = Date.UTC(2019, 1, 11, 18, 0, 0);
  return {
    print: (price, size) =>
      gate.say('trade', { S: symbol, P: price, V: size, TV: (volume += size), X: 'EDGX', TS: (timeMs += 7) }),
    skip: (size) => {
      volume += size;
    },
  };
}

const firstCells = (maker: Locator) => tapeRows(maker).first().getByRole('cell').allInnerTexts();

test('time and sales: 15 lines, newest first, exchange time to the millisecond, coloured against bid and ask, filtered by size', async ({
  page,
}) => {
  const tape = await ownTape(page, 'AAPL');
  await signInAsNewUser(page, desk);
  const maker = await openMaker(page);
  await choose(page, maker, 'AAPL');
  await expect(titleOf(maker)).toContainText('Apple Inc.');
  for (const side of ['Bids', 'Asks'] as const)
    await expect.poll(async () => (await pricesOf(maker, side)).length).toBeGreaterThan(0);
  for (const name of ['bid', 'ask']) await expect(maker.locator(`[data-at="${name}"]`)).toHaveText(/\d/);
  // 15 lines of 18 px are visible.
  await expect
    .poll(() => maker.locator('[data-tape]').evaluate((element) => element.clientHeight))
    .toBeGreaterThanOrEqual(15 * 18);
  // What was traded before is there: the prints of the story come on top of it.
  await expect(tapeRows(maker).first()).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
  for (const [price, mark, kind, token] of [
    [250, '▲', 'above ask', '--price-up'],
    [100, '▼', 'below bid', '--price-down'],
  ] as const) {
    tape.print(price, 300);
    await expect
      .poll(() => firstCells(maker))
      .toEqual([expect.stringMatching(/^13:00:00\.\d{3}$/), `${price}.00`, mark, '300', 'EDGX']);
    await expect(tapeRows(maker).first()).toHaveAttribute('data-print', kind);
    const [colour, expected] = await tapeRows(maker)
      .first()
      .evaluate((row, name) => {
        const probe = row.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const colours = [getComputedStyle(row).color, getComputedStyle(probe).color];
        probe.remove();
        return colours;
      }, token);
    expect(colour).toBe(expected);
  }
  await test.step('missing prints are marked', async () => {
    await expect(tapeRows(maker).first()).not.toHaveAttribute('data-missed');
    tape.skip(1_700);
    tape.print(250, 300);
    await expect(tapeRows(maker).first()).toHaveAttribute('data-missed', '1700');
  });
  await test.step('filter', async () => {
    await maker.getByLabel('Minimum size').fill('1000');
    // Read in one moment: what is left is as large as that, and when nothing is, a word says so.
    await expect
      .poll(() =>
        maker.evaluate((root) => {
          const sizes = [...root.querySelectorAll('[data-tape] [role="row"]')]
            .map((row) => row.querySelectorAll('[role="cell"]')[3]?.textContent ?? '')
            .filter(Boolean)
            .map((text) => Number(text.replaceAll(',', '')));
          return (
            sizes.every((size) => size >= 1_000) &&
            (sizes.length === 0) === root.textContent.includes('No trade of that size')
          );
        }),
      )
      .toBe(true);
    tape.print(250, 999);
    tape.print(251, 1_000);
    await expect.poll(() => firstCells(maker)).toEqual([expect.any(String), '251.00', '▲', '1,000', 'EDGX']);
    tape.print(252, 100);
    await maker.getByLabel('Minimum size').fill('');
    await expect.poll(() => firstCells(maker)).toEqual([expect.any(String), '252.00', '▲', '100', 'EDGX']);
  });
  await test.step('it holds under the pointer and counts the new trades', async () => {
    await maker.locator('[data-tape]').hover();
    // More than fit on the screen, whatever came before.
    for (let count = 0; count < 120; count++) tape.print(300 + count, 100);
    const button = maker.getByRole('button', { name: '120 new' });
    await expect(button).toBeVisible();
    expect((await firstCells(maker))[1]).toBe('252.00');
    await button.click();
    await expect.poll(async () => (await firstCells(maker))[1]).toBe('419.00');
    await expect(maker.getByRole('button', { name: 'Live' })).toBeVisible();
  });
  await test.step('it holds while it is scrolled back, and resumes at the top', async () => {
    const scroller = maker.locator('[data-tape]');
    await scroller.evaluate((element) => {
      element.scrollTop = 180;
    });
    await expect(maker.getByRole('button', { name: 'Held' })).toBeVisible();
    await expect.poll(async () => (await firstCells(maker))[1]).toBe('409.00');
    tape.print(500, 100);
    await expect(maker.getByRole('button', { name: '1 new' })).toBeVisible();
    expect((await firstCells(maker))[1]).toBe('409.00');
    await scroller.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await firstCells(maker))[1]).toBe('500.00');
  });
});

test('a fast tape, 5,000 prints a second, never freezes the page', async ({ page }) => {
  const errors = watchForErrors(page);
  // The prints are made in the page, as frames of its own socket: a test that sends each over the debugger would measure that.
  await page.addInitScript(() => {
    const sockets: WebSocket[] = [];
    Object.assign(globalThis, {
      sockets,
      WebSocket: class extends WebSocket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols);
          sockets.push(this);
          // No print of AAPL but those of the test.
          this.addEventListener('message', (event) => {
            if (event.isTrusted && /"T":303,"S":"AAPL"/.test(String(event.data)))
              event.stopImmediatePropagation();
          });
        }
      },
    });
  });
  await signInAsNewUser(page, desk);
  const maker = await openMaker(page);
  await choose(page, maker, 'AAPL');
  await expect.poll(async () => (await pricesOf(maker, 'Asks')).length).toBeGreaterThan(0);
  const streamingPort = String(Number(new URL(desk.baseUrl).port) + 2);
  const feeding = page.evaluate(
    ([port, timeMs]) =>
      new Promise<number>((resolve) => {
        const socket = (globalThis as unknown as { sockets: WebSocket[] }).sockets.findLast(
          ({ url }) => new URL(url).port === port,
        );
        let [frames, printed, volume, isOver] = [0, 0, 1_000_000_000, false];
        const print = (price: number, size: number) => {
          volume += size;
          printed++;
          socket?.dispatchEvent(
            new MessageEvent('message', {
              data: JSON.stringify({
                T: 303,
                S: 'AAPL',
                P: price,
                V: size,
                TV: volume,
                X: 'EDGX',
                TS: timeMs + printed,
              }),
            }),
          );
        };
        const startMs = performance.now();
        const step = () => {
          frames++;
          if (!isOver) requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
        const timer = setInterval(() => {
          // At least as many, and then until the window has answered: a story on a slow machine takes longer over that than the prints.
          const due = Math.min(90_000, Math.floor((performance.now() - startMs) * 5));
          while (printed < due) print(200 + (printed % 100) / 100, 1 + (printed % 900));
          if (
            printed < 90_000 &&
            (printed < 20_000 || frames <= 30 || document.documentElement.dataset['answered'] === undefined)
          )
            return;
          clearInterval(timer);
          print(999, 12_345);
          isOver = true;
          setTimeout(() => resolve(frames), 500);
        }, 10);
      }),
    [streamingPort, Date.UTC(2019, 1, 11, 18, 0, 0)] as const,
  );
  let isFed = false;
  void feeding.then(() => {
    isFed = true;
  });
  await test.step('the window answers meanwhile', async () => {
    await maker.getByLabel('Minimum size').fill('900');
    await expect.poll(async () => (await firstCells(maker))[3]).toBe('900');
    await maker.getByLabel('Minimum size').fill('');
    expect(isFed).toBe(false);
    await page.evaluate(() => {
      document.documentElement.dataset['answered'] = '';
    });
  });
  const frames = await feeding;
  await expect.poll(async () => (await firstCells(maker)).slice(1, 4)).toEqual(['999.00', '▲', '12,345']);
  expect(frames).toBeGreaterThan(30);
  // All of them can be scrolled through; only those on screen are elements.
  await expect
    .poll(() => maker.locator('[data-tape]').evaluate((element) => element.scrollHeight))
    .toBeGreaterThan(20_000 * 18);
  await expect.poll(() => tapeRows(maker).count()).toBeLessThan(80);
  expect(errors).toEqual([]);
});

test('parts that do not load say so and can be tried again', async ({ page }) => {
  const gate = await SocketGate.on(page, 'data');
  let fails = true;
  gate.change((message) => {
    if (!fails || (message.name !== 'timeAndSaleAnswer' && message.name !== 'bboAnswer')) return undefined;
    return JSON.stringify({
      T: message.name === 'bboAnswer' ? 506 : 505,
      Id: message.body.Id,
      Result: 'Error',
      Error: 'Busy',
      HasMore: false,
      Items: [],
    });
  });
  // Only requested data: neither prints nor depth come with the feed.
  const feed = await SocketGate.on(page, 'streaming');
  feed.change((message) => (message.name === 'trade' || message.name === 'exchangeQuote' ? null : undefined));
  await signInAsNewUser(page, desk);
  const maker = await openMaker(page);
  for (const name of ['Time and sales', 'Depth'] as const) {
    const pane = maker.getByRole('region', { name });
    await expect(pane.getByText(`${name} did not load`)).toBeVisible();
  }
  fails = false;
  for (const name of ['Time and sales', 'Depth'] as const)
    await maker.getByRole('region', { name }).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await pricesOf(maker, 'Asks')).length).toBeGreaterThan(0);
  await expect(tapeRows(maker).first()).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
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
  await page.locator('[data-tool="order-entry"]').getByRole('button', { name: 'Close', exact: true }).click();
  await addTool(page, 'Market Maker');
  const maker = page.locator('[data-tool="market-maker"]');
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
  page,
}) => {
  await signInAsNewUser(page, desk);
  const docked = await openMaker(page);
  await expect(tapeRows(docked).first()).toContainText(/\d/);
  const opening = page.waitForEvent('popup');
  await docked.getByRole('button', { name: 'Open in a window of its own' }).click();
  const popout = await opening;
  const maker = popout.locator('[data-tool="market-maker"]');
  const first = tapeRows(maker).first();
  await expect(first).toContainText(/\d\d:\d\d:\d\d/);
  const before = await first.innerText();
  await expect.poll(() => first.innerText()).not.toBe(before);
  await maker.getByRole('table', { name: 'Asks' }).getByRole('button').first().click();
  await expect(
    popout.getByRole('dialog', { name: 'Order entry' }).getByRole('textbox', { name: 'Symbol' }),
  ).toHaveValue('SPY');
});

test('Market Maker is free of axe findings', async ({ page }) => {
  const tape = await ownTape(page, 'SPY');
  await signInAsNewUser(page, desk);
  const maker = await openMaker(page);
  await expect.poll(async () => (await pricesOf(maker, 'Asks')).length).toBeGreaterThan(0);
  for (const name of ['bid', 'ask']) await expect(maker.locator(`[data-at="${name}"]`)).toHaveText(/\d/);
  await expect(tapeRows(maker).first()).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
  tape.print(500, 100);
  tape.print(1, 100);
  await expect.poll(async () => (await firstCells(maker))[1]).toBe('1.00');
  await expect(tapeRows(maker).first()).toHaveAttribute('data-print', 'below bid');
  await expectWithinReach(page, '[data-tool="market-maker"]');
});
