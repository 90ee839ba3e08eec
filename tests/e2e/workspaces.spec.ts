import { expect, type Page } from '@playwright/test';
import type { Unsent } from '../../src/client/settings/unsent-stash.ts';
import { addWorkspace, type WorkspacesState } from '../../src/workstation/workspace/workspace-state.ts';
import { expectWithinReach } from './support/axe.ts';
import { closeGettingStarted, type Desk, watchForErrors } from './support/desk.ts';
import {
  openFirstWorkspace,
  openWorkspaces,
  signInAsNewUser,
  signInOnce,
  storedNames,
} from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const list = (page: Page) => page.getByRole('tablist', { name: 'Workspaces' });
const tabs = (page: Page) => list(page).getByRole('tab');
const current = (page: Page) => list(page).getByRole('tab', { selected: true });
const marketView = (page: Page) => page.locator('[data-tool="market-view"]:visible');
const tradeManager = (page: Page) => page.locator('[data-tool="trade-manager"]:visible');

async function nameIt(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
/** Loads the page with other stored workspaces, as they would be after more work. */
async function storedWorkspaces(page: Page, change: (state: WorkspacesState) => void): Promise<void> {
  await page.route('**/api/DesktopUser/LoadSettings', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const state = JSON.parse(body.Workspace);
    change(state);
    await route.fulfill({ response, json: { ...body, Workspace: JSON.stringify(state) } });
  });
  await page.reload();
  await expect(list(page)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
}
/** Facts of what the browser keeps of changes that contain a text, for a message. */
async function keptUnsent(page: Page, text: string): Promise<unknown> {
  const kept = await page.evaluate(() => localStorage.getItem('tapedeck.unsent'));
  const entries: readonly Unsent[] = JSON.parse(kept ?? '[]');
  return entries
    .filter(({ workspace }) => workspace.includes(text))
    .map(({ userId, atMs, revision, sent, wasSent }) => ({ userId, atMs, revision, sent, wasSent }));
}
async function closeWindow(page: Page, name: 'market-view' | 'trade-manager' | 'order-entry'): Promise<void> {
  const frame = page.locator(`[data-tool="${name}"]:visible`);
  await frame.locator('header').hover();
  await frame.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(frame).toHaveCount(0);
}

test('a confirmation dialog takes the focus as it opens, so that no key reaches the page behind it', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  await page.evaluate(() => {
    new MutationObserver(async (_, observer) => {
      if (document.querySelector('[role="alertdialog"]') === null) return;
      observer.disconnect();
      // As long as only microtasks follow each other, no key is read.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      document.documentElement.dataset['focusAtOpening'] = document.activeElement?.textContent ?? '';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Delete workspace', exact: true }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-focus-at-opening', 'Yes');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('the address selects a workspace by name or number, and follows the one on screen', async ({
  filePage: page,
}) => {
  await openFirstWorkspace(page, desk);
  await expect(page).toHaveURL(/\/workspace\/Workspace%201$/);
  await nameIt(page, 'New workspace', 'Puts & calls / 2');
  await expect(page).toHaveURL(/\/workspace\/Puts%20%26%20calls%20%2F%202$/);
  await page.reload();
  await expect(current(page)).toHaveText('Puts & calls / 2');
  await page.goto(`${desk.baseUrl}/workspace/1`);
  await expect(current(page)).toHaveText('Workspace 1');
  await expect(page).toHaveURL(/\/workspace\/Workspace%201$/);
  await list(page).getByRole('tab', { name: 'Puts & calls / 2' }).click();
  await expect(page).toHaveURL(/Puts/);
  await page.goBack();
  await expect(current(page)).toHaveText('Workspace 1');
  await page.goto(`${desk.baseUrl}/workspace/nobody`);
  await expect(current(page)).toHaveText('Workspace 1');
  await expect(page).toHaveURL(/\/workspace\/Workspace%201$/);
});

test('tabs are put in another order by dragging; the middle button does nothing', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const before = await tabs(page).allInnerTexts();
  for (const name of ['B', 'C']) await nameIt(page, 'New workspace', name);
  await list(page)
    .getByRole('tab', { name: 'C', exact: true })
    .dragTo(list(page).getByRole('tab', { name: 'B', exact: true }), { targetPosition: { x: 4, y: 10 } });
  await expect(tabs(page)).toHaveText([...before, 'C', 'B']);
  await list(page).getByRole('tab', { name: 'B', exact: true }).click({ button: 'middle' });
  await expect(tabs(page)).toHaveCount(before.length + 2);
  await expect(current(page)).toHaveText('C');
});

test('what was closed or deleted comes back, step by step', async ({ page }) => {
  await signInAsNewUser(page, desk);
  await nameIt(page, 'New workspace', 'Second');
  await tabs(page).filter({ hasText: 'Workspace 1' }).click();
  await closeWindow(page, 'market-view');
  await expect(page.getByText('Market View - Untitled (0 symbols) closed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add tool' })).toBeFocused();
  // A message stays up under the pointer: whatever comes is done by the keyboard, until its button is pressed.
  await page.getByText('Market View - Untitled (0 symbols) closed.').hover();
  await tradeManager(page).getByRole('button', { name: 'Close', exact: true }).press('Enter');
  await expect(tradeManager(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete workspace', exact: true }).press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(current(page)).toHaveText('Second');
  await test.step('by its key', async () => {
    await page.keyboard.press('Control+z');
    await expect(current(page)).toHaveText('Workspace 1');
    await expect(tabs(page)).toHaveText(['Workspace 1', 'Second']);
    await page.keyboard.press('Control+z');
    await expect(tradeManager(page)).toBeVisible();
    await expect(tradeManager(page)).toBeFocused();
  });
  await test.step('by the button of its message', async () => {
    await page
      .getByRole('dialog', { name: /Market View/ })
      .or(page.locator('[data-type]', { hasText: 'Market View - Untitled (0 symbols) closed.' }))
      .getByRole('button', { name: 'Undo', exact: true })
      .click();
    await expect(marketView(page)).toBeVisible();
  });
  await test.step('but not what is being typed', async () => {
    await closeWindow(page, 'trade-manager');
    const field = page.getByRole('textbox', { name: 'Add symbol' });
    await field.pressSequentially('AA');
    await page.keyboard.press('Control+z');
    await expect(field).not.toHaveValue('AA');
    await expect(tradeManager(page)).toHaveCount(0);
  });
});

test('workspaces stored by another tab are not overwritten: the later writer chooses', async ({
  filePage: page,
  page: other,
}) => {
  // The other page is on another machine: a tab of this browser would be notified at once, and follow.
  const user = await openFirstWorkspace(page, desk);
  const before = await tabs(page).allInnerTexts();
  /** Waits until a page has stored a workspace of that name. */
  const stored = (tab: Page, name: string) =>
    tab.waitForResponse(
      (response) =>
        response.url().endsWith('/StoreSettings') &&
        response.ok() &&
        (response.request().postData() ?? '').includes(name),
    );
  // Something is stored before the second machine reads.
  await nameIt(page, 'New workspace', 'Base');
  await expect.poll(() => storedNames(desk, user)).toEqual([...before, 'Base']);
  await openWorkspaces(other, desk, user);
  await expect(tabs(other)).toHaveText([...before, 'Base']);
  const storing = stored(page, 'Mine');
  await nameIt(page, 'New workspace', 'Mine');
  await storing;
  await test.step('changes about different workspaces are put together without a question', async () => {
    const together = stored(other, 'Theirs');
    await nameIt(other, 'New workspace', 'Theirs');
    await together;
    await expect(
      other.getByText('Workspace changes from another tab or machine were applied.'),
    ).toBeVisible();
    await expect(tabs(other)).toHaveText([...before, 'Base', 'Theirs', 'Mine']);
    await page.reload();
  });
  await test.step('the same workspace changed by both is a choice, which can wait', async () => {
    // Right after a reload the address still chooses the workspace on screen.
    const selected = tabs(page).and(page.locator('[aria-selected="true"]'));
    await expect(selected).toHaveText('Mine');
    await tabs(page).filter({ hasText: 'Base' }).click();
    await expect(selected).toHaveText('Base');
    const first = stored(page, 'Left');
    await nameIt(page, 'Rename workspace', 'Left');
    await first;
    // What is on screen is stored, too: it would bring the new name before this page has given one.
    let release = () => {};
    const renamed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route('**/StoreSettings', async (route) => {
      await renamed;
      await route.continue();
    });
    await tabs(other).filter({ hasText: 'Base' }).click();
    // Storing it brings the question at once.
    await other.getByRole('button', { name: 'Rename workspace' }).click();
    await other.getByRole('textbox', { name: 'Name' }).fill('Right');
    await other.getByRole('button', { name: 'Ok' }).click();
    await expect(tabs(other).filter({ hasText: 'Right' })).toHaveCount(1);
    release();
    const dialog = other.getByRole('dialog', { name: 'These workspaces were changed elsewhere' });
    await expect(dialog).toContainText([...before, 'Right', 'Theirs', 'Mine'].join(', '));
    await expect(dialog).toContainText([...before, 'Left', 'Theirs', 'Mine'].join(', '));
    await other.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await other.getByRole('button', { name: 'Workspaces not stored' }).click();
    await dialog.getByRole('button', { name: 'Keep both' }).click();
    await expect(dialog).toHaveCount(0);
    const outcome = [...before, 'Right', 'Theirs', 'Mine', 'Left'];
    await expect(tabs(other)).toHaveText(outcome);
    // There once it is stored.
    await expect.poll(() => storedNames(desk, user)).toEqual(outcome);
    await page.reload();
    await expect(tabs(page)).toHaveText(outcome);
  });
});

test('the main menu lists the pages available to the user, and each entry opens its page', async ({
  filePage: page,
}) => {
  const user = await openFirstWorkspace(page, desk);
  const menu = page.getByRole('button', { name: user.userName });
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Settings',
    'Getting Started',
    'Tips & Tricks',
    'Profile',
    'Logout',
  ]);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/Settings$/);
  await expect(page.locator('[data-window]:visible')).toHaveCount(0);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByRole('link', { name: 'Tapedeck' }).click();
  await expect(marketView(page)).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Getting Started' }).click();
  await closeGettingStarted(page);
});

test('each of the three connections shows its state in a word and a shape, and more on demand', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  for (const name of ['Trading', 'Streaming', 'Data']) {
    const light = page.getByRole('button', { name: new RegExp(`^${name} connection: Connected`) });
    await expect(light).toHaveText(/\d+ ms|on/);
    await expect(light.locator('svg circle')).toHaveCount(1);
    await light.click();
    await expect(page.getByRole('dialog', { name: `${name} connection` })).toContainText(
      /StateConnectedSince\d\d:\d\d:\d\dLatency/,
    );
    await page.keyboard.press('Escape');
    await expect(light).toBeFocused();
  }
  await expect(page.getByText('PAPER').first()).toBeVisible();
});

test('a workspace that was deleted in an earlier session comes back out of the history', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await signInOnce(page, desk);
  const stored = (hasOptions: boolean) =>
    page.waitForResponse(
      (response) =>
        response.url().endsWith('/StoreSettings') &&
        response.ok() &&
        (response.request().postData() ?? '').includes('Options') === hasOptions,
    );
  const first = stored(true);
  await nameIt(page, 'New workspace', 'Options');
  await first;
  // As if the next change came from another machine: it is a version of its own.
  await page.setExtraHTTPHeaders({
    'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Firefox/140.0',
  });
  const second = stored(false);
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await second;
  await page.reload();
  await page.getByRole('button', { name: 'All workspaces' }).click();
  await page.getByRole('menuitem', { name: 'History of workspaces' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of workspaces' });
  await expect(dialog.getByRole('list', { name: 'Versions' }).getByRole('button').first()).toContainText(
    'Firefox on macOS',
  );
  await dialog.getByRole('list', { name: 'Versions' }).getByRole('button').nth(1).click();
  await expect(dialog.getByText('Deleted since')).toBeVisible();
  await expectWithinReach(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Restore Options' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: 'Options' })).toBeVisible();
  await page.setExtraHTTPHeaders({});
  expect(errors).toEqual([]);
});

test('work that could not be stored before a reload is there after it, and is stored then', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const before = await tabs(page).allInnerTexts();
  await page.route('**/api/DesktopUser/StoreSettings', (route) => route.abort());
  await nameIt(page, 'New workspace', 'Unsent');
  await expect(page.getByRole('button', { name: 'Workspaces not stored' })).toBeVisible();
  const stored = page.waitForResponse(
    (response) =>
      response.url().endsWith('/StoreSettings') &&
      response.ok() &&
      (response.request().postData() ?? '').includes('Unsent'),
  );
  await page.unroute('**/api/DesktopUser/StoreSettings');
  await page.reload();
  await expect(tabs(page)).toHaveText([...before, 'Unsent']);
  await stored;
  // Of this user alone: what other users of the browser could not store stays there for them.
  await expect.poll(() => keptUnsent(page, 'Unsent')).toEqual([]);
  await page.reload();
  await expect(tabs(page)).toHaveText([...before, 'Unsent']);
});

test('thirty workspaces: the tabs scroll, and a list names them all', async ({ filePage: page }) => {
  const { userName } = await signInOnce(page, desk);
  await storedWorkspaces(page, (state) => {
    for (let count = state.Workspaces.length + 1; count < 30; count++)
      addWorkspace(state, `Workspace number ${count}`);
  });
  await expect(tabs(page)).toHaveCount(29);
  await nameIt(page, 'New workspace', 'Workspace number 30');
  await expect(current(page)).toHaveText('Workspace number 30');
  await expect(current(page)).toBeInViewport();
  // However many tabs there are, the bar is no wider than the screen, and PAPER or LIVE stays visible.
  for (const width of [1440, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() =>
        page
          .locator('header')
          .first()
          .evaluate((bar) => bar.scrollWidth - bar.clientWidth),
      )
      .toBeLessThanOrEqual(0);
    await expect(page.locator('header').getByText('PAPER')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: userName })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'All workspaces' }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(30);
  await page.getByRole('menuitemcheckbox', { name: 'Workspace 1', exact: true }).click();
  await expect(current(page)).toHaveText('Workspace 1');
  await expect(current(page)).toBeInViewport();
});
