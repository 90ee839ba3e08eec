import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { encode } from '../../src/protocol/index.ts';
import { recordedMinutes } from '../support/recorded-minutes.ts';
import { expectWithinReach } from './support/axe.ts';
import { chartWindow, openChart, picture, pixels, showTwoSessions } from './support/chart.ts';
import { boxOf } from './support/chart-picture.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { SocketGate } from './support/socket-gate.ts';
import { test } from './support/test.ts';
import { addTool } from './support/tool-windows.ts';

let desk: Desk;
/** The same market, paused. */
let standing: Desk;
test.beforeAll(({ fastDesk, pausedDesk }) => {
  desk = fastDesk;
  standing = pausedDesk;
});

const reader = (page: Page) => chartWindow(page).locator('[role="status"].visually-hidden').first();

test('a chart shows title, day figures, candles in both colours, and the recorded prices of each bar', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openChart(page, desk);
  await showTwoSessions(page);
  await expect(chartWindow(page).locator('[data-part="last"]')).toHaveText(/^27\d\.\d\d/);
  await expect(chartWindow(page).locator('[data-part="percent"]')).toHaveText(/^[+-]?\d+\.\d\d%$/);
  for (const part of ['open', 'high', 'low'])
    await expect(chartWindow(page).locator(`[data-part="${part}"]`)).toHaveText(/^27\d\.\d\d/);
  await expect
    .poll(async () => {
      const { up, down } = await pixels(page);
      return Math.min(up, down);
    })
    .toBeGreaterThan(200);

  const box = await boxOf(picture(page));
  await page.mouse.move(box.x + 2, box.y + 100);
  const legend = chartWindow(page).locator('[class*="crosshairLegend"]');
  // The same bar in the line above the chart.
  await expect(chartWindow(page).locator('[data-part="bar"]')).toContainText(/O 27\d\.\d\d {2}H 27\d\.\d\d/);
  const first = recordedMinutes('SPY', '2019-02-11').slice(0, 5);
  const prices = [
    first[0]?.O,
    Math.max(...first.map(({ H }) => H ?? 0)),
    Math.min(...first.map(({ L }) => L ?? 0)),
    first.at(-1)?.C,
  ];
  await expect(legend).toContainText('2/11/2019 09:30');
  await expect
    .poll(async () =>
      [...(await legend.innerText()).matchAll(/(?:Op|Hi|Lo|Cl)\s+([\d.]+)/g)].map(([, figure]) =>
        Number(figure),
      ),
    )
    .toEqual(prices);
  // The same for users of a screen reader.
  await picture(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(reader(page)).toHaveText(
    /^2\/11\/2019 09:35: open [\d.]+, high [\d.]+, low [\d.]+, close [\d.]+, volume [\d,]+$/,
  );
  expect(errors).toEqual([]);
});

test('the crosshair shows the legend with date title and Op, Hi, Lo, Cl, and goes with the pointer', async ({
  filePage: page,
}) => {
  await openChart(page, desk);
  const box = await boxOf(picture(page));
  await page.mouse.move(box.x + 400, box.y + 200);
  const legend = chartWindow(page).locator('[class*="crosshairLegend"]');
  await expect(legend).toBeVisible();
  await expect(legend).toContainText(/2\/1[12]\/2019 \d\d:\d\d/);
  for (const name of ['Op', 'Hi', 'Lo', 'Cl']) await expect(legend).toContainText(name);
  await expect.poll(async () => (await legend.boundingBox())?.width).toBe(100);
  await expect
    .poll(async () => (await chartWindow(page).getByRole('group', { name: 'Range' }).boundingBox())?.height)
    .toBe(20);
  await page.mouse.move(box.x + 400, box.y - 40);
  await expect(legend).toBeHidden();

  // Without the box, which lies over bars, the line above the chart has the prices.
  await chartWindow(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Box at the crosshair' }).click();
  await page.mouse.move(box.x + 400, box.y + 200);
  await expect(chartWindow(page).locator('[data-part="bar"]')).not.toHaveText('');
  await expect(legend).toBeHidden();
  await page.keyboard.press('Control+z');
  await page.mouse.move(box.x + 410, box.y + 200);
  await expect(legend).toBeVisible();
});

test('quick ranges at the bottom set time frame and bar size, and the title says so', async ({
  filePage: page,
}) => {
  await openChart(page, desk);
  const plot = await boxOf(picture(page));
  const row = await boxOf(chartWindow(page).getByRole('group', { name: 'Range' }));
  expect(row.y).toBeGreaterThanOrEqual(plot.y + plot.height - 1);
  for (const [label, title] of [
    ['5D', '10 Min 5 Days'],
    ['1M', '30 Min 1 Month'],
    ['3M', 'Daily 3 Months'],
    ['6M', 'Daily 6 Months'],
    ['YTD', 'Daily YTD'],
    ['1Y', 'Daily 1 Year'],
    ['2Y', 'Daily 2 Years'],
    ['5Y', 'Weekly 5 Years'],
    ['1D', '5 Min 1 Day'],
  ] as const) {
    await chartWindow(page).getByRole('button', { name: label, exact: true }).click();
    await expect(chartWindow(page)).toHaveAttribute(
      'aria-label',
      `${title} Chart - SPY: SPDR S&P 500 ETF Trust`,
    );
    await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(50);
  }
});

test('wheel, drag and keys zoom and move between 1x and 20 px a bar', async ({ page }) => {
  // In a market that stands still nothing but the pointer and the keys changes the picture.
  await openChart(page, standing);
  let whole = 0;
  await expect
    .poll(async () => {
      const before = whole;
      whole = (await pixels(page)).bars;
      return whole > 200 && whole === before;
    })
    .toBe(true);
  const box = await boxOf(picture(page));
  await page.mouse.move(box.x + 300, box.y + 150);
  await page.mouse.wheel(0, -5000);
  await expect.poll(async () => (await pixels(page)).bars).not.toBe(whole);
  const zoomed = (await pixels(page)).bars;
  const date = chartWindow(page).locator('[class*="crosshairTitle"]');
  const elsewhere = await date.innerText();
  await page.mouse.move(box.x + 700, box.y + 150);
  await expect(date).not.toHaveText(elsewhere);
  const before = await date.innerText();
  await page.mouse.down();
  await page.mouse.move(box.x + 580, box.y + 150, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await pixels(page)).bars).not.toBe(zoomed);
  // The bar under the pointer goes with it.
  await expect(date).toHaveText(before);
  await picture(page).press('0');
  await page.mouse.move(box.x + 301, box.y + 151);
  await expect.poll(async () => Math.abs((await pixels(page)).bars - whole) / whole).toBeLessThan(0.2);
});

test('live prices move the last bar and the chart opens again as it was left', async ({ filePage: page }) => {
  await openChart(page, desk);
  const last = chartWindow(page).locator('[data-part="last"]');
  await expect(last).toHaveText(/\d/);
  const before = await last.innerText();
  await expect(last).not.toHaveText(before);
  await chartWindow(page).getByRole('button', { name: 'Chart style' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Line', exact: true }).click();
  await expect.poll(async () => (await pixels(page)).bars).toBe(0);
  await page.reload();
  await expect(chartWindow(page)).toHaveAttribute('aria-label', /Chart - SPY/);
  await chartWindow(page).getByRole('button', { name: 'Chart style' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Line', exact: true })).toBeChecked();
});

test('bars are saved as CSV and as a picture, and read as a table', async ({ filePage: page }) => {
  await openChart(page, desk);
  await showTwoSessions(page);
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  const choose = async (name: string) => {
    await chartWindow(page).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await choose(name);
    return download;
  };
  const csv = await save('Save bars as CSV');
  expect(csv.suggestedFilename()).toBe('SPY-Minute5.csv');
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  expect(lines.slice(0, 1)).toEqual(['Date,Time,Open,High,Low,Close,Volume']);
  expect(lines[1]).toMatch(/^2019-02-11,09:30,271\.19,/);
  expect(lines.length).toBeGreaterThan(78);
  const image = await save('Save chart as picture');
  expect((await readFile(await image.path())).subarray(1, 4).toString()).toBe('PNG');
  await choose('Show bars as a table');
  const dialog = page.getByRole('dialog', { name: 'Bars' });
  await expect(dialog.getByRole('columnheader').first()).toHaveText('Date');
  await expect.poll(() => dialog.getByRole('row').count()).toBeGreaterThan(78);
  await expect(dialog.getByRole('row').last()).toContainText('271.19');
});

test('another symbol is compared in percent, follows its own prices, and is taken off by its cross', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openChart(page, desk);
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  await chartWindow(page).getByRole('button', { name: 'Compare', exact: true }).click();
  const lookup = page.getByRole('dialog', { name: 'Compare with' });
  await lookup.getByRole('combobox').or(lookup.getByRole('textbox')).first().fill('AAPL');
  await lookup.getByRole('button', { name: 'Go' }).click();
  const entry = chartWindow(page).locator('[data-legend="price"]');
  await expect(entry).toContainText(/AAPL[+-]?\d+\.\d\d%/);
  const before = await entry.innerText();
  await expect(entry).not.toHaveText(before);
  await expect(entry).toContainText(/AAPL\s*[+-]?\d\.\d\d%/);
  await chartWindow(page).getByRole('button', { name: 'Scale' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Percent' })).toBeChecked();
  await page.keyboard.press('Escape');
  await chartWindow(page).getByRole('button', { name: 'Remove AAPL' }).press('Enter');
  await expect(entry).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('is as sharp as the screen at every device pixel ratio, and outlives a window of one pixel', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await openChart(page, desk);
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  const devtools = await page.context().newCDPSession(page);
  for (const ratio of [1.5, 2, 3, 1]) {
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      width: 1200,
      height: 800,
      deviceScaleFactor: ratio,
      mobile: false,
    });
    await expect
      .poll(() =>
        picture(page).evaluate((root) => {
          const canvas = root.querySelector('canvas');
          return canvas === null ? 0 : canvas.width - Math.round(canvas.clientWidth * devicePixelRatio);
        }),
      )
      .toBe(0);
    await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(ratio);
    await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  }
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width: 1,
    height: 1,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1);
  // Two frames, so that the chart has painted in it.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width: 1200,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1200);
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  expect(errors).toEqual([]);
});

test('two linked charts show the same symbol and the same range', async ({ filePage: page }) => {
  await openChart(page, desk);
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  await page.getByRole('button', { name: 'One row, two equal columns' }).click();
  await addTool(page, 'Chart');
  await expect(chartWindow(page)).toHaveCount(2);
  for (const each of await chartWindow(page).all()) {
    await expect(each.getByRole('button', { name: /^Link (in)?active, click to / })).toHaveCount(1);
    const link = each.getByRole('button', { name: 'Link inactive, click to link' });
    if ((await link.count()) > 0) await link.click();
    await expect(each.getByRole('button', { name: 'Link active, click to unlink' })).toHaveCount(1);
  }
  await chartWindow(page).first().getByRole('button', { name: '6M', exact: true }).click();
  for (const each of await chartWindow(page).all())
    await expect(each).toHaveAttribute('aria-label', /^Daily 6 Months Chart - SPY/);
  const box = await boxOf(picture(page));
  await page.mouse.move(box.x + 200, box.y + 100);
  // The crosshair of the other chart stands at the same day: its upper canvas has an upright line too.
  await expect
    .poll(() =>
      chartWindow(page)
        .nth(1)
        .getByRole('application')
        .evaluate((root) => {
          const canvas = root.querySelector<HTMLCanvasElement>('canvas[data-layer="top"]');
          const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, 60).data;
          const columns = new Map<number, number>();
          if (canvas !== null && data !== undefined)
            for (let i = 3; i < data.length; i += 4)
              if ((data[i] ?? 0) > 0) {
                const x = ((i - 3) / 4) % canvas.width;
                columns.set(x, (columns.get(x) ?? 0) + 1);
              }
          return Math.max(
            0,
            ...[...columns].filter(([x]) => x < (canvas?.width ?? 0) * 0.85).map(([, count]) => count),
          );
        }),
    )
    .toBeGreaterThan(20);
});

test('the chart draws any valid bars that the server sends, or shows that it has none', async ({ page }) => {
  const errors = watchForErrors(page);
  const gate = await SocketGate.on(page, 'data');
  // Live prints would build bars of their own.
  await openChart(page, standing);
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  const bar = (TS: number, price: number) => ({ TS, O: price, H: price, L: price, C: price, V: 100 });
  const at = (date: string) => Date.parse(`${date}T15:00:00Z`);
  // Each range reaches further back than the one before, so its bars are requested again.
  const cases = [
    ['5D', [], false],
    ['1M', [bar(at('2019-02-11'), 0), bar(at('2019-02-12'), 0)], false],
    ['3M', [bar(at('2019-02-11'), 271)], true],
    [
      '6M',
      [
        bar(at('2019-02-11'), 271),
        bar(at('2019-02-07'), 270),
        bar(at('2019-02-11'), 272),
        bar(at('2019-02-08'), 269),
      ],
      true,
    ],
    ['1Y', [bar(at('2019-02-08'), 0.0001), bar(at('2019-02-11'), 700_000)], true],
    ['2Y', [bar(at('2009-02-09'), 80), bar(at('2019-02-11'), 271)], true],
  ] as const;
  for (const [range, Items, isDrawn] of cases) {
    let answers = 0;
    gate.change((message) => {
      if (message.name !== 'chartCandlesAnswer') return undefined;
      answers += 1;
      return encode('chartCandlesAnswer', { ...message.body, Items: [...Items] });
    });
    // By keyboard: a click waits for two frames with the button in one place, and a busy machine may not paint them in time.
    await chartWindow(page).getByRole('button', { name: range, exact: true }).press('Enter');
    // What is on screen is of these bars, not of those before.
    await expect.poll(() => answers, range).toBeGreaterThan(0);
    await expect(chartWindow(page).getByLabel('Loading bars')).toHaveCount(0);
    const message = chartWindow(page).getByText('No bars of SPY in this range');
    if (isDrawn) {
      await expect(message).toBeHidden();
      await expect.poll(async () => (await pixels(page)).bars, range).toBeGreaterThan(5);
    } else await expect(message).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('a price alert on the symbol is marked at its level, on a chart of another symbol it is not', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openChart(page, desk);
  await expect.poll(async () => (await pixels(page)).bars).toBeGreaterThan(200);
  const border = await page.getByRole('separator', { name: 'Height of Volume' }).boundingBox();
  if (border === null) throw new Error('the chart has no second pane');
  // Below all bars of a day that rises: the price does not come there.
  await page.mouse.click(border.x + 200, border.y - 8, { button: 'right' });
  const item = page.getByRole('menuitem', { name: /^Create alert at \d/ });
  await expect(item).toBeVisible();
  const level = (await item.innerText()).replace(/^Create alert at /, '');
  await item.click();
  await page
    .getByRole('dialog', { name: 'Create alert - SPY' })
    .getByRole('button', { name: 'Create alert' })
    .click();
  const mark = chartWindow(page).getByRole('img', { name: `Alert below ${level}`, exact: true });
  await expect(mark).toBeVisible();
  await expect(mark).toHaveText(level);
  await expectWithinReach(page);
  await page.goto(`${page.url().split('?')[0]}?symbol=AAPL`);
  await expect(chartWindow(page)).toHaveAttribute('aria-label', /Chart - AAPL: Apple Inc\.$/);
  await expect(chartWindow(page).getByRole('img', { name: /^Alert / })).toHaveCount(0);
  expect(errors).toEqual([]);
});
