import { expect, type Page } from '@playwright/test';
import { DrawnChart, SHARE_DRAWINGS } from './support/drawn-chart.ts';
import { encode } from '../../src/protocol/index.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { signInAsNewUser, signInOnce } from './support/users.ts';
import { SocketGate } from './support/socket-gate.ts';
import { openTool } from './support/tool-windows.ts';
import { test } from './support/test.ts';

let desk: Desk;
// The market stands still: a new high would move the scale, and with it what was drawn, away from where it is looked for.
test.beforeAll(({ pausedDesk }) => {
  desk = pausedDesk;
});

async function open(page: Page): Promise<DrawnChart> {
  await signInOnce(page, desk);
  const chart = new DrawnChart(page, await openTool(page, 'Chart', 'chart'));
  await chart.ready('SPY');
  // The page keeps its user: drawings of this chart only, so that no story finds those of another one.
  await chart.choose(SHARE_DRAWINGS);
  return chart;
}

test('a draw tool chosen by key draws with the first drag, as its code comes with the pointer', async ({
  page,
}) => {
  const code = page.waitForResponse((response) => /\/DrawingLayer-[^/]*\.js$/.test(response.url()));
  await signInAsNewUser(page, desk);
  const chart = new DrawnChart(page, await openTool(page, 'Chart', 'chart'));
  await chart.ready('SPY');
  await chart.stage.hover({ position: { x: 300, y: 200 } });
  await (await code).finished();
  await page.waitForLoadState('networkidle');
  await chart.stage.focus();
  await page.keyboard.press('Alt+h');
  await chart.drag([300, 200], [300, 220]);
  expect(await chart.menuAt(500, 220)).toContain('Delete');
});

test('a line is drawn, found within 15 px, deleted, brought back by undo, and still there after a reload', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  const chart = await open(page);
  // Two sessions: the present one has not begun, and its first bar would move what is drawn over the one before.
  await chart.tool.getByRole('button', { name: '5D', exact: true }).click();
  await expect(chart.tool).toHaveAttribute('aria-label', /^10 Min/);
  await chart.ready('SPY');
  await chart.choose('Line');
  await chart.drag([200, 120], [500, 120]);
  await chart.choose('Stop drawing');
  expect(await chart.menuAt(350, 133)).toEqual(['Style', 'Duplicate', 'Delete']);
  expect(await chart.menuAt(350, 145)).toEqual([]);
  await chart.fromMenu(350, 120, 'Delete');
  expect(await chart.menuAt(350, 120)).toEqual([]);
  await chart.stage.focus();
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/StoreSettings') && response.ok(),
  );
  await page.keyboard.press('Control+z');
  expect(await chart.menuAt(350, 120)).toEqual(['Style', 'Duplicate', 'Delete']);
  await stored;
  await page.reload();
  await chart.ready('SPY');
  await expect.poll(() => chart.menuAt(350, 120)).toEqual(['Style', 'Duplicate', 'Delete']);
  expect(errors).toEqual([]);
});

test('a shape smaller than 5 px is not kept, and drawing near a shape takes that one', async ({
  filePage: page,
}) => {
  const chart = await open(page);
  await chart.choose('Line');
  await chart.drag([200, 120], [203, 122]);
  await chart.choose('Stop drawing');
  expect(await chart.menuAt(201, 121)).toEqual([]);
  await chart.choose('Arrow');
  await chart.drag([200, 120], [500, 120]);
  // Within reach of the arrow: it is moved, and no second one is made.
  await chart.drag([350, 128], [350, 228]);
  await chart.choose('Stop drawing');
  expect([await chart.menuAt(350, 120), await chart.menuAt(350, 220)]).toEqual([
    [],
    ['Style', 'Duplicate', 'Delete'],
  ]);
});

/** A drawing from (200, 120) to (500, 220), a place less than 15 px from its lines, and one more than 16 px from them. */
const REACHES: readonly (readonly [
  string,
  near: readonly [number, number],
  far: readonly [number, number],
])[] = [
  ['Arrow', [513, 220], [520, 220]],
  ['Horizontal line', [700, 234], [700, 237]],
  ['Ray', [650, 284], [650, 251]],
  ['Rectangle', [350, 134], [350, 170]],
  ['Fibonacci retracement', [450, 106], [450, 103]],
  ['Measure', [514, 170], [517, 170]],
];
test("Konva's hit graph finds each kind of drawing up to 15 px from its lines, and not inside of a box", async ({
  filePage: page,
}) => {
  const chart = await open(page);
  for (const [label, near, far] of REACHES) {
    await chart.choose(label);
    await chart.drag([200, 120], [500, 220]);
    await chart.choose('Stop drawing');
    expect(await chart.menuAt(...near), `${label} near`).toEqual(['Style', 'Duplicate', 'Delete']);
    await chart.stage.press('Escape');
    expect(await chart.menuAt(...far), `${label} far`).toEqual([]);
    await chart.choose('Delete all items');
  }
});

test('a drawing follows the bars, and is found where they have taken it', async ({ filePage: page }) => {
  const chart = await open(page);
  // Bars that fill the plot, so that they can be moved.
  await chart.tool.getByRole('button', { name: '5D', exact: true }).click();
  await expect(chart.tool).toHaveAttribute('aria-label', /^10 Min/);
  await chart.ready('SPY');
  await chart.choose('Rectangle');
  // As high as the plot: fewer bars stretch the price scale, which must not bring the upper or lower side under the pointer.
  await chart.drag([300, 20], [400, 300]);
  await chart.choose('Stop drawing');
  const box = await chart.stage.boundingBox();
  if (box === null) throw new Error('the chart is not on screen');
  await expect(async () => {
    // A busy browser may drop a turn of the wheel.
    await page.mouse.move(box.x + 350, box.y + 170);
    await page.mouse.wheel(0, -400);
    // What is under the pointer stays there: the left side moves away from it.
    await expect.poll(() => chart.menuAt(300, 170), { timeout: 8_000 }).toEqual([]);
  }).toPass({ timeout: 60_000 });
  const found: number[] = [];
  for (let x = 290; x > 170; x -= 10) if ((await chart.menuAt(x, 170)).length > 0) found.push(x);
  expect(found.length).toBeGreaterThan(0);
});

test('a text opens its editor, is edited in its menu, and goes when it is empty or cancelled at once', async ({
  filePage: page,
}) => {
  const chart = await open(page);
  await chart.choose('Text');
  await chart.click(600, 150);
  await expect(chart.editor).toHaveValue('Text');
  await expect(chart.editor).toBeFocused();
  await page.keyboard.type('Support');
  await page.keyboard.press('Enter');
  await chart.choose('Stop drawing');
  expect(await chart.menuAt(620, 165)).toEqual(['Edit text', 'Style', 'Duplicate', 'Delete']);
  await chart.fromMenu(620, 165, 'Edit text');
  await expect(chart.editor).toHaveValue('Support');
  await chart.editor.fill('');
  await page.keyboard.press('Enter');
  await expect(chart.editor).toHaveCount(0);
  expect(await chart.menuAt(620, 165)).toEqual([]);
  await chart.choose('Text');
  await chart.click(600, 150);
  await expect(chart.editor).toBeFocused();
  await page.keyboard.press('Escape');
  await chart.choose('Stop drawing');
  expect(await chart.menuAt(620, 165)).toEqual([]);
});

test('the style dialog keeps to its bounds', async ({ filePage: page }) => {
  const chart = await open(page);
  await chart.choose('Line');
  await chart.drag([200, 120], [500, 120]);
  await chart.choose('Stop drawing');
  await chart.fromMenu(350, 120, 'Style');
  const dialog = page.getByRole('dialog', { name: 'Drawing style' });
  await dialog.getByLabel('Thickness', { exact: true }).fill('21');
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a whole number from 1 to 20');
  await dialog.getByLabel('Thickness', { exact: true }).fill('8');
  await dialog.getByRole('radio', { name: 'Red' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog).toBeHidden();
  await chart.fromMenu(350, 120, 'Style');
  await expect(dialog.getByLabel('Thickness', { exact: true })).toHaveValue('8');
  await expect(dialog.getByRole('radio', { name: 'Red' })).toBeChecked();
});

test('a drag with Ctrl leaves the drawing and moves a copy, which Delete removes', async ({
  filePage: page,
}) => {
  const chart = await open(page);
  await chart.choose('Rectangle');
  await chart.drag([200, 120], [400, 180]);
  await chart.choose('Stop drawing');
  await page.keyboard.down('Control');
  await chart.drag([300, 120], [300, 260]);
  await page.keyboard.up('Control');
  expect(await chart.menuAt(300, 120)).not.toEqual([]);
  expect(await chart.menuAt(300, 260)).not.toEqual([]);
  await page.keyboard.press('Delete');
  expect(await chart.menuAt(300, 260)).toEqual([]);
  expect(await chart.menuAt(300, 120)).not.toEqual([]);
});

test('drawings can be deleted all at once, which can be undone', async ({ filePage: page }) => {
  const chart = await open(page);
  await chart.choose('Rectangle');
  await chart.drag([200, 120], [500, 220]);
  await chart.choose('Fibonacci retracement');
  await chart.drag([600, 120], [800, 300]);
  await chart.choose('Stop drawing');
  await chart.choose('Delete all items');
  expect(await chart.menuAt(350, 120)).toEqual([]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => chart.menuAt(350, 120)).toEqual(['Style', 'Duplicate', 'Delete']);
});

test('what was drawn can be undone and done again after other bars and another symbol were shown', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  const chart = await open(page);
  await chart.choose('Horizontal line');
  await chart.drag([300, 120], [300, 120]);
  await chart.choose('Stop drawing');
  const range = async (label: string, title: RegExp) => {
    await chart.tool.getByRole('button', { name: label, exact: true }).click();
    await expect(chart.stage).toHaveAccessibleName(title);
    await expect(chart.tool.getByLabel('Loading bars')).toHaveCount(0);
  };
  const show = async (symbol: string) => {
    await chart.tool.getByRole('button', { name: 'Symbol and date range' }).click();
    const dialog = page.getByRole('dialog', { name: 'Symbol and date range' });
    await dialog.getByLabel('Symbol').fill(symbol);
    await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
    await chart.ready(symbol);
  };
  await range('5D', /^10 Min 5 Days/);
  await range('1D', /^5 Min 1 Day/);
  await show('AAPL');
  await expect.poll(() => chart.menuAt(300, 120)).toEqual([]);
  await show('SPY');
  await expect.poll(() => chart.menuAt(300, 120)).toEqual(['Style', 'Duplicate', 'Delete']);
  await chart.stage.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => chart.menuAt(300, 120)).toEqual([]);
  await range('5D', /^10 Min 5 Days/);
  await range('1D', /^5 Min 1 Day/);
  await chart.stage.focus();
  await page.keyboard.press('Control+y');
  await expect.poll(() => chart.menuAt(300, 120)).toEqual(['Style', 'Duplicate', 'Delete']);
  expect(errors).toEqual([]);
});

test('undo works while other bars are on their way, and does not go to the desk', async ({ page }) => {
  const gate = await SocketGate.on(page, 'data');
  const chart = await open(page);
  await chart.choose('Horizontal line');
  await chart.drag([300, 120], [300, 120]);
  await chart.choose('Stop drawing');
  const held: string[] = [];
  gate.change((message) => {
    if (message.name !== 'chartCandlesAnswer') return undefined;
    held.push(encode('chartCandlesAnswer', message.body));
    return null;
  });
  await chart.tool.getByRole('button', { name: '5D', exact: true }).click();
  await expect(chart.tool.getByLabel('Loading bars')).toBeVisible();
  await chart.stage.focus();
  // The time frame first, then the line.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  gate.change(() => undefined);
  for (const frame of held) gate.sayRaw(frame);
  await chart.ready('SPY');
  expect(await chart.menuAt(300, 120)).toEqual([]);
});

test('a text being typed survives a change of range, and is kept when the symbol changes', async ({
  filePage: page,
}) => {
  const chart = await open(page);
  await chart.choose('Text');
  await chart.click(600, 150);
  await expect(chart.editor).toBeFocused();
  await page.keyboard.type('Sup');
  // As a linked chart does it: the focus stays where it is.
  await chart.tool
    .getByRole('button', { name: '5D', exact: true })
    .evaluate((button: HTMLButtonElement) => button.click());
  await expect(chart.stage).toHaveAccessibleName(/^10 Min 5 Days/);
  await expect(chart.tool.getByLabel('Loading bars')).toHaveCount(0);
  await page.keyboard.type('port');
  await expect(chart.editor).toHaveValue('Support');
  await chart.tool
    .getByRole('button', { name: '1D', exact: true })
    .evaluate((button: HTMLButtonElement) => button.click());
  await expect(chart.stage).toHaveAccessibleName(/^5 Min 1 Day/);
  await chart.ready('SPY');
  await chart.tool.evaluate((tool) => {
    const data = new DataTransfer();
    data.setData('text/x-tapedeck-symbol', 'AAPL');
    tool.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  });
  await chart.ready('AAPL');
  await expect(chart.editor).toHaveCount(0);
  await chart.tool.evaluate((tool) => {
    const data = new DataTransfer();
    data.setData('text/x-tapedeck-symbol', 'SPY');
    tool.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  });
  await chart.ready('SPY');
  await chart.choose('Stop drawing');
  await chart.fromMenu(620, 165, 'Edit text');
  await expect(chart.editor).toHaveValue('Support');
});

test('a line drawn on one chart appears on other charts of the symbol, is changed on all of them, undone, and there after a reload', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await signInOnce(page, desk);
  const chart = new DrawnChart(page, await openTool(page, 'Chart', 'chart'));
  const showFiveDays = async () => {
    await chart.ready('SPY');
    await chart.tool.getByRole('button', { name: '5D', exact: true }).click();
    await expect(chart.tool).toHaveAttribute('aria-label', /^10 Min/);
    await chart.ready('SPY');
  };
  const line = () => expect.poll(() => chart.menuAt(350, 120));
  await showFiveDays();
  const first = page.getByRole('tab', { selected: true }).first();
  const name = (await first.textContent()) ?? '';
  await chart.choose('Line');
  await chart.drag([200, 120], [500, 120]);
  await chart.choose('Stop drawing');
  await openTool(page, 'Chart', 'chart');
  await showFiveDays();
  await line().toContain('Delete');
  await chart.fromMenu(350, 120, 'Delete');
  await line().toEqual([]);
  await page.getByRole('tab', { name, exact: true }).click();
  await chart.ready('SPY');
  await line().toEqual([]);
  await chart.stage.focus();
  await page.keyboard.press('Control+z');
  await line().toContain('Delete');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tapedeck.unsentDrawings'))).toBeNull();
  await page.reload();
  await chart.ready('SPY');
  await line().toContain('Delete');
  // The steps of undo are there after the reload, too.
  await chart.stage.focus();
  await page.keyboard.press('Control+Shift+z');
  await line().toEqual([]);
  expect(errors).toEqual([]);
});
