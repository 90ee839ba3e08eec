import { fileURLToPath } from 'node:url';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { Desk, rowOf, watchForErrors } from './support/desk.ts';
import { signInAsSomeoneNew } from './support/people.ts';
import { SocketGate } from './support/socket-gate.ts';
import { addTool, openTool } from './support/tool-windows.ts';

const fixtures = fileURLToPath(new URL('../fixtures/replay/', import.meta.url));

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_MARKET: `replay:${fixtures}` });
});
test.afterAll(async () => {
  await desk.close();
});

const titleOf = (screen: Locator) => screen.getByRole('heading', { level: 2 });
const openScreen = (page: Page) => openTool(page, 'MarketScreen', 'market-screen');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Market screen filter' });
const button = (screen: Locator, name: string) => screen.getByRole('button', { name, exact: true });
const shown = async (screen: Locator) => {
  const rows = await screen
    .locator('[role="row"][data-row-id]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-row-id') ?? ''));
  return rows.toSorted();
};

interface Row {
  readonly field?: string;
  readonly operation?: string;
  readonly value?: string;
}

/** Fills in a row of the dialog; what is left out stays as it is. */
async function fill(page: Page, number: number, { field, operation, value }: Row): Promise<void> {
  const dialog = dialogOf(page);
  if (field !== undefined) {
    await dialog.getByRole('combobox', { name: `Field of filter ${number}`, exact: true }).fill(field);
    await page.getByRole('option', { name: field, exact: true }).click();
  }
  if (operation !== undefined) {
    await dialog.getByRole('combobox', { name: `Operation of filter ${number}`, exact: true }).click();
    await page.getByRole('option', { name: operation, exact: true }).click();
  }
  if (value !== undefined)
    await dialog.getByRole('textbox', { name: `Value of filter ${number}`, exact: true }).fill(value);
}

/** Opens the dialog, fills in plain filters from its first row on, and accepts. */
async function screenFor(page: Page, screen: Locator, ...rows: readonly Row[]): Promise<void> {
  await button(screen, 'Filters').click();
  // The rows are there when the fields have come.
  await expect(dialogOf(page).getByRole('button', { name: 'Add filter' })).toBeVisible();
  for (const [index, row] of rows.entries()) {
    const filters = dialogOf(page).getByRole('group', { name: /^Filter \d+$/ });
    if ((await filters.count()) <= index)
      await dialogOf(page).getByRole('button', { name: 'Add filter' }).click();
    await fill(page, index + 1, row);
  }
  await dialogOf(page).getByRole('button', { name: 'Ok' }).click();
}

const technology: Row = { field: 'Sector', operation: 'Equals', value: 'Technology' };

test('without filters nothing is loaded; with them the stocks that pass are shown, and only those', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  const gate = await SocketGate.on(page, desk, 'data');
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await expect(screen.getByText('No filters yet')).toBeVisible();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (0 symbols)');
  await expect(button(screen, 'Reload')).toBeDisabled();
  expect([gate.count('stockFilters'), gate.count('filteredStocks')]).toEqual([0, 0]);

  await screen.getByRole('button', { name: 'Add filters' }).click();
  await fill(page, 1, technology);
  await dialogOf(page).getByRole('button', { name: 'Ok' }).click();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (2 symbols)');
  await expect.poll(() => shown(screen)).toEqual(['AAPL', 'MSFT']);
  await expect(screen.getByText('Sector equals Technology')).toBeVisible();
  await test.step('live columns, a trade arrow, and no cross to delete a row', async () => {
    await expect(screen.locator('[data-row-id="AAPL"] [data-column="Last"]')).toHaveText(/^1[67]\d\.\d\d/);
    await expect(screen.getByRole('button', { name: 'Trade AAPL' })).toBeVisible();
    await expect(screen.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await expect(screen.locator('[role="columnheader"][data-column]').locator('nth=-1')).not.toHaveAttribute(
      'data-column',
      '$remove',
    );
  });

  await screenFor(page, screen, {}, { field: 'Last price', operation: 'Greater than', value: '150' });
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (1 symbol)');
  await expect.poll(() => shown(screen)).toEqual(['AAPL']);
  await test.step('Reload asks again, and the fields were asked for once', async () => {
    const asked = gate.count('filteredStocks');
    await button(screen, 'Reload').click();
    await expect.poll(() => gate.count('filteredStocks')).toBe(asked + 1);
    await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (1 symbol)');
    expect(gate.count('stockFilters')).toBe(1);
  });
  await test.step('the filters are kept over a reload of the page', async () => {
    await page.reload();
    await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (1 symbol)');
    await expect.poll(() => shown(screen)).toEqual(['AAPL']);
  });
  await test.step('filters that contradict one another leave nothing, and say so', async () => {
    await screenFor(page, screen, {}, {}, { field: 'Last price', operation: 'Less than', value: '100' });
    await expect(screen.getByText('No symbol passes these filters')).toBeVisible();
    await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (0 symbols)');
  });
  await test.step('taking all filters away empties the screen', async () => {
    await button(screen, 'Filters').click();
    await dialogOf(page).getByRole('button', { name: 'Remove all' }).click();
    await expect(
      dialogOf(page).getByText('A screener with no filters does not load.', { exact: false }),
    ).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Ok' }).click();
    await expect(screen.getByText('No filters yet')).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('the filter dialog says at each row what is wrong with it, word for word', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await button(screen, 'Filters').click();
  const dialog = dialogOf(page);
  const ok = () => dialog.getByRole('button', { name: 'Ok' }).click();
  const row = dialog.getByRole('group', { name: 'Filter 1', exact: true });
  await ok();
  await expect(row.getByText('No field selected')).toBeVisible();
  await test.step('the fields stand under their categories', async () => {
    await dialog.getByRole('button', { name: 'Show choices of Field of filter 1' }).click();
    for (const category of ['Fundamental', 'Indicator', 'Trading'])
      await expect(page.getByRole('group', { name: category })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await fill(page, 1, { field: 'Volume' });
  await expect(row.getByText('Compare operation not selected')).toBeVisible();
  await test.step('the operations offered are those of the plain rules', async () => {
    await dialog.getByRole('combobox', { name: 'Operation of filter 1' }).click();
    await expect(page.getByRole('option')).toHaveText([
      'Greater than',
      'Less than',
      'Equals',
      'Not equals',
      'Contains',
      "Doesn't contain",
    ]);
    await page.keyboard.press('Escape');
  });
  for (const operation of ['Equals', 'Not equals', 'Contains', "Doesn't contain"]) {
    await fill(page, 1, { operation, value: '5' });
    await expect(
      row.getByText("Only 'Greater than' and 'Less than' can be used with numeric fields"),
    ).toBeVisible();
  }
  await fill(page, 1, { operation: 'Greater than', value: '' });
  await expect(row.getByText('Value not entered')).toBeVisible();
  await fill(page, 1, { value: 'much' });
  await expect(row.getByText('Value is not a valid number')).toBeVisible();
  await fill(page, 1, { field: '% change', value: '3 per cent' });
  await expect(row.getByText('Value is not a valid percentage')).toBeVisible();
  await fill(page, 1, { field: 'Sector', value: 'Technology' });
  await expect(row.getByText("'Greater than' and 'Less than' cannot be used with text fields")).toBeVisible();
  await fill(page, 1, { operation: 'Contains' });
  await expect(row.getByRole('alert')).toHaveCount(0);
  await test.step('and keeps the dialog open until every row is right', async () => {
    await dialog.getByRole('button', { name: 'Add filter' }).click();
    await expect(
      dialog.getByRole('group', { name: 'Filter 2', exact: true }).getByText('No field selected'),
    ).toBeVisible();
    await ok();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove filter 2' }).click();
    await ok();
    await expect(dialog).toHaveCount(0);
  });
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (2 symbols)');
});

test('Between and alternatives are an extension that is switched on', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await button(screen, 'Filters').click();
  const dialog = dialogOf(page);
  const extension = dialog.getByRole('checkbox', {
    name: 'Extended filters: Between, and alternatives of which one is enough',
  });
  await expect(extension).not.toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Add alternatives' })).toHaveCount(0);
  await extension.check();
  await fill(page, 1, { field: 'Last price', operation: 'Between', value: '20 - 200' });
  await dialog.getByRole('button', { name: 'Add alternatives' }).click();
  await fill(page, 2, technology);
  await fill(page, 3, { field: 'Company', operation: 'Contains', value: 'Bank' });
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (3 symbols)');
  await expect.poll(() => shown(screen)).toEqual(['AAPL', 'BAC', 'MSFT']);
  await expect(
    screen.getByText('Last price between 20 - 200 and (Sector equals Technology or Company contains Bank)'),
  ).toBeVisible();
  await test.step('without it, Between breaks the rule of numeric fields', async () => {
    await button(screen, 'Filters').click();
    await expect(extension).toBeChecked();
    await extension.uncheck();
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await expect(
      dialog.getByText("Only 'Greater than' and 'Less than' can be used with numeric fields"),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => shown(screen)).toEqual(['AAPL', 'BAC', 'MSFT']);
  });
});

test('filters are saved under a name and loaded again, and the title carries it', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await screenFor(page, screen, technology);
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (2 symbols)');
  await button(screen, 'Manage saved filters').click();
  const saves = page.getByRole('dialog', { name: 'Saved filters' });
  await saves.getByRole('textbox', { name: 'Name' }).fill('Chips');
  await saves.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Chips (2 symbols)');
  await expect(saves).toHaveCount(0);

  const another = await openScreen(page);
  await button(another, 'Manage saved filters').click();
  await saves.getByRole('option', { name: 'Chips' }).dblclick();
  await expect(titleOf(another)).toHaveText('MarketScreen - Chips (2 symbols)');
  await expect.poll(() => shown(another)).toEqual(['AAPL', 'MSFT']);
});

test('columns, sorting, and a click on a symbol that linked windows follow', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await page
    .locator('[data-tool="trade-manager"]')
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await addTool(page, 'MarketScreen');
  const screen = page.locator('[data-tool="market-screen"]');
  await screenFor(page, screen, { field: 'Last price', operation: 'Greater than', value: '20' });
  await expect.poll(() => shown(screen)).toEqual(expect.arrayContaining(['AAPL', 'BAC', 'MSFT', 'SPY']));
  await button(screen, 'Columns').click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'Volume weighted average price', exact: true }).check();
  await columns.getByRole('checkbox', { name: 'Company', exact: true }).uncheck();
  await columns.getByRole('button', { name: 'Ok' }).click();
  await expect(screen.locator('[role="columnheader"][data-column="VWAP"]')).toBeVisible();
  await expect(screen.locator('[role="columnheader"][data-column="Company"]')).toHaveCount(0);
  await screen.locator('[role="columnheader"][data-column="Last"]').click();
  await screen.locator('[role="columnheader"][data-column="Last"]').click();
  await expect(screen.locator('[role="row"][data-index="0"]')).toHaveAttribute('data-row-id', 'SPY');
  await screen.locator('[data-row-id="BAC"] [data-column="Symbol"]').click();
  await expect(page.locator('[data-tool="order-entry"]').getByRole('heading', { level: 2 })).toHaveText(
    'Order Entry - BAC',
  );
  await rowOf(screen.getByRole('grid'), 'MSFT').getByRole('button', { name: 'Trade MSFT' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Order entry' }).getByRole('textbox', { name: 'Symbol' }),
  ).toHaveValue('MSFT');
});

test('a newer screen takes the place of one under way; what came too late changes nothing', async ({
  page,
}) => {
  const gate = await SocketGate.on(page, desk, 'data');
  const held: string[] = [];
  gate.change((message) => {
    if (message.name !== 'filteredStocksAnswer' || held.length > 0) return undefined;
    held.push(JSON.stringify({ T: 517, ...message.body }));
    return null;
  });
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await screenFor(page, screen, technology);
  await expect.poll(() => held.length).toBe(1);
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (loading...)');
  await screenFor(page, screen, { value: 'Financial Services' });
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (1 symbol)');
  await expect.poll(() => gate.count('cancelRequest')).toBeGreaterThan(0);
  await expect.poll(() => shown(screen)).toEqual(['BAC']);
  gate.sayRaw(held[0] ?? '');
  await page.waitForTimeout(700);
  expect(await shown(screen)).toEqual(['BAC']);
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (1 symbol)');
});

test('a server that answers Error says why and offers another try; a Timeout changes nothing; neither turns for ever', async ({
  page,
}) => {
  const gate = await SocketGate.on(page, desk, 'data');
  let fails: 'Error' | 'Timeout' | null = 'Error';
  let answered = 0;
  gate.change((message) => {
    if (message.name === 'filteredStocksAnswer') answered++;
    if (fails === null || (message.name !== 'filteredStocksAnswer' && message.name !== 'stockFiltersAnswer'))
      return undefined;
    return JSON.stringify({
      T: message.name === 'filteredStocksAnswer' ? 517 : 516,
      Id: message.body.Id,
      Result: fails,
      Error: 'The market is being counted',
      HasMore: false,
      Items: [],
    });
  });
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await button(screen, 'Filters').click();
  await expect(dialogOf(page).getByText('The fields did not load')).toBeVisible();
  fails = null;
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await fill(page, 1, technology);
  fails = 'Error';
  await dialogOf(page).getByRole('button', { name: 'Ok' }).click();
  await expect(screen.getByText('The screen did not run')).toBeVisible();
  await expect(screen.getByText('The market is being counted')).toBeVisible();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (0 symbols)');
  fails = 'Timeout';
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(screen.getByText('No symbols yet')).toBeVisible();
  fails = null;
  await screen.getByRole('button', { name: 'Reload' }).last().click();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (2 symbols)');
  for (const [how, note] of [
    ['Timeout', 0],
    ['Error', 1],
  ] as const) {
    fails = how;
    const before = answered;
    await button(screen, 'Reload').click();
    await expect.poll(() => answered).toBe(before + 1);
    await expect(button(screen, 'Reload')).toBeEnabled();
    await expect(screen.getByText('The market is being counted')).toHaveCount(note);
    await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (2 symbols)');
    await expect.poll(() => shown(screen)).toEqual(['AAPL', 'MSFT']);
  }
});

for (const theme of ['light', 'dark'] as const) {
  test(`MarketScreen and its dialog are within everybody's reach in the ${theme} theme`, async ({ page }) => {
    await signInAsSomeoneNew(page, desk);
    const screen = await openScreen(page);
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    const isClean = (part: string) => expectWithinReach(page, part);
    await isClean('[data-tool="market-screen"]');
    await button(screen, 'Filters').click();
    await dialogOf(page).getByRole('checkbox').check();
    await dialogOf(page).getByRole('button', { name: 'Add alternatives' }).click();
    await dialogOf(page).getByRole('button', { name: 'Ok' }).click();
    await expect(dialogOf(page).getByText('No field selected').first()).toBeVisible();
    await isClean('[role="dialog"]');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await screenFor(page, screen, technology);
    await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (2 symbols)');
    await isClean('[data-tool="market-screen"]');
  });
}

test('the filter dialog is worked by the keyboard alone, and asks before changes are lost', async ({
  page,
}) => {
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await button(screen, 'Filters').focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  const field = (number: number) =>
    dialog.getByRole('combobox', { name: `Field of filter ${number}`, exact: true });
  await expect(field(1)).toBeFocused();
  await test.step('the focus goes with a row that comes or goes', async () => {
    await dialog.getByRole('button', { name: 'Add filter' }).press('Enter');
    await expect(field(2)).toBeFocused();
    await dialog.getByRole('button', { name: 'Remove filter 2' }).press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove filter 1' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Add filter' })).toBeFocused();
  });
  const question = page.getByRole('alertdialog');
  await page.keyboard.press('Escape');
  await expect(question).toContainText('Leave without them?');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toHaveCount(0);
  await test.step('without changes it just closes', async () => {
    await button(screen, 'Filters').click();
    await expect(field(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
});

test('a symbol typed in the window selects its row, and a row offers an alert', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  const screen = await openScreen(page);
  await screenFor(page, screen, technology);
  const grid = screen.getByRole('grid', { name: 'MarketScreen' });
  await expect.poll(() => shown(screen)).toEqual(['AAPL', 'MSFT']);
  const take = async (symbol: string) => {
    await grid.focus();
    await page.keyboard.type(symbol, { delay: 30 });
    await expect(page.getByRole('dialog', { name: 'MarketScreen' }).getByRole('combobox')).toHaveValue(
      symbol,
    );
    await page.keyboard.press('Enter');
  };
  await take('MSFT');
  await expect(rowOf(grid, 'MSFT')).toHaveAttribute('aria-selected', 'true');
  await rowOf(grid, 'MSFT').locator('[data-column="Last"]').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Create alert…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(screen, 'Link active, click to unlink').click();
  await take('BAC');
  await expect(page.getByText('BAC is not among the stocks of this screen.')).toBeVisible();
  await expect(rowOf(grid, 'MSFT')).toHaveAttribute('aria-selected', 'true');
});
