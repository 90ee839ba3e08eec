import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createPlatform } from '../../src/client/create-platform.ts';
import { longList } from '../support/long-list.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

/** As many as one list takes: more than there are stocks, so the rest are option contracts. */
const SYMBOLS = 5_000;

let desk: Desk;
let folder: string;
let list: readonly string[];
test.beforeAll(async ({ simulatedDesk }) => {
  desk = simulatedDesk;
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-long-list-'));
  const platform = createPlatform({ baseUrl: desk.baseUrl });
  if (!(await platform.session.login(desk.credentials.userName, desk.credentials.password)))
    throw new Error('signing in failed');
  list = await longList(platform, SYMBOLS);
  platform.dispose();
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const tool = (page: Page) => page.locator('[data-tool="market-view"]:visible');
const grid = (page: Page) => page.getByRole('grid', { name: 'Market View' });
const title = (page: Page) => tool(page).getByRole('heading', { level: 2 });
/** What the rows on screen say, from top to bottom. */
const rowsOnScreen = (page: Page) =>
  grid(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll('[role="row"][data-row-id]')]
      .filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= top - 1 && box.bottom <= bottom + 1;
      })
      .toSorted((left, right) => left.getBoundingClientRect().top - right.getBoundingClientRect().top)
      .map((row) => ({
        symbol: row.getAttribute('data-row-id') ?? '',
        index: Number(row.getAttribute('aria-rowindex')),
        last: row.querySelector('[data-column="Last"]')?.textContent ?? '',
        volume: row.querySelector('[data-column="Volume"]')?.textContent ?? '',
        company: row.querySelector('[data-column="Company"]')?.textContent ?? '',
      }));
  });
const scrollTo = (page: Page, share: number) =>
  grid(page).evaluate((element, to) => {
    element.scrollTop = to * element.scrollHeight;
  }, share);

test('a list of 5,000 symbols is imported, counted, sorted by a changing column and scrolled to its end, with live prices all the way', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  const path = join(folder, 'symbols.csv');
  await writeFile(path, list.join('\r\n'));
  await tool(page).locator('header').getByRole('button', { name: 'Add symbols' }).click();
  await page.getByRole('menuitem', { name: 'Import symbols' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import symbols' });
  await dialog.getByLabel('File with symbols').setInputFiles(path);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('definition')).toHaveText(['5,000', '5,000', '0'], { timeout: 90_000 });
  // The click is over when the page has taken all of them.
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(title(page)).toHaveText('Market View - Untitled (5000 symbols)');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '5001');

  // In the order of the file, the contracts at the end.
  await expect
    .poll(async () => (await rowsOnScreen(page)).map(({ symbol }) => symbol).slice(0, 5))
    .toEqual(list.slice(0, 5));
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await scrollTo(page, share);
    // A contract that nobody has traded yet has no last price, and says so by its volume.
    await expect(async () => {
      const rows = await rowsOnScreen(page);
      for (const { symbol, index, last, volume } of rows)
        expect([symbol, /\d/.test(last) || volume === '0']).toEqual([list[index - 2], true]);
      expect(rows.filter(({ last }) => /\d/.test(last)).length).toBeGreaterThan(5);
    }).toPass({ timeout: 60_000 });
  }
  // An option's row says what it is. (Few of the far ones trade in a minute: what moves is looked at among the stocks.)
  await expect
    .poll(async () => (await rowsOnScreen(page)).at(-1))
    .toMatchObject({
      symbol: list.at(-1),
      index: SYMBOLS + 1,
      company: expect.stringMatching(/Call|Put|C |P /),
    });
  await scrollTo(page, 0);
  await expect.poll(async () => (await rowsOnScreen(page))[0]?.symbol).toBe(list[0]);
  const watched = await rowsOnScreen(page);
  await expect
    .poll(async () => {
      const now = new Map((await rowsOnScreen(page)).map(({ symbol, last }) => [symbol, last]));
      return watched.filter(({ symbol, last }) => now.has(symbol) && now.get(symbol) !== last).length;
    })
    .toBeGreaterThan(0);

  // Sorted by the change, largest first, all 5,000 of them; the order follows the prices.
  const header = grid(page).locator('[role="columnheader"][data-column="ChangeP"]');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await scrollTo(page, 0);
  const changes = () =>
    grid(page).evaluate((element) =>
      [...element.querySelectorAll('[role="row"][data-row-id]')]
        .toSorted(
          (left, right) =>
            Number(left.getAttribute('aria-rowindex')) - Number(right.getAttribute('aria-rowindex')),
        )
        .map((row) =>
          Number(
            (row.querySelector('[data-column="ChangeP"]')?.textContent ?? '')
              .replaceAll(',', '')
              .replace('−', '-')
              .replace(/[^\d.-]/g, ''),
          ),
        ),
    );
  await expect
    .poll(async () => {
      const shown = await changes();
      return (
        shown.length > 10 &&
        shown.every((value, index) => index === 0 || value <= (shown[index - 1] ?? Infinity))
      );
    })
    .toBe(true);
  await expect(title(page)).toHaveText('Market View - Untitled (5000 symbols)');

  // It is there again after a reload.
  await page.reload();
  await expect(title(page)).toHaveText('Market View - Untitled (5000 symbols)', { timeout: 120_000 });
  expect(errors).toEqual([]);
});
