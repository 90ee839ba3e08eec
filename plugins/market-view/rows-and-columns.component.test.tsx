import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  collectSavedFiles,
  createDeskServer,
  renderTool,
  type MemoryServer,
} from '../../src/testing/index.ts';
import { marketView } from './manifest.ts';

let server: MemoryServer;
beforeEach(() => {
  server = createDeskServer();
});

const frame = () => document.querySelector<HTMLElement>('[data-tool="market-view"]') ?? document.body;
const cell = (symbol: string, column: string) =>
  frame().querySelector<HTMLElement>(`[data-row-id="${symbol}"] [data-column="${column}"]`) ?? document.body;
const symbols = () =>
  [...frame().querySelectorAll<HTMLElement>('[role="row"][data-row-id]')]
    .toSorted((left, right) => Number(left.dataset['index']) - Number(right.dataset['index']))
    .map(({ dataset }) => dataset['rowId']);
const columns = () =>
  [...frame().querySelectorAll<HTMLElement>('[role="columnheader"]')]
    .map(({ dataset }) => dataset['column'])
    .filter((id) => id?.startsWith('$') === false);
const renderList = (...Symbols: string[]) => renderTool(marketView, server, { Symbols });

test('finds, adds, moves and resets columns in the Columns dialog by the keyboard', async () => {
  const { user } = await renderList('AAPL');
  const open = async () => {
    await user.click(within(frame()).getByRole('button', { name: 'Columns' }));
    return within(await screen.findByRole('dialog', { name: 'Columns' }));
  };
  let dialog = await open();
  const count = () => dialog.getAllByRole('option').length;
  expect(count()).toBe(12);
  await user.type(dialog.getByRole('textbox', { name: 'Find a column' }), 'weighted average');
  await user.click(dialog.getByRole('checkbox', { name: 'Volume weighted average price' }));
  expect(count()).toBe(13);
  dialog.getByRole('listbox').focus();
  await user.keyboard(`{End}${'{Alt>}{ArrowUp}{/Alt}'.repeat(11)}`);
  expect(dialog.getByRole('status').textContent).toContain('2 of 13');
  await user.click(dialog.getByRole('button', { name: 'Ok' }));
  await expect
    .poll(() => columns().slice(0, 3))
    .toEqual(['Symbol', expect.stringMatching(/vwap/i), 'Company']);
  dialog = await open();
  for (let left = count(); left > 0; left--) await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(dialog.getByRole('alert').textContent).toBe('At least one column is required');
  await user.click(dialog.getByRole('button', { name: 'Default columns' }));
  await user.click(dialog.getByRole('button', { name: 'Ok' }));
  await expect.poll(() => columns().length).toBe(12);
  expect(columns().slice(0, 4)).toEqual(['Symbol', 'Company', 'PreviousClose', 'Last']);
});

test('exports its columns to CSV with unformatted numbers', async () => {
  const files = collectSavedFiles();
  const { user } = await renderList('AAPL', 'MSFT');
  await expect.poll(() => cell('AAPL', 'Last').textContent).toBe('100.00');
  await user.pointer({ keys: '[MouseRight]', target: cell('AAPL', 'Company') });
  await user.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }));
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['Market View - Untitled (2 symbols).csv']);
  const text = (await files[0]?.data.text()) ?? '';
  const [head, first] = text.replace('\ufeff', '').split('\r\n');
  expect(head?.split(',').slice(0, 4)).toEqual(['Symbol', 'Company', 'Prev Close', 'Last']);
  expect(first).toMatch(/^AAPL,Apple Inc,97,100,99,/);
});

test('keeps focus and selection on their row while a live column sorts the list', async () => {
  const { user } = await renderList('AAPL', 'MSFT', 'SPY');
  await expect.poll(symbols).toEqual(['AAPL', 'MSFT', 'SPY']);
  await expect.poll(() => cell('SPY', 'Volume').textContent).toMatch(/^\d/);
  await user.click(frame().querySelector('[role="columnheader"][data-column="Volume"]') ?? document.body);
  await user.click(cell('MSFT', 'Company'));
  // Away from the list: rows do not move under the pointer.
  await user.hover(document.body);
  await user.unhover(within(frame()).getByRole('grid'));
  const held = () =>
    [...frame().querySelectorAll('[role="row"][aria-selected="true"], [data-active]')].map((each) =>
      each.closest('[role="row"]')?.getAttribute('data-row-id'),
    );
  await expect.poll(held).toEqual(['MSFT', 'MSFT']);
  let volume = 1_000_000;
  for (const [symbol, order] of [
    ['MSFT', ['AAPL', 'SPY', 'MSFT']],
    ['AAPL', ['SPY', 'MSFT', 'AAPL']],
  ] as const) {
    server.send('streaming', 'trade', {
      S: symbol,
      P: 100,
      V: 1,
      TV: (volume += 1_000),
      X: 'ARCA',
      TS: Date.now(),
    });
    await expect.poll(symbols).toEqual(order);
    expect(held()).toEqual(['MSFT', 'MSFT']);
  }
});
