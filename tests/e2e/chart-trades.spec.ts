import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { backtest, fromMenu, openAlgoStream, writeStrategy } from './support/algo-stream.ts';
import { Desk, watchForErrors } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { openTool } from './support/tool-windows.ts';
import { RECORDING, test } from './support/test.ts';

let desk: Desk;
/** A market with a past of its own, for backtests. */
let simulated: Desk;
test.beforeAll(async ({ simulatedDesk }) => {
  simulated = simulatedDesk;
  desk = await Desk.start({
    TAPEDECK_MARKET: `replay:${RECORDING}`,
    TAPEDECK_MARKET_START: '2019-02-12',
    TAPEDECK_SPEED: '20',
  });
});
test.afterAll(async () => {
  await desk.close();
});

const stageOf = (tool: Locator): Locator => tool.getByRole('application');
const TOKENS = ['--price-up', '--price-down', '--side-buy', '--side-sell'] as const;
type Counts = Readonly<Record<(typeof TOKENS)[number] | 'red' | 'colors', number>>;

/** How many pixels of the chart's own canvases have the colour of a token. */
async function pixels(tool: Locator): Promise<Counts> {
  return stageOf(tool).evaluate(countPixels, { tokens: TOKENS, png: null });
}

/** The same of a saved picture. */
async function pixelsOf(tool: Locator, file: string): Promise<Counts> {
  return stageOf(tool).evaluate(countPixels, {
    tokens: TOKENS,
    png: (await readFile(file)).toString('base64'),
  });
}

async function countPixels(
  root: Element,
  { tokens, png }: { tokens: readonly string[]; png: string | null },
): Promise<Counts> {
  const probe = document.createElement('i');
  root.append(probe);
  const rgb = (color: string) => {
    probe.style.color = color;
    return (getComputedStyle(probe).color.match(/\d+/g) ?? []).slice(0, 3).map(Number).join();
  };
  const wanted: readonly (readonly [string, string])[] = [
    ...tokens.map((token) => [token, rgb(`var(${token})`)] as const),
    ['red', '192,57,43'],
  ];
  probe.remove();
  const sheet = document.createElement('canvas');
  const layers: (HTMLCanvasElement | ImageBitmap)[] =
    png === null
      ? [
          ...root.querySelectorAll<HTMLCanvasElement>(
            'canvas[data-layer="main"], canvas[data-layer="last-bars"]',
          ),
        ].filter((canvas) => canvas.style.display !== 'none')
      : [
          await createImageBitmap(
            new Blob([Uint8Array.from(atob(png), (character) => character.charCodeAt(0))], {
              type: 'image/png',
            }),
          ),
        ];
  const counts = new Map<string, number>();
  for (const layer of layers) {
    sheet.width = layer.width;
    sheet.height = layer.height;
    const context = sheet.getContext('2d');
    if (context === null) throw new Error('there is no canvas');
    context.drawImage(layer, 0, 0);
    const { data } = context.getImageData(0, 0, layer.width, layer.height);
    for (let i = 0; i < data.length; i += 4) {
      const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  // Every token was counted under its own name.
  return {
    ...Object.fromEntries(wanted.map(([name, color]) => [name, counts.get(color) ?? 0])),
    colors: counts.size,
  } as Counts;
}

/** How many pixels of each lower pane differ from its background, by the name of its border. */
async function pixelsOfPanes(tool: Locator): Promise<Readonly<Record<string, number>>> {
  return stageOf(tool).evaluate((root) => {
    const canvas = root.querySelector<HTMLCanvasElement>('canvas[data-layer="main"]');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) throw new Error('the chart has no canvas');
    const top = canvas.getBoundingClientRect().top;
    const ratio = canvas.width / canvas.clientWidth;
    const borders = [...root.querySelectorAll<HTMLElement>('[role="separator"]')].map((border) => ({
      name: border.getAttribute('aria-label') ?? '',
      y: Math.round((border.getBoundingClientRect().top + 3 - top) * ratio),
      height: Number(border.getAttribute('aria-valuenow')) * ratio,
    }));
    return Object.fromEntries(
      borders.map(({ name, y, height }) => {
        const { data } = context.getImageData(
          0,
          y + 2,
          canvas.width - Math.round(70 * ratio),
          Math.floor(height) - 4,
        );
        const [red, green, blue] = [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0];
        let count = 0;
        // Lines of the grid are fainter than this.
        for (let i = 0; i < data.length; i += 4)
          if (
            Math.abs((data[i] ?? 0) - red) +
              Math.abs((data[i + 1] ?? 0) - green) +
              Math.abs((data[i + 2] ?? 0) - blue) >
            90
          )
            count += 1;
        return [name, count];
      }),
    );
  });
}

/** Places a limit order at a height of the chart, by its menu. */
async function orderAt(page: Page, tool: Locator, side: 'Buy' | 'Sell', y: number): Promise<void> {
  const box = await stageOf(tool).boundingBox();
  if (box === null) throw new Error('the chart is not on screen');
  await page.mouse.click(box.x + 300, box.y + y, { button: 'right' });
  await page.getByRole('menuitem', { name: new RegExp(`^${side} limit at`) }).click();
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await ticket.getByRole('button', { name: new RegExp(`^${side} 100 SPY`) }).click();
  // The ticket lists the orders that it has sent.
  await expect(
    ticket
      .getByRole('listitem')
      .filter({ hasText: `${side} 100 SPY` })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toBeHidden();
}

test('trades on the chart: executions are marked, orders are lines, P&L has a pane, and the saved picture has all of it, drawings included, in both themes', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  const tool = await openTool(page, 'Chart', 'chart');
  await expect(tool.locator('[data-part="last"]')).toHaveText(/^27\d\.\d\d/);
  // The present session has few bars, perhaps none that fell.
  await tool.getByRole('button', { name: '5D', exact: true }).click();
  await expect(tool).toHaveAttribute('aria-label', /^10 Min/);
  await expect.poll(async () => (await pixels(tool))['--price-up']).toBeGreaterThan(200);
  const before = await pixels(tool);
  expect([before['--side-buy'], before['--side-sell']]).toEqual([0, 0]);

  // A purchase above the market is filled at once; a sale below it, too; a purchase below it waits.
  await orderAt(page, tool, 'Buy', 12);
  const legend = tool.locator('[data-legend="price"]');
  await expect(legend).toContainText(/Trades\s*\d/);
  await expect.poll(async () => (await pixels(tool))['--side-buy']).toBeGreaterThan(20);
  const bottom = ((await stageOf(tool).boundingBox())?.height ?? 0) * 0.6;
  await orderAt(page, tool, 'Sell', bottom);
  await expect.poll(async () => (await pixels(tool))['--side-sell']).toBeGreaterThan(20);
  await orderAt(page, tool, 'Buy', bottom);
  await expect(
    tool.getByRole('group', { name: 'Orders on the chart' }).getByRole('button', { name: /^Buy 100 LMT/ }),
  ).toBeVisible();

  // The pane is one of the studies.
  await tool.getByRole('button', { name: 'Technical studies' }).click();
  const studies = page.getByRole('dialog', { name: 'Technical studies' });
  await expect(studies.getByRole('checkbox', { name: 'Show Trades' })).toBeChecked();
  for (const name of ['P&L', 'RSI', 'Bollinger bands'])
    await studies.getByRole('checkbox', { name: `Show ${name}` }).click();
  await studies.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(page.getByRole('separator', { name: 'Height of P&L' })).toBeVisible();
  await expect(tool.locator('[data-legend="pl"]')).toContainText(/P&L\s*-?\d+\.\d\d/);

  // A red line across, drawn by hand.
  await tool.getByRole('button', { name: 'Draw tools' }).click();
  await page.getByRole('menu').getByText('Horizontal line', { exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(tool.getByRole('status').filter({ hasText: /Drawing:/ })).toHaveCount(1);
  const box = await stageOf(tool).boundingBox();
  if (box === null) throw new Error('the chart is not on screen');
  await page.mouse.click(box.x + 200, box.y + 60);
  await tool.getByRole('button', { name: 'Draw tools' }).click();
  await page.getByRole('menu').getByText('Stop drawing', { exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  // Prices still change, and a new high moves the scale and the line with it, so the clicks search around the place where it was drawn.
  const places = [0, 12, 24, 36, 48, -12, -24, -36];
  let attempt = 0;
  await expect(async () => {
    await page.mouse.click(box.x + 200, box.y + 60 + (places[attempt++ % places.length] ?? 0), {
      button: 'right',
    });
    // Where the line is not, it is the menu of the chart, which always has the other entry.
    const entry = page.getByRole('menuitem', { name: /^(Style|Symbol and date range)$/ });
    await expect(entry).toBeVisible();
    const isLine = (await entry.innerText()).includes('Style');
    if (isLine) await entry.click();
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(isLine).toBe(true);
  }).toPass({ timeout: 60_000 });
  const style = page.getByRole('dialog', { name: 'Drawing style' });
  await style.getByRole('radio', { name: 'Red' }).check({ force: true });
  await style.getByRole('button', { name: 'Ok' }).click();
  await expect(style).toHaveCount(0);

  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await expect
      .poll(async () => {
        const counts = await pixels(tool);
        return Math.min(...TOKENS.map((token) => counts[token]));
      })
      .toBeGreaterThan(8);
    for (const name of ['Height of Volume', 'Height of RSI', 'Height of P&L'])
      await expect
        .poll(async () => (await pixelsOfPanes(tool))[name], `${name} in ${theme}`)
        .toBeGreaterThan(300);
    const download = page.waitForEvent('download');
    await tool.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save chart as picture' }).click();
    const file = await (await download).path();
    const saved = await pixelsOf(tool, file);
    for (const token of TOKENS) expect(saved[token], `${token} in ${theme}`).toBeGreaterThan(8);
    // The line from edge to edge, and the border of the order's label with its dashes.
    expect(saved.red).toBeGreaterThan(box.width * 0.8);
    expect(saved['--side-buy'] - (await pixels(tool))['--side-buy']).toBeGreaterThan(200);
  }
  // By key: the cross is seen under the pointer only, and stands beside a figure that moves with the price.
  await tool.getByRole('button', { name: 'Remove P&L' }).press('Enter');
  await expect(page.getByRole('separator', { name: 'Height of P&L' })).toHaveCount(0);
  await tool.getByRole('button', { name: 'Remove Trades' }).press('Enter');
  await expect.poll(async () => (await pixels(tool))['--side-sell']).toBe(0);
  // What was taken off stays off.
  await page.reload();
  await expect.poll(async () => (await pixels(tool))['--price-up']).toBeGreaterThan(200);
  await tool.getByRole('button', { name: 'Technical studies' }).click();
  await expect(studies.getByRole('checkbox', { name: 'Show Trades' })).not.toBeChecked();
  await expect(studies.getByRole('checkbox', { name: 'Show P&L' })).not.toBeChecked();
  await studies.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(studies).toHaveCount(0);
  expect((await pixels(tool))['--side-sell']).toBe(0);
  expect(errors).toEqual([]);
});

test('the trades of a backtest stand on a chart in a dialog with their P&L below, and go by the cross of their legend entry', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, simulated);
  const algo = await openAlgoStream(page);
  await writeStrategy(page, 'My cross');
  await fromMenu(page, await backtest(page, 'My cross'), 'Trades on a chart…');
  const dialog = page.getByRole('dialog', { name: /^My cross.* - SPY$/ });
  await expect(dialog.getByRole('separator', { name: 'Height of P&L' })).toBeVisible();
  await expect(dialog.locator('[data-legend="pl"]')).toContainText(/P&L My cross.*-?\d+\.\d\d/);
  await expect
    .poll(async () => {
      const counts = await pixels(dialog);
      return Math.min(...TOKENS.map((token) => counts[token]));
    })
    .toBeGreaterThan(8);
  // It is a chart: another range and study, and nothing of it stays.
  await dialog.getByRole('button', { name: 'Technical studies' }).click();
  const studies = page.getByRole('dialog', { name: 'Technical studies' });
  await studies.getByRole('checkbox', { name: 'Show RSI' }).click();
  await studies.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(dialog.getByRole('separator', { name: 'Height of RSI' })).toBeVisible();
  await dialog.getByRole('button', { name: /^Remove My cross/ }).press('Enter');
  await expect(dialog.getByRole('separator', { name: 'Height of P&L' })).toHaveCount(0);
  await expect.poll(async () => (await pixels(dialog))['--side-sell']).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(algo).toBeVisible();
  expect(errors).toEqual([]);
});
