import { expect, type Locator, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { SocketGate } from './support/socket-gate.ts';
import { openTool } from './support/tool-windows.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
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
  const gate = await SocketGate.on(page, 'data');
  await signInAsNewUser(page, desk);
  const screen = await openScreen(page);
  await expect(screen.getByText('No filters yet')).toBeVisible();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (0 symbols)');
  await expect(button(screen, 'Reload')).toBeDisabled();
  expect([gate.count('stockFilters'), gate.count('filteredStocks')]).toEqual([0, 0]);
  await test.step('a dialog with messages is free of axe findings', async () => {
    await screen.getByRole('button', { name: 'Add filters' }).click();
    await dialogOf(page).getByRole('checkbox').check();
    await dialogOf(page).getByRole('button', { name: 'Add alternatives' }).click();
    await dialogOf(page).getByRole('button', { name: 'Ok' }).click();
    await expect(dialogOf(page).getByText('No field selected').first()).toBeVisible();
    await expectWithinReach(page, '[role="dialog"]');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogOf(page)).toHaveCount(0);
  });

  await screen.getByRole('button', { name: 'Add filters' }).click();
  await fill(page, 1, technology);
  await dialogOf(page).getByRole('button', { name: 'Ok' }).click();
  await expect(titleOf(screen)).toHaveText('MarketScreen - Untitled (2 symbols)');
  await expect.poll(() => shown(screen)).toEqual(['AAPL', 'MSFT']);
  await expect(screen.getByText('Sector equals Technology')).toBeVisible();
  await expectWithinReach(page, '[data-current="true"] [data-tool="market-screen"]');
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
  await test.step('Reload sends the screen again, and the fields were requested once', async () => {
    const before = gate.count('filteredStocks');
    await button(screen, 'Reload').click();
    await expect.poll(() => gate.count('filteredStocks')).toBe(before + 1);
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
