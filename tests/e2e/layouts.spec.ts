import { expect, test, type Page } from '@playwright/test';
import { layouts, windowsOf } from '../../layouts/index.ts';
import { Desk, watchForErrors } from './support/desk.ts';
import { signInAsSomeoneNew, startDemo } from './support/people.ts';

let desk: Desk;
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7' }); });
test.afterAll(async () => { await desk.close(); });

const windows = (page: Page) => page.locator('[data-window]');
const marketView = (page: Page) => page.locator('[data-tool="market-view"]');
const tradeManager = (page: Page) => page.locator('[data-tool="trade-manager"]');

async function choose(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  await page.locator(`[data-layout="${code}"]`).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
async function widthOf(page: Page): Promise<number> { return (await marketView(page).boundingBox())?.width ?? 0; }
async function heightOf(page: Page): Promise<number> { return (await marketView(page).boundingBox())?.height ?? 0; }

test('each of the eight layouts shows its windows, filling the desk without overlap', async ({ page }) => {
  const errors = watchForErrors(page);
  await startDemo(page, desk);
  expect(layouts).toHaveLength(8);
  for (const layout of layouts) {
    await test.step(layout.title, async () => {
      await choose(page, layout.code);
      const keys = windowsOf(layout.root);
      await expect(windows(page)).toHaveCount(keys.length);
      const boxes = await windows(page).evaluateAll((elements) => elements.map((element) => ({ key: element.getAttribute('data-window'), box: element.getBoundingClientRect().toJSON() as DOMRect })));
      expect(boxes.map(({ key }) => key).sort()).toEqual([...keys].sort());
      const area = boxes.reduce((sum, { box }) => sum + box.width * box.height, 0);
      // All but the menu bar and the splitters.
      expect(area / (1440 * 900)).toBeGreaterThan(0.9);
      for (const one of boxes) for (const other of boxes) {
        if (one.key === other.key) continue;
        expect(Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 1 && Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 1, `${one.key} and ${other.key} overlap`).toBe(false);
      }
    });
  }
  expect(errors).toEqual([]);
});

test('a dragged splitter keeps its place after a reload', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await choose(page, '1r2c');
  await expect(windows(page)).toHaveCount(2);
  const before = await widthOf(page);
  const splitter = await page.locator('.flexlayout__splitter').first().boundingBox();
  if (splitter === null) throw new Error('there is no splitter');
  const y = splitter.y + splitter.height / 2;
  await page.mouse.move(splitter.x + splitter.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(splitter.x + 100, y, { steps: 5 });
  await page.mouse.move(splitter.x + 200, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page)).toBeGreaterThan(before + 150);
  const after = await widthOf(page);
  await page.reload();
  await expect(windows(page)).toHaveCount(2);
  await expect.poll(async () => Math.abs(await widthOf(page) - after)).toBeLessThan(3);
});

test('a window is maximised and restored by its button and by a double click on its bar', async ({ page }) => {
  await startDemo(page, desk);
  await choose(page, '2r1c');
  const before = await heightOf(page);
  const isLarge = () => expect.poll(() => heightOf(page)).toBeGreaterThan(before * 1.7);
  const isAsBefore = () => expect.poll(async () => Math.abs(await heightOf(page) - before)).toBeLessThan(3);
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

test('a row of windows is maximised and restored', async ({ page }) => {
  await startDemo(page, desk);
  await choose(page, '2r2c');
  const before = await heightOf(page);
  await marketView(page).locator('header').hover();
  await marketView(page).getByRole('button', { name: 'Maximize row' }).click();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(before * 1.5);
  await marketView(page).getByRole('button', { name: /row$/ }).click();
  await expect.poll(async () => Math.abs(await heightOf(page) - before)).toBeLessThan(3);
});

test('a closed window offers to add a tool, which then takes its place', async ({ page }) => {
  await startDemo(page, desk);
  await tradeManager(page).locator('header').hover();
  await tradeManager(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(tradeManager(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'Trade Manager' }).click();
  await expect(tradeManager(page).getByRole('tab', { name: /Open Orders/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(0);
});

test('a tool that does not fit a smaller layout is kept and comes back', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await choose(page, '1r1c');
  await expect(windows(page)).toHaveCount(1);
  await expect(tradeManager(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  await expect(page.getByRole('dialog')).toContainText('Kept, but not shown in this layout: Trade Manager');
  await page.keyboard.press('Escape');
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
});
