import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import { closeGettingStarted, type Desk } from './support/desk.ts';
import {
  createUser,
  fillLogin,
  openFirstWorkspace,
  openWorkspaces,
  signInAsNewUser,
} from './support/users.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

/** As a story finds it. */
const DESK_SIZE = { width: 1440, height: 900 };
const bar = (page: Page) => page.getByRole('banner');
const workspaceTab = (page: Page) =>
  page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab', { selected: true });
const ticketOf = (page: Page) => page.locator('[data-tool="order-entry"]:visible');
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('dialog');

/** Stands in the lines of a page, so that they can be cut and stay cut. */
async function lines(page: Page): Promise<{ cut(): Promise<void> }> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/.*/, (line) => {
    if (isCut) {
      void line.close();
      return;
    }
    line.connectToServer();
    open.add(line);
  });
  return {
    async cut() {
      isCut = true;
      for (const line of open) await line.close();
    },
  };
}

/** At the usual widths the bar is no wider than the screen, and what one must always see is wholly on it. */
async function expectWholeBar(page: Page, account: string, userName: string): Promise<void> {
  for (const width of [1920, 1440, 1366, 1280, 1024]) {
    await test.step(`at ${width}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await expect
        .poll(() => bar(page).evaluate((element) => element.scrollWidth - element.clientWidth))
        .toBeLessThanOrEqual(0);
      await expect(bar(page).getByText('PAPER', { exact: true })).toBeInViewport({ ratio: 1 });
      await expect(bar(page).getByRole('button', { name: userName })).toBeInViewport({ ratio: 1 });
      await expect(workspaceTab(page)).toBeInViewport({ ratio: 0.98 });
      if (width >= 1280) await expect(bar(page).getByText(account)).toBeInViewport({ ratio: 1 });
    });
  }
}

/**
 * Messages stay up: they go by themselves after 15 s, which a busy machine may need for fewer of them than a story is about. Connections have timers as
 * long, which stay as they are. The client's clock calls `globalThis.setTimeout`, the library of the messages `setTimeout`: without an object.
 */
async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    // Only what the page calls it with is passed on; its type is of more than one host.
    window.setTimeout = function (this: unknown, run: TimerHandler, delayMs?: number, ...rest: unknown[]) {
      return start(run, this === undefined && delayMs === 15_000 ? 3_600_000 : delayMs, ...rest);
    } as typeof window.setTimeout;
  });
}

/** A click there would reach it: nothing lies over it. A trial click of Playwright waits for two frames, which take 2 s in a popped-out window. */
async function expectInReach(...targets: readonly Locator[]): Promise<void> {
  for (const target of targets)
    await expect
      .poll(() =>
        target.evaluate((element) => {
          element.scrollIntoView({ block: 'nearest' });
          const { x, y, width, height } = element.getBoundingClientRect();
          const hit = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
          return (element.closest('label') ?? element).contains(hit);
        }),
      )
      .toBe(true);
}

async function armKeys(page: Page): Promise<void> {
  await ticketOf(page).getByRole('button', { name: 'Keys off' }).click();
  await page
    .getByRole('alertdialog', { name: 'Arm the order keys?' })
    .getByRole('button', { name: 'Arm' })
    .click();
}

async function addWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New workspace' })).toHaveCount(0);
}

/** Of a fund: a stock may be in a trading halt, in which no market order fills. */
async function buy(page: Page, symbol: string): Promise<void> {
  const ticket = ticketOf(page);
  await ticket.getByRole('textbox', { name: 'Symbol' }).fill(symbol);
  await ticket.getByRole('textbox', { name: 'Symbol' }).press('Enter');
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('3');
  await expect(ticket.getByRole('button', { name: /^Bid [\d,.]+/ })).toBeEnabled();
  await expect(ticket.locator('[data-preview="server"]')).toBeVisible();
  await ticket.getByRole('button', { name: `Buy 3 ${symbol} at market` }).click();
  await expect(
    ticket
      .getByRole('listitem')
      .filter({ hasText: `Buy 3 ${symbol}` })
      .filter({ hasText: 'Executed' })
      .first(),
  ).toBeVisible();
}

test('PAPER or LIVE, the user name and the menu stay on the screen beside armed keys and a lost connection', async ({
  page,
}) => {
  const wires = await lines(page);
  const { userName } = await signInAsNewUser(page, desk);
  const account = await bar(page)
    .getByText(/^[A-Z]+-\d+$/)
    .innerText();
  await armKeys(page);
  await addWorkspace(page, 'Main desk');
  await expect(bar(page).getByRole('button', { name: 'KEYS ARMED' })).toBeVisible();
  await expectWholeBar(page, account, userName);
  await bar(page).getByRole('button', { name: 'KEYS ARMED' }).click();
  await wires.cut();
  const retry = bar(page).getByRole('button', { name: 'Try now' });
  await expect(retry).toBeVisible();
  await expect(bar(page).getByTitle(/^Connection lost: orders cannot be sent\. Prices of/)).toBeVisible();
  await expectWholeBar(page, account, userName);
  await expect(retry).toBeInViewport({ ratio: 1 });
  for (let count = 2; count <= 9; count++) await addWorkspace(page, `Workspace number ${count}`);
  await expectWholeBar(page, account, userName);
});

test('messages of executions lie over nothing that is clicked in a hurry', async ({ filePage: page }) => {
  await keepMessages(page);
  await openFirstWorkspace(page, desk);
  const manager = page.locator('[data-tool="trade-manager"]:visible');
  await manager.getByRole('tab', { name: 'Positions' }).click();
  for (const symbol of ['GLD', 'IWM', 'QQQ', 'SPY']) await buy(page, symbol);
  await expect(toasts(page)).toHaveCount(3);
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
  ] as const) {
    await test.step(`at ${width}×${height}`, async () => {
      await page.setViewportSize({ width, height });
      await expect(toasts(page)).toHaveCount(3);
      await expectInReach(
        ticketOf(page).getByRole('button', { name: 'Buy 3 SPY at market' }),
        ticketOf(page).getByRole('listitem').first(),
        manager.getByRole('checkbox', { name: 'Cancel on disconnect' }),
        manager.getByRole('button', { name: 'Stop trading…' }),
        manager.getByText('PAPER', { exact: true }),
      );
      const crosses = manager
        .locator('[role="row"][data-row-id]')
        .getByRole('button')
        .filter({ hasNotText: /./ });
      await expect(crosses).toHaveCount(4);
      await expectInReach(...(await crosses.all()));
      // No message lies over a window at all: each is below the last of them.
      await expect(async () => {
        const windows = await page.locator('[data-window-id]:visible').all();
        const bottoms = await Promise.all(windows.map(async (window) => window.boundingBox()));
        const bottom = Math.max(...bottoms.map((box) => (box === null ? 0 : box.y + box.height)));
        for (const toast of await toasts(page).all())
          expect((await toast.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(bottom);
      }).toPass({ timeout: 60_000 });
    });
  }
  await page.setViewportSize(DESK_SIZE);
});

test('a ticket in a browser window of its own is not covered by messages either', async ({
  filePage: page,
}) => {
  await keepMessages(page);
  await openFirstWorkspace(page, desk);
  const opening = page.waitForEvent('popup');
  await ticketOf(page).locator('header').hover();
  await ticketOf(page).getByRole('button', { name: 'Open in a window of its own' }).click();
  const popout = await opening;
  await popout.setViewportSize({ width: 420, height: 620 });
  await expect(ticketOf(popout).getByRole('button', { name: /^Bid [\d,.]+/ })).toBeEnabled();
  for (const symbol of ['GLD', 'IWM']) await buy(popout, symbol);
  await expect(toasts(popout)).toHaveCount(1);
  await expect(toasts(popout)).toContainText('IWM');
  await expectInReach(
    ticketOf(popout).getByRole('button', { name: 'Buy 3 IWM at market' }),
    ticketOf(popout).getByRole('button', { name: 'Keys off' }),
    ticketOf(popout).getByRole('textbox', { name: 'Symbol' }),
    ticketOf(popout).getByRole('listitem').first(),
  );
  await toasts(popout).getByLabel('Dismiss').click();
  await expect(toasts(popout)).toContainText('GLD');
  await popout.close({ runBeforeUnload: true });
  await expect(ticketOf(page)).toBeVisible();
});

test('a long value of a short list stays in its field, and its tooltip has the whole', async ({
  filePage: page,
}) => {
  await openFirstWorkspace(page, desk);
  const field = ticketOf(page).getByRole('combobox', { name: 'Time in force' });
  await field.click();
  await page.getByRole('option', { name: 'Good till date (GTD)', exact: true }).click();
  await expect(field).toHaveText('Good till date (GTD)');
  await page.setViewportSize({ width: 1024, height: 900 });
  const value = field.getByTitle('Good till date (GTD)');
  await expect.poll(() => value.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expect
    .poll(() =>
      value.evaluate(
        (element) => element.getClientRects().length === 1 && element.getBoundingClientRect().height <= 20,
      ),
    )
    .toBe(true);
  await expect
    .poll(() => field.evaluate((element) => element.scrollHeight - element.clientHeight))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize(DESK_SIZE);
});

test('the login of another tab says that one has logged out, and not as an error; a refusal is one', async ({
  page,
  context,
}) => {
  const user = await createUser(desk, 'leaver');
  await openWorkspaces(page, desk, user);
  const other = await context.newPage();
  await other.goto(`${desk.baseUrl}/workspace`);
  await expect(workspaceTab(other)).toBeVisible();
  await page.goto(`${desk.baseUrl}/logout`);
  const notice = other.getByRole('alert');
  await expect(notice).toHaveText('You have logged out.');
  const isPlain = () =>
    notice.evaluate((element) => getComputedStyle(element).color === getComputedStyle(document.body).color);
  await expect.poll(isPlain).toBe(true);
  await fillLogin(other, { ...user, password: 'not this one' });
  await expect(notice).toHaveText(/invalid/i);
  await expect.poll(isPlain).toBe(false);
});

test('keyboard focus follows what is on screen: from the welcome page into the demo, after Getting Started, in a new workspace and in the choice of a layout', async ({
  page,
}) => {
  await page.goto(`${desk.baseUrl}/welcome`);
  await expect(page.getByRole('heading', { name: 'Tapedeck' })).toBeFocused();
  await page.getByRole('link', { name: 'Try the demo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Start demo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Getting Started' })).toBeVisible();
  // The desk behind the dialog.
  await expect(page.locator('[data-workspace]')).toBeVisible();
  await closeGettingStarted(page);
  await expect(page).toHaveURL(/\/workspace/);
  await expect(workspaceTab(page)).toBeFocused();
  await test.step('a new workspace, made by the palette or by its button', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('New workspace');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Second');
    await page.keyboard.press('Enter');
    await expect(workspaceTab(page)).toHaveText('Second');
    await expect(workspaceTab(page)).toBeFocused();
    await addWorkspace(page, 'Third');
    await expect(workspaceTab(page)).toHaveText('Third');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
  await test.step('the layouts begin at the present one', async () => {
    const chooser = page.getByRole('dialog', { name: 'Choose window layout:' });
    await page.getByRole('button', { name: 'Choose window layout' }).click();
    await chooser.locator('[data-layout="2r1c"]').click();
    await expect(chooser).toHaveCount(0);
    await page.getByRole('button', { name: 'Choose window layout' }).click();
    await expect(chooser.locator('[data-layout="2r1c"]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chooser).toHaveCount(0);
    await expect(page.getByText('Empty window', { exact: true }).filter({ visible: true })).toHaveCount(2);
  });
});

test('the code and the style of a tool that do not arrive at once are requested again until they do', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  const refusals = new Map<string, number>();
  await page.route(/\/assets\/LadderTool-[^/]*\.(js|css)$/, (route) => {
    const url = route.request().url();
    const count = (refusals.get(url) ?? 0) + 1;
    refusals.set(url, count);
    return count <= 2 ? route.abort() : route.continue();
  });
  const ladder = await openTool(page, 'Ladder', 'ladder');
  await expect(ladder.locator('[data-row]').first()).toBeVisible();
  // Both, each three times at least.
  expect([...refusals.values()].map((count) => count >= 3)).toEqual([true, true]);
  await expect(toasts(page)).toHaveCount(0);
  // The style of the tool is there.
  const row = ladder.locator('[data-row]').first();
  expect(await row.evaluate((element) => getComputedStyle(element).display)).toMatch(/grid|flex/);
});

test('a page whose parts do not arrive at all says so, and is there after another try once they do', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  await page.route(/\/assets\/floating-/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The menu bar has stopped')).toBeVisible();
  await expect(page.getByText('This page has stopped')).toBeVisible();
  await page.unroute(/\/assets\/floating-/);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(workspaceTab(page)).toBeVisible();
});
