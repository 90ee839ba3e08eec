import { screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SCREEN_FIELDS } from '../../src/domain/screener/index.ts';
import {
  answerSaves,
  createDeskServer,
  fill,
  renderTool,
  untilFocused,
  type MemoryServer,
} from '../../src/testing/index.ts';
import { marketScreen } from './manifest.ts';

let server: MemoryServer;
/** What the screens of the test find, one after the other; the last one stays. */
let found: string[][];
/** How the server fails the next questions; null while it answers. */
let failure: 'Error' | 'Timeout' | null;
const REASON = 'The market is being counted';

beforeEach(() => {
  failure = null;
  found = [['AAPL', 'MSFT']];
  server = createDeskServer();
  const failed = (Id: number, Result: 'Error' | 'Timeout') => ({
    Id,
    Result,
    Error: REASON,
    HasMore: false,
    Items: [],
  });
  server.on('stockFilters', ({ Id }) =>
    server.send(
      'data',
      'stockFiltersAnswer',
      failure === null
        ? { Id, Result: 'Ok', HasMore: false, Items: [...SCREEN_FIELDS] }
        : failed(Id, failure),
    ),
  );
  server.on('filteredStocks', ({ Id }) => {
    const symbols = (found.length > 1 ? found.shift() : found[0]) ?? [];
    const Items = symbols.map((symbol) => ({ Symbol: `US${symbol}` }));
    server.send(
      'data',
      'filteredStocksAnswer',
      failure === null ? { Id, Result: 'Ok', HasMore: false, Items } : failed(Id, failure),
    );
  });
});

const dialog = () => screen.getByRole('dialog', { name: 'Market screen filter' });
const isOpen = () => screen.queryByRole('dialog', { name: 'Market screen filter' }) !== null;
const inDialog = (name: string) => within(dialog()).getByRole('button', { name });
const row = (number: number) => within(dialog()).getByRole('group', { name: `Filter ${number}` });
const problem = (number: number) =>
  within(row(number))
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join();
const title = (frame: HTMLElement) => within(frame).getByRole('heading', { level: 2 }).textContent;
const symbols = (frame: HTMLElement) =>
  [...frame.querySelectorAll<HTMLElement>('[role="row"][data-row-id]')].map(
    ({ dataset }) => dataset['rowId'],
  );
const sent = () => server.received('data').filter(({ name }) => name === 'filteredStocks');

interface Row {
  readonly field?: string;
  readonly operation?: string;
  readonly value?: string;
}
const technology: Row = { field: 'Sector', operation: 'Equals', value: 'Technology' };

/** Fills in a row of the dialog; what is left out stays as it is. */
async function fillRow(user: UserEvent, number: number, { field, operation, value }: Row): Promise<void> {
  if (field !== undefined) {
    await fill(user, within(dialog()).getByRole('combobox', { name: `Field of filter ${number}` }), field);
    await user.click(await screen.findByRole('option', { name: field }));
  }
  if (operation !== undefined) {
    await user.click(within(dialog()).getByRole('combobox', { name: `Operation of filter ${number}` }));
    await user.click(await screen.findByRole('option', { name: operation }));
  }
  if (value !== undefined)
    await fill(user, within(dialog()).getByRole('textbox', { name: `Value of filter ${number}` }), value);
}

async function openFilters(user: UserEvent, frame: HTMLElement): Promise<void> {
  await user.click(await within(frame).findByRole('button', { name: 'Filters' }));
  // The rows are shown once the fields have loaded.
  await expect
    .poll(() => (isOpen() ? within(dialog()).queryByRole('button', { name: 'Add filter' }) : null))
    .toBeInstanceOf(HTMLElement);
}

/** Opens the dialog, fills in its first row and accepts. */
async function screenFor(user: UserEvent, frame: HTMLElement, filter: Row): Promise<void> {
  await openFilters(user, frame);
  await fillRow(user, 1, filter);
  await user.click(inDialog('Ok'));
  await expect.poll(isOpen).toBe(false);
}

test('the filter dialog says at each row what is wrong with it, word for word', async () => {
  const { frame, user } = await renderTool(marketScreen, server);
  await openFilters(user, frame);
  await user.click(inDialog('Ok'));
  await expect.poll(() => problem(1)).toBe('No field selected');
  // The fields stand under their categories.
  await user.click(inDialog('Show choices of Field of filter 1'));
  for (const name of ['Fundamental', 'Indicator', 'Trading']) await screen.findByRole('group', { name });
  await user.keyboard('{Escape}');
  await fillRow(user, 1, { field: 'Volume' });
  await expect.poll(() => problem(1)).toBe('Compare operation not selected');
  await user.click(within(dialog()).getByRole('combobox', { name: 'Operation of filter 1' }));
  await screen.findByRole('option', { name: 'Equals' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Greater than',
    'Less than',
    'Equals',
    'Not equals',
    'Contains',
    "Doesn't contain",
  ]);
  await user.keyboard('{Escape}');
  for (const operation of ['Equals', 'Not equals', 'Contains', "Doesn't contain"]) {
    await fillRow(user, 1, { operation, value: '5' });
    await expect
      .poll(() => problem(1))
      .toBe("Only 'Greater than' and 'Less than' can be used with numeric fields");
  }
  for (const [change, text] of [
    [{ operation: 'Greater than', value: '' }, 'Value not entered'],
    [{ value: 'much' }, 'Value is not a valid number'],
    [{ field: '% change', value: '3 per cent' }, 'Value is not a valid percentage'],
    [
      { field: 'Sector', value: 'Technology' },
      "'Greater than' and 'Less than' cannot be used with text fields",
    ],
    [{ operation: 'Contains' }, ''],
  ] as const) {
    await fillRow(user, 1, change);
    await expect.poll(() => problem(1)).toBe(text);
  }
  // The dialog stays open until every row is right.
  await user.click(inDialog('Add filter'));
  await expect.poll(() => problem(2)).toBe('No field selected');
  await user.click(inDialog('Ok'));
  expect(isOpen()).toBe(true);
  await user.click(inDialog('Remove filter 2'));
  await user.click(inDialog('Ok'));
  await expect.poll(isOpen).toBe(false);
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (2 symbols)');
});

test('Between and alternatives are an extension that is switched on', async () => {
  found = [['AAPL', 'BAC', 'MSFT']];
  const { frame, user } = await renderTool(marketScreen, server);
  await openFilters(user, frame);
  const extension = () =>
    within(dialog()).getByRole('checkbox', {
      name: 'Extended filters: Between, and alternatives of which one is enough',
    });
  expect(extension().getAttribute('aria-checked')).toBe('false');
  expect(within(dialog()).queryByRole('button', { name: 'Add alternatives' })).toBeNull();
  await user.click(extension());
  await fillRow(user, 1, { field: 'Last price', operation: 'Between', value: '20 - 200' });
  await user.click(inDialog('Add alternatives'));
  await fillRow(user, 2, technology);
  await fillRow(user, 3, { field: 'Company', operation: 'Contains', value: 'Bank' });
  await user.click(inDialog('Ok'));
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (3 symbols)');
  expect(symbols(frame).toSorted()).toEqual(['AAPL', 'BAC', 'MSFT']);
  within(frame).getByText(
    'Last price between 20 - 200 and (Sector equals Technology or Company contains Bank)',
  );
  // Without it, Between breaks the rule of numeric fields.
  await openFilters(user, frame);
  expect(extension().getAttribute('aria-checked')).toBe('true');
  await user.click(extension());
  await user.click(inDialog('Ok'));
  await within(dialog()).findByText("Only 'Greater than' and 'Less than' can be used with numeric fields");
  await user.click(inDialog('Cancel'));
  await expect.poll(isOpen).toBe(false);
  expect(title(frame)).toBe('MarketScreen - Untitled (3 symbols)');
});

test('the filter dialog is worked by the keyboard alone, and asks before changes are lost', async () => {
  const { frame, user } = await renderTool(marketScreen, server);
  (await within(frame).findByRole('button', { name: 'Filters' })).focus();
  await user.keyboard('{Enter}');
  const field = (number: number) =>
    within(dialog()).getByRole('combobox', { name: `Field of filter ${number}` });
  await expect.poll(isOpen).toBe(true);
  await expect
    .poll(() => within(dialog()).queryByRole('button', { name: 'Add filter' }))
    .toBeInstanceOf(HTMLElement);
  await untilFocused(() => field(1));
  // The focus goes with a row that comes or goes.
  inDialog('Add filter').focus();
  await user.keyboard('{Enter}');
  await untilFocused(() => field(2));
  inDialog('Remove filter 2').focus();
  await user.keyboard('{Enter}');
  await untilFocused(() => inDialog('Remove filter 1'));
  await user.keyboard('{Enter}');
  await untilFocused(() => inDialog('Add filter'));
  await user.keyboard('{Escape}');
  const question = () => screen.findByRole('alertdialog');
  expect((await question()).textContent).toContain('Leave without them?');
  await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(isOpen()).toBe(true);
  await user.click(inDialog('Close'));
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }));
  await expect.poll(isOpen).toBe(false);
  // Without changes it just closes.
  await openFilters(user, frame);
  await untilFocused(() => field(1));
  await user.keyboard('{Escape}');
  await expect.poll(isOpen).toBe(false);
});

test('a newer screen takes the place of one under way; what came too late changes nothing', async () => {
  found = [['AAPL', 'MSFT'], ['BAC']];
  const { frame, user, desk } = await renderTool(marketScreen, server);
  const answer = server.answerOf('filteredStocks');
  const late: (() => void)[] = [];
  server.on('filteredStocks', (body) => {
    if (late.length === 0) late.push(() => answer(body));
    else answer(body);
  });
  await screenFor(user, frame, technology);
  await expect.poll(() => late.length).toBe(1);
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (loading...)');
  found = [['BAC']];
  await screenFor(user, frame, { value: 'Financial Services' });
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (1 symbol)');
  expect(server.received('data').some(({ name }) => name === 'cancelRequest')).toBe(true);
  found = [['AAPL', 'MSFT']];
  late[0]?.();
  // A question that is answered after it shows that it has been read.
  expect(await desk.platform.symbols.lookup('AAPL', 1)).toHaveLength(1);
  expect([title(frame), symbols(frame)]).toEqual(['MarketScreen - Untitled (1 symbol)', ['BAC']]);
});

test('a server that answers Error says why and offers another try; a Timeout changes nothing; neither turns for ever', async () => {
  failure = 'Error';
  const { frame, user } = await renderTool(marketScreen, server);
  await user.click(await within(frame).findByRole('button', { name: 'Filters' }));
  await screen.findByText('The fields did not load');
  failure = null;
  await user.click(inDialog('Try again'));
  await screen.findByRole('button', { name: 'Add filter' });
  await fillRow(user, 1, technology);
  failure = 'Error';
  await user.click(inDialog('Ok'));
  await within(frame).findByText('The screen did not run');
  within(frame).getByText(REASON);
  expect(title(frame)).toBe('MarketScreen - Untitled (0 symbols)');
  failure = 'Timeout';
  await user.click(within(frame).getByRole('button', { name: 'Try again' }));
  await within(frame).findByText('No symbols yet');
  failure = null;
  const reload = () => within(frame).getAllByRole('button', { name: 'Reload' });
  await user.click(reload().at(-1) ?? frame);
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (2 symbols)');
  for (const [how, notes] of [
    ['Timeout', 0],
    ['Error', 1],
  ] as const) {
    failure = how;
    const before = sent().length;
    await user.click(reload()[0] ?? frame);
    await expect.poll(() => sent().length).toBe(before + 1);
    await expect.poll(() => reload()[0]?.getAttribute('aria-disabled') === 'true').toBe(false);
    await expect.poll(() => within(frame).queryAllByText(REASON).length).toBe(notes);
    expect(title(frame)).toBe('MarketScreen - Untitled (2 symbols)');
    expect(symbols(frame).toSorted()).toEqual(['AAPL', 'MSFT']);
  }
});

test('shows what is found so far and how many stocks are left until the server has checked all', async () => {
  const parts: [readonly string[], number][] = [
    [['AAPL'], 2400],
    [['AAPL', 'BAC'], 1200],
    [['AAPL', 'BAC', 'MSFT'], 0],
  ];
  /** Requests that wait for an answer. */
  const waiting: number[] = [];
  server.on('filteredStocks', ({ Id }) => waiting.push(Id));
  const answerNext = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    const [found = [], pending = 0] = parts.shift() ?? [];
    for (const Id of waiting.splice(0))
      server.send('data', 'filteredStocksAnswer', {
        Id,
        Result: 'Ok',
        HasMore: false,
        Items: found.map((symbol) => ({ Symbol: `US${symbol}` })),
        ...(pending === 0 ? {} : { Pending: pending }),
      });
  };
  const { frame, user } = await renderTool(marketScreen, server);
  const progress = () => within(frame).queryByText(/^Computing figures/)?.textContent;
  await screenFor(user, frame, technology);
  await answerNext();
  await expect.poll(progress).toBe('Computing figures… 2,400 stocks to go');
  expect(title(frame)).toBe('MarketScreen - Untitled (loading...)');
  expect(symbols(frame)).toEqual(['AAPL']);
  await answerNext();
  await expect.poll(progress).toBe('Computing figures… 1,200 stocks to go');
  await expect.poll(() => symbols(frame).toSorted()).toEqual(['AAPL', 'BAC']);
  await answerNext();
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (3 symbols)');
  expect(progress()).toBeUndefined();
  // Once the server has checked all, one request is enough.
  parts.push([['AAPL', 'BAC', 'MSFT'], 0]);
  await user.click(within(frame).getByRole('button', { name: 'Reload' }));
  await answerNext();
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (3 symbols)');
  expect([progress(), waiting]).toEqual([undefined, []]);
});

test('saves the filters under a name and loads them again', async () => {
  answerSaves(server);
  const { frame, user } = await renderTool(marketScreen, server);
  await screenFor(user, frame, technology);
  await expect.poll(() => title(frame)).toBe('MarketScreen - Untitled (2 symbols)');
  const openSaves = async () => {
    await user.click(within(frame).getByRole('button', { name: 'Manage saved filters' }));
    return within(await screen.findByRole('dialog', { name: 'Saved filters' }));
  };
  const saves = await openSaves();
  await fill(user, saves.getByRole('textbox', { name: 'Name' }), 'Chips');
  await user.click(saves.getByRole('button', { name: 'Save' }));
  await expect.poll(() => title(frame)).toBe('MarketScreen - Chips (2 symbols)');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await openFilters(user, frame);
  await user.click(inDialog('Remove all'));
  await user.click(inDialog('Ok'));
  await within(frame).findByText('No filters yet');
  await user.dblClick(await (await openSaves()).findByRole('option', { name: 'Chips' }));
  await expect.poll(() => title(frame)).toBe('MarketScreen - Chips (2 symbols)');
  expect(symbols(frame).toSorted()).toEqual(['AAPL', 'MSFT']);
});

test('shows other columns, sorts, publishes a clicked symbol and opens a ticket for it', async () => {
  found = [['AAPL', 'BAC', 'MSFT']];
  const { frame, user, window } = await renderTool(marketScreen, server);
  await screenFor(user, frame, technology);
  await expect.poll(() => symbols(frame).length).toBe(3);
  await user.click(within(frame).getByRole('button', { name: 'Columns' }));
  const columns = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await user.click(columns.getByRole('checkbox', { name: 'Volume weighted average price' }));
  await user.click(columns.getByRole('checkbox', { name: 'Company' }));
  await user.click(columns.getByRole('button', { name: 'Ok' }));
  const header = (id: string) =>
    frame.querySelector<HTMLElement>(`[role="columnheader"][data-column="${id}"]`);
  await expect.poll(() => [header('VWAP') === null, header('Company') === null]).toEqual([false, true]);
  const first = () => frame.querySelector('[role="row"][data-index="0"]')?.getAttribute('data-row-id');
  await user.click(header('Symbol') ?? document.body);
  await expect.poll(first).toBe('AAPL');
  await user.click(header('Symbol') ?? document.body);
  await expect.poll(first).toBe('MSFT');
  const published = vi.spyOn(window, 'publish');
  await user.click(frame.querySelector('[data-row-id="BAC"] [data-column="Symbol"]') ?? document.body);
  expect(published.mock.lastCall?.[0]).toMatchObject({ type: 'fdc3.instrument', id: { ticker: 'BAC' } });
  await user.click(within(frame).getByRole('button', { name: 'Trade MSFT' }));
  const ticket = within(await screen.findByRole('dialog', { name: 'Order entry' }));
  expect(ticket.getByRole<HTMLInputElement>('textbox', { name: 'Symbol' }).value).toBe('MSFT');
});

test('a symbol typed in the window selects its row, and a row offers an alert', async () => {
  const { frame, user } = await renderTool(marketScreen, server);
  await screenFor(user, frame, technology);
  await expect.poll(() => symbols(frame).length).toBe(2);
  const line = (symbol: string) => frame.querySelector(`[data-row-id="${symbol}"]`);
  const type = async (symbol: string) => {
    within(frame).getByRole('grid').focus();
    await user.keyboard(symbol);
    await screen.findByRole('dialog', { name: 'MarketScreen' });
    await user.keyboard('{Enter}');
  };
  await type('MSFT');
  await expect.poll(() => line('MSFT')?.getAttribute('aria-selected')).toBe('true');
  await user.pointer({
    keys: '[MouseRight]',
    target: line('MSFT')?.querySelector('[data-column="Last"]') ?? document.body,
  });
  await screen.findByRole('menuitem', { name: 'Create alert…' });
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  await user.click(within(frame).getByRole('button', { name: 'Link active, click to unlink' }));
  await type('BAC');
  await screen.findByText('BAC is not among the stocks of this screen.');
  expect(line('MSFT')?.getAttribute('aria-selected')).toBe('true');
});
