import { expect, type Page } from '@playwright/test';
import { layouts, windowsOf } from '../../../layouts/index.ts';

/** The windows that are visible. */
export const windows = (page: Page) => page.locator('[data-window]:visible');
/** The window with this tool, on screen or behind others, but not of a workspace that was on screen before. */
const windowWith = (page: Page, tool: string) =>
  page.locator(`[data-tool="${tool}"]:not([data-current="false"] *)`);
export const marketView = (page: Page) => windowWith(page, 'market-view');
export const tradeManager = (page: Page) => windowWith(page, 'trade-manager');

/** Chooses one of the eight layouts. */
export async function choose(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  await page.locator(`[data-layout="${code}"]`).click();
  await expect(page.getByRole('dialog', { name: 'Choose window layout:' })).toHaveCount(0);
  const chosen = layouts.find((layout) => layout.code === code);
  if (chosen === undefined) throw new Error(`there is no layout ${code}`);
  await expect(windows(page)).toHaveCount(windowsOf(chosen.root).length);
  await settled(page);
}
/** Every window lies where it did two frames ago: what is measured now is not on its way to another place. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const places = () =>
          JSON.stringify(
            [...document.querySelectorAll('[data-window]')].map((element) => element.getBoundingClientRect()),
          );
        const before = places();
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        });
        return places() === before;
      }),
    )
    .toBe(true);
}
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
/** Where a tool lies; where its window is moving, nowhere. */
export async function boxOf(page: Page, tool: string): Promise<Box> {
  return (
    (await page.locator(`[data-tool="${tool}"]:visible`).boundingBox()) ?? {
      x: NaN,
      y: NaN,
      width: NaN,
      height: NaN,
    }
  );
}
/** Drags the title bar of a tool to a point of the page. */
export async function drag(
  page: Page,
  tool: string,
  x: number,
  y: number,
  beforeDrop?: () => Promise<void>,
): Promise<void> {
  await settled(page);
  const title = await page.locator(`[data-tool="${tool}"]:visible`).getByRole('heading').boundingBox();
  if (title === null) throw new Error(`${tool} has no title`);
  await page.mouse.move(title.x + 20, title.y + title.height / 2);
  await page.mouse.down();
  await page.mouse.move(title.x + 60, title.y + 40, { steps: 3 });
  await page.mouse.move(x, y, { steps: 5 });
  await beforeDrop?.();
  await page.mouse.up();
}
export const isLeftOf = (left: Box, right: Box) => left.x + left.width <= right.x + 1;
export const isAbove = (upper: Box, lower: Box) => upper.y + upper.height <= lower.y + 1;
