import { expect, type Locator, type Page } from '@playwright/test';
import { SOCKET_PATHS } from '../../src/protocol/index.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { choose, openMaker, pricesOf, tapeRows, titleOf } from './support/market-maker.ts';
import { SocketGate } from './support/socket-gate.ts';
import { test } from './support/test.ts';
import { signInAsNewUser } from './support/users.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
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
  await test.step('the window is free of axe findings', () =>
    expectWithinReach(page, '[data-current="true"] [data-tool="market-maker"]'));
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
  const feeding = page.evaluate(
    ([path, timeMs, printLimit]) =>
      new Promise<number>((resolve) => {
        const socket = (globalThis as unknown as { sockets: WebSocket[] }).sockets.findLast(
          ({ url }) => new URL(url).pathname === path,
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
          const due = Math.min(printLimit, Math.floor((performance.now() - startMs) * 5));
          while (printed < due) print(200 + (printed % 100) / 100, 1 + (printed % 900));
          if (
            printed < printLimit &&
            (printed < 20_000 || frames <= 30 || document.documentElement.dataset['answered'] === undefined)
          )
            return;
          clearInterval(timer);
          print(999, 12_345);
          isOver = true;
          setTimeout(() => resolve(frames), 500);
        }, 10);
      }),
    // Two minutes of prints: as long as the window may take to answer.
    [SOCKET_PATHS.streaming, Date.UTC(2019, 1, 11, 18, 0, 0), 600_000] as const,
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
