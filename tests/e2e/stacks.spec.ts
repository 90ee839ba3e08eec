import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import {
  boxOf,
  choose,
  drag,
  isLeftOf,
  marketView,
  settled,
  tradeManager,
  windows,
} from './support/layouts.ts';
import { openFirstWorkspace } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('windows are stacked by dragging one onto another, chosen by tabs, and dragged out by a tab', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openFirstWorkspace(page, desk);
  await choose(page, '2r1c');
  await test.step('the middle of a window takes another one in', async () => {
    const target = await boxOf(page, 'market-view');
    await drag(page, 'trade-manager', target.x + target.width / 2, target.y + target.height / 2);
    await expect(page.getByRole('tab', { name: /^Trade Manager/ })).toHaveAttribute('aria-selected', 'true');
    await expect(tradeManager(page)).toBeVisible();
    await expect(marketView(page)).toBeHidden();
    await expect(marketView(page)).toHaveAttribute('data-active', 'false');
  });
  await test.step('a tab shows its window, with its buttons', async () => {
    await page.getByRole('tab', { name: /^Market View/ }).click();
    await expect(marketView(page)).toBeVisible();
    await expect(marketView(page)).toHaveAttribute('data-active', 'true');
    await expect(tradeManager(page)).toHaveAttribute('data-active', 'false');
    await page.getByRole('tab', { name: /^Market View/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(tradeManager(page)).toBeVisible();
    await expectWithinReach(page, '[data-dock][data-current="true"]');
  });
  await test.step('tabs that do not fit are in a menu, and the selected one is in sight', async () => {
    await page.setViewportSize({ width: 480, height: 900 });
    await expect(page.getByRole('tab', { name: /^Trade Manager/ })).toBeInViewport({ ratio: 0.8 });
    await page.getByRole('button', { name: 'Hidden tabs' }).click();
    await page.getByRole('menuitem', { name: /^Market View/ }).click();
    await expect(marketView(page)).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Market View/ })).toBeInViewport({ ratio: 0.8 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('tab', { name: /^Trade Manager/ }).click();
  });
  await test.step('after a reload it is as it was', async () => {
    await page.reload();
    await expect(page.getByRole('tab', { name: /^Trade Manager/ })).toHaveAttribute('aria-selected', 'true');
    await expect(tradeManager(page)).toBeVisible();
    await expect(marketView(page)).toBeHidden();
  });
  await test.step('a tab is dragged out of the stack', async () => {
    await settled(page);
    const tab = await page.getByRole('tab', { name: /^Market View/ }).boundingBox();
    const target = await boxOf(page, 'trade-manager');
    if (tab === null) throw new Error('there is no tab');
    await page.mouse.move(tab.x + tab.width / 2, tab.y + tab.height / 2);
    await page.mouse.down();
    await page.mouse.move(tab.x + 80, tab.y + 80, { steps: 3 });
    await page.mouse.move(target.x + 60, target.y + target.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect
      .poll(async () => isLeftOf(await boxOf(page, 'market-view'), await boxOf(page, 'trade-manager')))
      .toBe(true);
    await expect(page.locator('[data-dock]:visible').getByRole('tab', { name: /^Market View/ })).toHaveCount(
      0,
    );
  });
  await test.step('undo stacks it again', async () => {
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('tab', { name: /^Market View/ })).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('a window closed in a stack leaves it, and comes back by undo', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '2r1c');
  const target = await boxOf(page, 'market-view');
  await drag(page, 'trade-manager', target.x + target.width / 2, target.y + target.height / 2);
  const tab = page.getByRole('tab', { name: /^Trade Manager/ });
  await tab.focus();
  await page.keyboard.press('Control+Delete');
  await expect(tab).toHaveCount(0);
  await expect(marketView(page)).toBeVisible();
  await expect(windows(page)).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(tradeManager(page)).toBeVisible();
});

test('by keys windows get the focus, grow, and are stacked; a locked layout stays as it is, also after a reload', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openFirstWorkspace(page, desk);
  await choose(page, '1r2c');
  const [left, right] = [marketView(page), tradeManager(page)];
  const widthOf = async (tool: string) => (await boxOf(page, tool)).width;
  await left.focus();
  await page.keyboard.press('Control+Alt+ArrowRight');
  await expect(right).toBeFocused();
  await page.keyboard.press('Control+Alt+ArrowLeft');
  await expect(left).toBeFocused();
  const before = await widthOf('market-view');
  await page.keyboard.press('Control+Alt+Shift+ArrowRight');
  await expect.poll(() => widthOf('market-view')).toBeGreaterThan(before + 40);
  const wider = await widthOf('market-view');

  await page.getByRole('tab', { name: 'Workspace 1' }).click({ button: 'right' });
  await page.getByRole('menuitemcheckbox', { name: 'Lock layout' }).click();
  await expect(page.getByRole('tab', { name: 'Locked: Workspace 1' })).toBeVisible();
  await page.reload();
  await settled(page);
  await expect(left.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
  await left.focus();
  for (const keys of ['Control+Alt+Shift+ArrowRight', 'Alt+Shift+ArrowRight'])
    await page.keyboard.press(keys);
  const target = await boxOf(page, 'trade-manager');
  const splitter = await page.locator('[data-dock]:visible .flexlayout__splitter').first().boundingBox();
  if (splitter === null) throw new Error('there is no splitter');
  await page.mouse.move(splitter.x + 1, splitter.y + 200);
  await page.mouse.down();
  await page.mouse.move(splitter.x - 200, splitter.y + 200, { steps: 3 });
  await page.mouse.up();
  await drag(page, 'market-view', target.x + target.width / 2, target.y + target.height / 2);
  expect(await widthOf('market-view')).toBe(wider);
  await expect(left).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('lock layout');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Workspace 1', exact: true })).toBeVisible();
  await left.focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect
    .poll(async () => isLeftOf(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view')))
    .toBe(true);
  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('row', { name: /Move window to that side/ })).toContainText(
    'Alt+Shift+← → ↑ ↓',
  );
  expect(errors).toEqual([]);
});

test('a workspace holds more than four windows, each with a tool of its own', async ({ filePage: page }) => {
  const errors = watchForErrors(page);
  await openFirstWorkspace(page, desk);
  await choose(page, '2r2c');
  await marketView(page).getByRole('heading').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add window on the right' }).click();
  await expect(windows(page)).toHaveCount(5);
  await page.locator('[data-window="Window5"]:visible').getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'Chart' }).click();
  const chart = page.locator('[data-window="Window5"][data-tool="chart"]:visible');
  await expect(chart).toBeVisible();
  await chart.getByRole('heading').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add window as a tab' }).click();
  await expect(page.getByRole('tab', { name: 'Empty', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('tab', { name: 'Empty', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add window as a tab' }).click();
  await expect(page.locator('[data-window="Window7"]:visible')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('tab', { name: 'Empty', exact: true })).toHaveCount(0);
  await expect(chart).toBeVisible();
  const empty = page.locator('[data-window="Window4"]:visible');
  await empty.getByRole('button', { name: 'Close' }).click();
  await expect(windows(page)).toHaveCount(4);
  await page.reload();
  await expect(chart).toBeVisible();
  await expect(windows(page)).toHaveCount(4);
  expect(errors).toEqual([]);
});

test('a window floats, moves by its bar, is pinned to a border by key or by dragging it to the edge, and is dragged back into the layout', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openFirstWorkspace(page, desk);
  await choose(page, '1r2c');
  await tradeManager(page).focus();
  await page.keyboard.press('Alt+Shift+KeyF');
  await expect(tradeManager(page)).toBeFocused();
  await settled(page);
  const float = page.locator('.flexlayout__float_window:visible');
  const before = await boxOf(page, 'trade-manager');
  const bar = await float.locator('.flexlayout__float_window_header:visible').boundingBox();
  if (bar === null) throw new Error('there is no bar');
  await page.mouse.move(bar.x + bar.width / 3, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width / 3 - 150, bar.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await boxOf(page, 'trade-manager')).x).toBeCloseTo(before.x - 150, 0);
  await marketView(page).focus();
  await page.keyboard.press('Alt+Shift+KeyL');
  const tab = page.getByRole('tab', { name: /^Market View/ });
  await expect(tab).toBeFocused();
  await expect(marketView(page)).toHaveAttribute('data-active', 'false');
  await page.keyboard.press('Enter');
  await expect(marketView(page)).toHaveAttribute('data-active', 'true');
  await expectWithinReach(page, '[data-dock][data-current="true"]');
  await page.reload();
  await expect(tab).toBeVisible();
  await expect(float).toBeVisible();
  await settled(page);
  expect((await boxOf(page, 'trade-manager')).x).toBeCloseTo(before.x - 150, 0);
  await tab.click();
  await expect(marketView(page)).toBeVisible();
  await marketView(page).getByRole('button', { name: 'Back into the layout' }).click();
  await expect(tab).toHaveCount(0);
  await settled(page);
  const target = await boxOf(page, 'market-view');
  await drag(page, 'trade-manager', target.x + 60, target.y + target.height - 100);
  await expect(float).toHaveCount(0);
  await expect
    .poll(async () => isLeftOf(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view')))
    .toBe(true);
  await test.step('the edge of a desk without pinned windows takes one', async () => {
    await settled(page);
    const { x, y, width, height } = await boxOf(page, 'market-view');
    const border = page.locator('.flexlayout__border_right:visible');
    await drag(page, 'market-view', x + width - 3, y + height / 2, () => expect(border).toBeVisible());
    await expect(border.getByRole('tab', { name: /^Market View/ })).toBeVisible();
    await expect(page.locator('.flexlayout__border:visible')).toHaveCount(1);
    await expect(marketView(page)).toHaveAttribute('data-active', 'false');
    await page.keyboard.press('Control+z');
    await expect(border).toHaveCount(0);
    await expect(marketView(page)).toHaveAttribute('data-active', 'true');
  });
  expect(errors).toEqual([]);
});
