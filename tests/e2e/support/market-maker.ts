import type { Locator, Page } from '@playwright/test';
import { openTool } from './tool-windows.ts';

export const titleOf = (maker: Locator) => maker.getByRole('heading', { level: 2 });
/** Opens a Market Maker alone in a new workspace. */
export const openMaker = (page: Page) => openTool(page, 'Market Maker', 'market-maker');
export const tapeRows = (maker: Locator) => maker.locator('[data-tape] [role="row"]');
/** The prices of one side of the depth, from the first row on. */
export const pricesOf = (maker: Locator, side: 'Bids' | 'Asks') =>
  maker
    .getByRole('table', { name: side })
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .map((button) => button.textContent ?? '')
        .filter(Boolean)
        .map((text) => Number(text.replaceAll(',', ''))),
    );

/** Chooses a symbol in the window's own lookup. */
export async function choose(page: Page, maker: Locator, symbol: string): Promise<void> {
  await maker.getByRole('button', { name: 'Symbol', exact: true }).click();
  await page.getByRole('combobox', { name: 'Symbol' }).fill(symbol);
  await page.keyboard.press('Enter');
}
