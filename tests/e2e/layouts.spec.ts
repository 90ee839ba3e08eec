import { expect, type Page } from '@playwright/test';
import { layouts, windowsOf } from '../../layouts/index.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import {
  boxOf,
  choose,
  drag,
  isAbove,
  isLeftOf,
  marketView,
  settled,
  tradeManager,
  windows,
} from './support/layouts.ts';
import { openFirstWorkspace, signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

async function widthOf(page: Page): Promise<number> {
  return (await marketView(page).boundingBox())?.width ?? 0;
}
async function heightOf(page: Page): Promise<number> {
  return (await marketView(page).boundingBox())?.height ?? 0;
}

test('each of the eight layouts shows its windows, filling the desk without overlap', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openFirstWorkspace(page, desk);
  expect(layouts).toHaveLength(8);
  for (const layout of layouts) {
    await test.step(layout.title, async () => {
      await choose(page, layout.code);
      const keys = windowsOf(layout.root);
      await expect(windows(page)).toHaveCount(keys.length);
      const boxes = await windows(page).evaluateAll((elements) =>
        elements.map((element) => ({
          key: element.getAttribute('data-window'),
          box: element.getBoundingClientRect().toJSON() as DOMRect,
        })),
      );
      expect(boxes.map(({ key }) => key).sort()).toEqual([...keys].sort());
      const area = boxes.reduce((sum, { box }) => sum + box.width * box.height, 0);
      // All but the menu bar and the splitters.
      expect(area / (1440 * 900)).toBeGreaterThan(0.9);
      for (const first of boxes)
        for (const second of boxes) {
          if (first.key === second.key) continue;
          expect(
            Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left) > 1 &&
              Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top) > 1,
            `${first.key} and ${second.key} overlap`,
          ).toBe(false);
        }
    });
  }
  expect(errors).toEqual([]);
});

test('a dragged splitter keeps its place after a reload', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '1r2c');
  await expect(windows(page)).toHaveCount(2);
  const before = await widthOf(page);
  const splitter = await page.locator('.flexlayout__splitter:visible').first().boundingBox();
  if (splitter === null) throw new Error('there is no splitter');
  const y = splitter.y + splitter.height / 2;
  await page.mouse.move(splitter.x + splitter.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(splitter.x + 100, y, { steps: 5 });
  await page.mouse.move(splitter.x + 200, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page)).toBeGreaterThan(before + 150);
  await settled(page);
  const after = await widthOf(page);
  await page.reload();
  await expect(windows(page)).toHaveCount(2);
  await expect.poll(async () => Math.abs((await widthOf(page)) - after)).toBeLessThan(3);
});

test('a window is maximised and restored by its button and by a double click on its bar', async ({
  filePage: page,
}) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '2r1c');
  const before = await heightOf(page);
  const isLarge = () => expect.poll(() => heightOf(page)).toBeGreaterThan(before * 1.7);
  const isAsBefore = () => expect.poll(async () => Math.abs((await heightOf(page)) - before)).toBeLessThan(3);
  const bar = marketView(page).locator('header');
  await bar.hover();
  await marketView(page).getByRole('button', { name: 'Maximize', exact: true }).click();
  await isLarge();
  await expect(tradeManager(page)).toBeHidden();
  await marketView(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await isAsBefore();
  await expect(tradeManager(page)).toBeVisible();
  await marketView(page).getByRole('heading').dblclick();
  await isLarge();
  await marketView(page).getByRole('heading').dblclick();
  await isAsBefore();
});

test('a row of windows is maximised and restored', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '2r2c');
  const before = await heightOf(page);
  await marketView(page).locator('header').hover();
  await marketView(page).getByRole('button', { name: 'Maximize row' }).click();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(before * 1.5);
  await marketView(page).getByRole('button', { name: /row$/ }).click();
  await expect.poll(async () => Math.abs((await heightOf(page)) - before)).toBeLessThan(3);
});

test('a closed window offers to add a tool, which then takes its place', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '2r1c');
  await tradeManager(page).locator('header').hover();
  await tradeManager(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(tradeManager(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'Trade Manager' }).click();
  await expect(tradeManager(page).getByRole('tab', { name: /Open Orders/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(0);
});

test('a tool that does not fit a smaller layout is kept and comes back', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '1r1c');
  await expect(windows(page)).toHaveCount(1);
  await expect(tradeManager(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose window layout:' });
  await expect(chooser).toContainText('Kept, but not shown in this layout: Trade Manager');
  await page.keyboard.press('Escape');
  await expect(chooser).toHaveCount(0);
  await page.reload();
  await expect(windows(page)).toHaveCount(1);
  await test.step('with a larger layout', async () => {
    await choose(page, '1r2c');
    await expect(tradeManager(page)).toBeVisible();
  });
  await test.step('or in place of a closed one', async () => {
    await choose(page, '1r1c');
    await marketView(page).locator('header').hover();
    await marketView(page).getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Add tool' }).click();
    await page.getByRole('menuitem', { name: 'Bring back Trade Manager' }).click();
    await expect(tradeManager(page)).toBeVisible();
  });
  await test.step('which can be undone', async () => {
    await page.keyboard.press('Control+z');
    await expect(tradeManager(page)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(marketView(page)).toBeVisible();
  });
});

test('each layout with rows has one that can be maximised, the others hidden; a single row has none', async ({
  filePage: page,
}) => {
  await openFirstWorkspace(page, desk);
  const rowButton = marketView(page).getByRole('button', { name: 'Maximize row' });
  for (const code of ['1r1c', '1r2c', '1r3c', 'l1r2']) {
    await choose(page, code);
    await expect(rowButton).toHaveCount(0);
  }
  await choose(page, 'l1r2');
  await tradeManager(page).getByRole('button', { name: 'Maximize row' }).click();
  await expect(windows(page)).toHaveCount(2);
  await expect(marketView(page)).toBeVisible();
  await tradeManager(page).getByRole('button', { name: 'Restore row' }).click();
  for (const code of ['2r1c', '2r2c']) {
    await choose(page, code);
    const hidden =
      code === '2r1c' ? tradeManager(page) : page.locator('[data-current="true"] [data-window="Window3"]');
    await rowButton.click();
    await expect(hidden).toBeHidden();
    await expect.poll(async () => (await boxOf(page, 'market-view')).height).toBeGreaterThan(800);
    await marketView(page).getByRole('button', { name: 'Restore row' }).click();
    await expect(hidden).toBeVisible();
  }
});

test('a window is dragged by its title bar: a side splits, the rim takes the edge', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openFirstWorkspace(page, desk);
  await choose(page, '2r1c');
  await test.step('a side', async () => {
    const target = await boxOf(page, 'trade-manager');
    await drag(page, 'market-view', target.x + target.width - 60, target.y + target.height / 2);
    await expect
      .poll(async () => isLeftOf(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view')))
      .toBe(true);
  });
  await test.step('the rim, beside the borders, which are on screen while a window is dragged', async () => {
    const { y, height } = await boxOf(page, 'market-view');
    await drag(page, 'market-view', 720, y + height - 60, async () => {
      const border = await page.locator('.flexlayout__border_bottom:visible').boundingBox();
      await page.mouse.move(720, (border?.y ?? NaN) - 4, { steps: 3 });
    });
    await expect(page.locator('.flexlayout__border:visible')).toHaveCount(0);
    await expect
      .poll(async () => isAbove(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view')))
      .toBe(true);
  });
  await test.step('Escape leaves it where it was', async () => {
    await drag(page, 'market-view', 60, 300, async () => {
      await page.keyboard.press('Escape');
    });
    await settled(page);
    expect(isAbove(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view'))).toBe(true);
  });
  await test.step('and stays there after a reload', async () => {
    await page.reload();
    await expect(marketView(page)).toBeVisible();
    await expect
      .poll(async () => isAbove(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view')))
      .toBe(true);
  });
  await test.step('a tool keeps what it shows while it moves', async () => {
    const field = page.getByRole('textbox', { name: 'Add symbol' });
    await field.fill('HALF TYPED');
    await drag(page, 'market-view', 60, 300);
    await expect
      .poll(async () => isLeftOf(await boxOf(page, 'market-view'), await boxOf(page, 'trade-manager')))
      .toBe(true);
    await expect(field).toHaveValue('HALF TYPED');
    await field.fill('');
  });
  expect(errors).toEqual([]);
});

test('a window is moved by keys, and put back by undo', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '2r1c');
  await tradeManager(page).focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect
    .poll(async () => isAbove(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view')))
    .toBe(true);
  await expect(tradeManager(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Trade Manager moved up' })).toHaveCount(1);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect
    .poll(async () => isLeftOf(await boxOf(page, 'market-view'), await boxOf(page, 'trade-manager')))
    .toBe(true);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect
    .poll(async () => isAbove(await boxOf(page, 'market-view'), await boxOf(page, 'trade-manager')))
    .toBe(true);
});

test('a layout made by hand is saved under a name, offered beside the eight, applied, renamed and deleted', async ({
  filePage: page,
}) => {
  await openFirstWorkspace(page, desk);
  await choose(page, '2r1c');
  await marketView(page).focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect
    .poll(async () => isLeftOf(await boxOf(page, 'trade-manager'), await boxOf(page, 'market-view')))
    .toBe(true);
  await page.getByRole('button', { name: 'Manage saved layouts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage saved layouts' });
  const name = dialog.getByRole('textbox', { name: 'Save the layout on screen as' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Please enter layout name');
  await name.fill('  Side by side ');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-saved-layout="Side by side"]')).toBeVisible();
  await name.fill('Side by side');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Layout already exists');
  await page.keyboard.press('Escape');
  await choose(page, '2r1c');
  await expect
    .poll(async () => isAbove(await boxOf(page, 'market-view'), await boxOf(page, 'trade-manager')))
    .toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose window layout:' });
  await expect(chooser.locator('[data-layout]')).toHaveCount(8);
  await chooser.getByRole('button', { name: 'Side by side' }).click();
  await expect
    .poll(async () => isLeftOf(await boxOf(page, 'market-view'), await boxOf(page, 'trade-manager')))
    .toBe(true);
  await page.getByRole('button', { name: 'Manage saved layouts' }).click();
  await dialog.getByRole('button', { name: 'Rename Side by side' }).click();
  await dialog.getByRole('textbox', { name: 'Layout name' }).fill('Halves');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete Halves' }).click();
  await expect(dialog.locator('[data-saved-layout]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByText('Layout “Halves” deleted.').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Manage saved layouts' }).click();
  await expect(dialog.locator('[data-saved-layout="Halves"]')).toBeVisible();
});

test('a stored layout that no longer fits opens with what fits and says what it left out', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  // Signing in may have stored as well: it is this layout that has to be there.
  const stored = page.waitForResponse(
    (response) =>
      response.url().endsWith('/StoreSettings') &&
      response.ok() &&
      (response.request().postData() ?? '').includes('2r1c'),
  );
  await choose(page, '2r1c');
  await stored;
  // What an older or a newer desk, or a hand, may have left: an unknown layout and a tool of another desk.
  await page.route('**/api/DesktopUser/LoadSettings', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: {
        ...body,
        Workspace: body.Workspace.replace('"2r1c"', '"5r5c"').replace(
          '"Tool":"market-view"',
          '"Tool":"radar"',
        ),
      },
    });
  });
  await page.reload();
  await expect(page.getByText('Left out: the layout "5r5c" of Workspace 1.')).toBeVisible();
  await expect(page.getByText('The tool radar is not installed')).toBeVisible();
  await expect(tradeManager(page)).toBeVisible();
  await expect(windows(page)).toHaveCount(3);
  await page.unrouteAll({ behavior: 'wait' });
});
