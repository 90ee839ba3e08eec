import { expect, type Locator, type Page } from '@playwright/test';
import { pixelsOf } from './chart-picture.ts';

/** The entry of the draw tools that chooses between shared drawings and those of the chart. */
export const SHARE_DRAWINGS = 'Share drawings with all charts of the symbol';

/** A chart alone on the desk, and the pointer on it. */
export class DrawnChart {
  readonly page: Page;
  readonly tool: Locator;
  constructor(page: Page, tool: Locator) {
    this.page = page;
    this.tool = tool;
  }

  get stage(): Locator {
    return this.tool.getByRole('application');
  }
  get editor(): Locator {
    return this.tool.getByLabel('Text of the drawing');
  }
  async ready(symbol: string): Promise<void> {
    await expect(this.stage).toHaveAccessibleName(new RegExp(`${symbol}: `));
    await expect(this.tool.getByLabel('Loading bars')).toHaveCount(0);
    // Before its first bars it says nothing of loading yet, and nothing can be drawn on it.
    await expect.poll(async () => (await pixelsOf(this.stage)).bars).toBeGreaterThan(5);
  }
  async #at(x: number, y: number): Promise<[number, number]> {
    const box = await this.stage.boundingBox();
    if (box === null) throw new Error('the chart is not on screen');
    return [box.x + x, box.y + y];
  }
  async choose(label: string): Promise<void> {
    await this.tool.getByRole('button', { name: 'Draw tools' }).click();
    await this.page.getByRole('menu').getByText(label, { exact: true }).click();
    await expect(this.page.getByRole('menu')).toHaveCount(0);
    if (!['Stop drawing', 'Delete all items', SHARE_DRAWINGS].includes(label))
      await expect(
        this.tool.getByRole('status').filter({ hasText: /Drawing:|Select drawn item/ }),
      ).toHaveCount(1);
  }
  async drag(from: [number, number], to: [number, number]): Promise<void> {
    await this.page.mouse.move(...(await this.#at(...from)));
    // Without snapping: what is drawn is where the pointer was.
    await this.page.keyboard.down('Alt');
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.#at(...to)), { steps: 4 });
    await this.page.mouse.up();
    await this.page.keyboard.up('Alt');
  }
  async click(x: number, y: number): Promise<void> {
    await this.page.mouse.click(...(await this.#at(x, y)));
  }
  /** The entries of the menu at a place; empty when nothing is drawn there. */
  async menuAt(x: number, y: number): Promise<string[]> {
    // Where nothing is drawn it is the menu of the chart, which always has these; both come whole.
    await expect(async () => {
      await this.page.mouse.click(...(await this.#at(x, y)), { button: 'right' });
      await expect(this.page.getByRole('menuitem', { name: /^(Symbol and date range|Delete)/ })).toBeVisible({
        timeout: 3_000,
      });
    }).toPass({ timeout: 60_000 });
    const labels = await this.page
      .getByRole('menuitem')
      .evaluateAll((items) =>
        items.map((item) => (item.textContent ?? '').replace(/(Ctrl\+D|Del)$/, '').trim()),
      );
    await this.page.keyboard.press('Escape');
    await expect(this.page.getByRole('menu')).toHaveCount(0);
    return labels.filter((label) => ['Edit text', 'Style', 'Duplicate', 'Delete'].includes(label));
  }
  async fromMenu(x: number, y: number, entry: string): Promise<void> {
    await this.page.mouse.click(...(await this.#at(x, y)), { button: 'right' });
    await this.page.getByRole('menuitem', { name: entry }).click();
  }
}
