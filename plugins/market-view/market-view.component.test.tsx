import { File } from 'node:buffer';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answerMarket,
  chooseFromMenu,
  createDeskServer,
  fill,
  renderTool,
  shownAlerts,
  untilFocused,
  type MemoryServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { marketView } from './manifest.ts';

let server: MemoryServer;
beforeEach(() => {
  server = createDeskServer();
});
afterEach(() => {
  vi.useRealTimers();
});

type User = RenderedTool['user'];

const frame = () => document.querySelector<HTMLElement>('[data-tool="market-view"]') ?? document.body;
const title = () => frame().querySelector('header h2')?.textContent;
const row = (symbol: string) => frame().querySelector<HTMLElement>(`[data-row-id="${symbol}"]`);
const cell = (symbol: string, column: string) =>
  row(symbol)?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? document.body;
const symbols = () =>
  [...frame().querySelectorAll<HTMLElement>('[role="row"][data-row-id]')]
    .toSorted((left, right) => Number(left.dataset['index']) - Number(right.dataset['index']))
    .map(({ dataset }) => dataset['rowId']);
const header = (column: string) =>
  frame().querySelector<HTMLElement>(`[role="columnheader"][data-column="${column}"]`);
const columns = () =>
  [...frame().querySelectorAll<HTMLElement>('[role="columnheader"]')]
    .map(({ dataset }) => dataset['column'])
    .filter((id) => id?.startsWith('$') === false);
const sent = (name: string) => server.received('data').filter((message) => message.name === name);

const renderList = (...Symbols: string[]) => renderTool(marketView, server, { Symbols });

async function addSymbol(user: User, symbol: string): Promise<void> {
  await fill(user, await within(frame()).findByRole('textbox', { name: 'Add symbol' }), `${symbol}{Enter}`);
}

/** Opens a dialog from the Add symbols menu of the title bar. */
async function chooseAdd(user: User, entry: 'Add symbols' | 'Import symbols'): Promise<HTMLElement> {
  const header = within(frame().querySelector('header') ?? document.body);
  await chooseFromMenu(user, header.getByRole('button', { name: 'Add symbols' }), entry);
  return screen.findByRole('dialog', { name: entry });
}

async function click(user: User, element: HTMLElement | null): Promise<void> {
  await user.click(element ?? document.body);
}

describe('the list of Market View', () => {
  test('shows the company of each symbol', async () => {
    await renderList('AAPL');
    expect(await within(frame()).findByText('Apple Inc')).toBeDefined();
  });

  test('has the default columns of the specification and counts its symbols in the title', async () => {
    const { user } = await renderList();
    await expect.poll(title).toBe('Market View - Untitled (0 symbols)');
    await expect
      .poll(columns)
      .toEqual([
        'Symbol',
        'Company',
        'PreviousClose',
        'Last',
        'Open',
        'ChangeP',
        'Volume',
        'MarketCap',
        'Low',
        'High',
        'YearLow',
        'YearHigh',
      ]);
    await addSymbol(user, 'AAPL');
    await expect.poll(title).toBe('Market View - Untitled (1 symbol)');
    await addSymbol(user, 'MSFT');
    await expect.poll(title).toBe('Market View - Untitled (2 symbols)');
  });

  test('refuses a symbol that it contains and one that does not exist', async () => {
    const { user } = await renderList();
    await addSymbol(user, 'aapl');
    await expect.poll(symbols).toEqual(['AAPL']);
    await addSymbol(user, 'AAPL');
    await within(frame()).findByText(/Symbol already added/);
    await addSymbol(user, 'NOSUCH');
    await within(frame()).findByText(/Symbol not found/);
    expect(symbols()).toEqual(['AAPL']);
  });

  test('adds symbols that are typed faster than the server answers, in their order', async () => {
    const { user } = await renderList();
    const answer = server.answerOf('symbolsInfo');
    const waiting: (() => void)[] = [];
    server.on('symbolsInfo', (body) => waiting.push(() => answer(body)));
    const field = await within(frame()).findByRole<HTMLInputElement>('textbox', { name: 'Add symbol' });
    await user.type(field, 'spy{Enter}msft{Enter}nosuch{Enter}aapl{Enter}');
    expect(symbols()).toEqual([]);
    await waitFor(() => {
      for (const go of waiting.splice(0)) go();
      expect(symbols()).toEqual(['SPY', 'MSFT', 'AAPL']);
    });
    expect(['', 'NOSUCH']).toContain(field.value);
  });

  test('removes a symbol by its cross and by the Delete key, and keeps that over a reload', async () => {
    const { user, reload } = await renderList('AAPL', 'MSFT', 'SPY');
    await user.click(await within(frame()).findByRole('button', { name: 'Remove MSFT' }));
    await expect.poll(symbols).toEqual(['AAPL', 'SPY']);
    await user.click(cell('AAPL', 'Last'));
    await user.keyboard('{Delete}');
    await expect.poll(symbols).toEqual(['SPY']);
    reload();
    await expect.poll(symbols).toEqual(['SPY']);
  });

  test('sorts by a clicked header, in reverse by the next click, and keeps that over a reload', async () => {
    const { user, reload } = await renderList('MSFT', 'AAPL', 'SPY');
    await expect.poll(symbols).toEqual(['MSFT', 'AAPL', 'SPY']);
    await click(user, header('Symbol'));
    await expect.poll(symbols).toEqual(['AAPL', 'MSFT', 'SPY']);
    expect(header('Symbol')?.getAttribute('aria-sort')).toBe('ascending');
    await click(user, header('Symbol'));
    await expect.poll(symbols).toEqual(['SPY', 'MSFT', 'AAPL']);
    reload();
    await expect.poll(symbols).toEqual(['SPY', 'MSFT', 'AAPL']);
  });

  test('changes its columns in the Columns dialog, which requires one', async () => {
    const { user } = await renderList('AAPL');
    await expect.poll(() => header('Volume')).not.toBeNull();
    await user.click(within(frame()).getByRole('button', { name: 'Columns' }));
    const dialog = await screen.findByRole('dialog', { name: 'Columns' });
    const checked = within(dialog).getAllByRole('checkbox', { checked: true });
    expect(checked).toHaveLength(12);
    for (const box of checked.toReversed()) await user.click(box);
    await expect
      .poll(() => within(dialog).getByRole('alert').textContent)
      .toBe('At least one column is required');
    const ok = within(dialog).getByRole('button', { name: 'Ok' });
    expect(ok.hasAttribute('disabled') || ok.getAttribute('aria-disabled') === 'true').toBe(true);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Symbol' }));
    await user.click(ok);
    await expect.poll(columns).toEqual(['Symbol']);
  });

  test('adds a pasted list and names what the market does not have in one message', async () => {
    const { user } = await renderList();
    const field = await within(frame()).findByRole<HTMLInputElement>('textbox', { name: 'Add symbol' });
    await user.click(field);
    await user.paste('AAPL\nMSFT|nosuch;BAC\tNEITHER');
    expect(field.value).toBe('AAPL, MSFT, NOSUCH, BAC, NEITHER');
    await user.keyboard('{Enter}');
    await expect.poll(symbols).toEqual(['AAPL', 'MSFT', 'BAC']);
    await screen.findByText('Symbol not found: NOSUCH, NEITHER.');
    expect(field.value).toBe('NOSUCH, NEITHER');
    const lookup = await chooseAdd(user, 'Add symbols');
    await user.click(within(lookup).getByRole('combobox'));
    await user.paste('SPY\nNOSUCH');
    await within(lookup).findByText('2 symbols. Press Enter to add them.');
    await user.keyboard('{Enter}');
    await expect.poll(symbols).toEqual(['AAPL', 'MSFT', 'BAC', 'SPY']);
    await screen.findByText('NOSUCH: Symbol not found');
  });

  test('stops loading without a message when symbols cannot be loaded, and loads them later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const answer = server.answerOf('symbolsInfo');
    server.on('symbolsInfo', ({ Id }) =>
      server.send('data', 'symbolsInfoAnswer', { Id, Result: 'Timeout', HasMore: false, Items: [] }),
    );
    await renderList('AAPL', 'MSFT');
    await expect.poll(() => sent('symbolsInfo').length).toBeGreaterThan(0);
    await expect.poll(title).toBe('Market View - Untitled (2 symbols)');
    await expect.poll(() => within(frame()).queryByRole('status', { name: 'Loading symbols' })).toBeNull();
    expect(within(frame()).queryAllByRole('alert')).toEqual([]);
    expect(document.body.textContent).not.toMatch(/timeout/i);
    server.on('symbolsInfo', answer);
    // The client requests them again without user action.
    await vi.advanceTimersByTimeAsync(15_000);
    await expect.poll(() => cell('AAPL', 'Company').textContent).toMatch(/Apple/);
  });
});

/** What the status line of a lookup has shown since now. */
function statusesOf(lookup: HTMLElement): readonly (string | null)[] {
  const note = within(lookup).getByRole('status');
  const shown = [note.textContent];
  new MutationObserver(() => shown.push(note.textContent)).observe(note, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return shown;
}

describe('the symbol lookup of Market View', () => {
  /** As if pasted: typing by the keyboard waits for timers, which may stand still. */
  const change = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  test('is offered beside the import, and adds the chosen symbol in upper case', async () => {
    const { user } = await renderList();
    await user.click(
      within(frame().querySelector('header') ?? document.body).getByRole('button', { name: 'Add symbols' }),
    );
    await screen.findByRole('menuitem', { name: 'Import symbols' });
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Add symbols',
      'Import symbols',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Add symbols' }));
    const lookup = await screen.findByRole('dialog', { name: 'Add symbols' });
    const shown = statusesOf(lookup);
    await user.type(within(lookup).getByRole('combobox'), 'msf');
    await expect.poll(() => shown).toContain('Searching...');
    await within(lookup).findByRole('option', { name: /MSFT/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await expect.poll(symbols).toEqual(['MSFT']);
  });

  test('ends its search for a text of any length and reports the unknown symbol in a short message', async () => {
    const { user } = await renderList();
    const lookup = await chooseAdd(user, 'Add symbols');
    const field = within(lookup).getByRole<HTMLInputElement>('combobox');
    await user.click(field);
    await user.paste('X'.repeat(10_000));
    await expect.poll(() => field.value).toBe('X'.repeat(10_000));
    await expect
      .poll(() => within(lookup).getByRole('status').textContent)
      .toBe('Nothing found yet. Press Enter to use what you typed.');
    await user.type(field, '{Enter}');
    await screen.findByText(/^X{23}…: Symbol not found$/);
  });

  test('shows 40 symbols at most', async () => {
    const names = Array.from(
      { length: 60 },
      (_, index) => `ZZ${String.fromCharCode(65 + (index % 26))}${index}`,
    );
    answerMarket(server, Object.fromEntries(names.map((symbol) => [symbol, `Company ${symbol}`])));
    const { user } = await renderList();
    const lookup = await chooseAdd(user, 'Add symbols');
    await user.type(within(lookup).getByRole('combobox'), 'zz');
    await expect.poll(() => found().length).toBe(40);
  });

  test('searches from two characters on, half a second after the last change', async () => {
    const { user } = await renderList();
    const lookup = await chooseAdd(user, 'Add symbols');
    const field = within(lookup).getByRole('combobox');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    change(field, 'm');
    await vi.advanceTimersByTimeAsync(900);
    expect(sent('lookup')).toEqual([]);
    expect(within(lookup).getByRole('button', { name: 'Go' }).hasAttribute('disabled')).toBe(false);
    const shown = statusesOf(lookup);
    change(field, 'ms');
    await vi.advanceTimersByTimeAsync(300);
    change(field, 'msf');
    await vi.advanceTimersByTimeAsync(499);
    expect(sent('lookup')).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(found).toEqual([expect.stringMatching(/^MSFT/)]);
    expect(sent('lookup')).toHaveLength(1);
    expect(shown).toContain('Searching...');
  });

  test('cancels a search for a newer one and ends a failed search without a message', async () => {
    const { user } = await renderList();
    const lookup = await chooseAdd(user, 'Add symbols');
    const field = within(lookup).getByRole('combobox');
    const note = () => within(lookup).getByRole('status').textContent;
    const answer = server.answerOf('lookup');
    const waiting: number[] = [];
    server.on('lookup', ({ Id }) => waiting.push(Id));
    change(field, 'aap');
    await expect.poll(() => waiting.length).toBe(1);
    server.on('lookup', answer);
    change(field, 'bac');
    await expect.poll(() => sent('cancelRequest').length).toBe(1);
    await expect.poll(found).toEqual([expect.stringMatching(/^BAC/)]);
    for (const Result of ['Error', 'Timeout'] as const) {
      waiting.length = 0;
      server.on('lookup', ({ Id }) => waiting.push(Id));
      change(field, `spy${Result.slice(0, 1)}`);
      await expect.poll(() => waiting.length).toBe(1);
      expect(note()).toBe('Searching...');
      for (const Id of waiting)
        server.send('data', 'lookupAnswer', { Id, Result, HasMore: false, Items: [] });
      await expect.poll(note).not.toBe('Searching...');
      expect(shownAlerts()).toEqual([]);
    }
    change(field, 's');
    await user.type(field, '{Enter}');
    await screen.findByText('S: Symbol not found');
  });
});

describe('the import of Market View', () => {
  async function importFile(user: User, content: string | Uint8Array): Promise<HTMLElement> {
    const dialog = await chooseAdd(user, 'Import symbols');
    // jsdom's files cannot be streamed; those of Node can.
    const file = new File([content], 'symbols.txt');
    Object.defineProperty(within(dialog).getByLabelText('File with symbols'), 'files', { value: [file] });
    await user.click(within(dialog).getByRole('button', { name: 'Import' }));
    return dialog;
  }
  const texts = (dialog: HTMLElement, role: string) =>
    within(dialog)
      .queryAllByRole(role)
      .map(({ textContent }) => textContent);

  test('reports how many symbols it found, imported and did not know', async () => {
    const { user } = await renderList('SPY');
    const dialog = await importFile(
      user,
      ' aapl \nMSFT\r\naapl\nNOSUCH\n\nspy\nA LINE THAT IS LONGER THAN 23 CHARACTERS\n',
    );
    await expect.poll(() => texts(dialog, 'definition')).toEqual(['4', '2', '1', '1']);
    expect(texts(dialog, 'term')).toEqual([
      'Unique symbols in the file',
      'Imported symbols',
      'Already in the list',
      'Unknown symbols',
    ]);
    expect(dialog.textContent).toContain('NOSUCH');
    await untilFocused(() => within(dialog).getByRole('button', { name: 'Ok' }));
    await user.keyboard('{Enter}');
    await expect.poll(symbols).toEqual(['SPY', 'AAPL', 'MSFT']);
  });

  test('refuses a missing file, and files without symbols, and changes nothing', async () => {
    const { user } = await renderList();
    const first = await chooseAdd(user, 'Import symbols');
    await user.click(within(first).getByRole('button', { name: 'Import' }));
    await expect.poll(() => texts(first, 'alert')).toEqual(['Please choose a file']);
    await user.click(within(first).getByRole('button', { name: 'Cancel' }));
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff, 0xfe, 10, 0, 5]);
    for (const content of ['', '\n  \n', picture, 'X'.repeat(5_000_000)]) {
      await expect.poll(() => screen.queryByRole('dialog', { name: 'Import symbols' })).toBeNull();
      const dialog = await importFile(user, content);
      await expect.poll(() => texts(dialog, 'alert')).toEqual(['No symbols found in a file']);
      await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    }
    await expect.poll(symbols).toEqual([]);
  });
});
