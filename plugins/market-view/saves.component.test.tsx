import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerSaves,
  createDeskServer,
  fill,
  renderTool,
  untilFocused,
  type MemoryServer,
  type RenderedTool,
  type SavesServer,
} from '../../src/testing/index.ts';
import { marketView } from './manifest.ts';

let server: MemoryServer;
let saves: SavesServer;
beforeEach(() => {
  server = createDeskServer();
  saves = answerSaves(server);
});

const frame = () => document.querySelector<HTMLElement>('[data-tool="market-view"]') ?? document.body;
const title = () => frame().querySelector('header h2')?.textContent;
const row = (symbol: string) => frame().querySelector<HTMLElement>(`[data-row-id="${symbol}"]`);
const mark = () => frame().querySelector('[role="img"][aria-label="Changed since saved"]');
const dialog = () => screen.queryByRole('dialog', { name: 'Manage saved lists' });
const options = () => within(dialog() ?? document.body).queryAllByRole('option');
const names = () => options().map(({ textContent }) => textContent);
const status = () => dialog()?.querySelector('[role="status"]')?.textContent;
const button = (name: string) => within(dialog() ?? document.body).getByRole('button', { name });
const nameField = () => within(dialog() ?? document.body).getByLabelText('Name');
const untilClosed = () => expect.poll(dialog).toBeNull();

type User = RenderedTool['user'];

async function watch(user: User, ...symbols: string[]): Promise<void> {
  for (const symbol of symbols) {
    const field = await within(frame()).findByRole('textbox', { name: 'Add symbol' });
    await fill(user, field, `${symbol}{Enter}`);
    await expect.poll(() => row(symbol)).not.toBeNull();
  }
}

async function openSaves(user: User): Promise<void> {
  await untilClosed();
  await user.click(within(frame()).getByRole('button', { name: 'Manage saved lists' }));
  await screen.findByRole('dialog', { name: 'Manage saved lists' });
}

async function saveAs(user: User, name: string): Promise<void> {
  await openSaves(user);
  await fill(user, nameField(), name);
  await user.click(button('Save'));
}

async function answer(user: User, message: string, name: 'Yes' | 'No' | 'Ok'): Promise<void> {
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain(message);
  await user.click(within(question).getByRole('button', { name }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
}

test('marks a list that differs from its save until it is saved or restored', async () => {
  const { user, reload } = await renderTool(marketView, server);
  await watch(user, 'AAPL', 'MSFT');
  expect(mark()).toBeNull();
  await saveAs(user, 'Two');
  await expect.poll(title).toBe('Market View - Two (2 symbols)');
  expect(mark()).toBeNull();
  await watch(user, 'SPY');
  await expect.poll(() => mark()?.getAttribute('title')).toBe('Changed since saved');
  await user.click(within(frame()).getByRole('button', { name: 'Remove SPY' }));
  await expect.poll(mark).toBeNull();
  await user.click(frame().querySelector('[role="columnheader"][data-column="Last"]') ?? document.body);
  await expect.poll(mark).not.toBeNull();
  reload();
  await expect.poll(mark).not.toBeNull();
  await saveAs(user, 'Two');
  await answer(user, '"Two" already exists. Do you want to overwrite it?', 'Yes');
  await untilClosed();
  await expect.poll(mark).toBeNull();
  await watch(user, 'BAC');
  await expect.poll(mark).not.toBeNull();
  await openSaves(user);
  await expect.poll(names).toEqual(['Two']);
  await user.click(button('Load'));
  await expect.poll(title).toBe('Market View - Two (2 symbols)');
  await expect.poll(mark).toBeNull();
});

test('treats names that differ in case only as one save', async () => {
  const { user } = await renderTool(marketView, server);
  await watch(user, 'AAPL');
  await saveAs(user, 'Mine');
  await expect.poll(title).toBe('Market View - Mine (1 symbol)');
  await saveAs(user, 'MINE');
  await answer(user, '"Mine" already exists. Do you want to overwrite it?', 'Yes');
  await expect.poll(title).toBe('Market View - MINE (1 symbol)');
  await openSaves(user);
  await expect.poll(names).toEqual(['MINE']);
});

test('refuses to save in a demo session and says why', async () => {
  server.isDemo = true;
  const { user } = await renderTool(marketView, server);
  await expect.poll(title).toMatch(/^Market View - Untitled/);
  const before = title();
  await saveAs(user, 'Mine');
  await expect.poll(status).toBe('Saving is not supported during Demo Session');
  await user.click(
    within(dialog() ?? document.body)
      .getAllByRole('button', { name: 'Close' })
      .at(-1) ?? document.body,
  );
  await untilClosed();
  expect(title()).toBe(before);
});

test('shows the error of a settings call as its status and keeps the list', async () => {
  const { user } = await renderTool(marketView, server);
  await watch(user, 'AAPL');
  saves.refusal = 'Database is offline';
  await saveAs(user, 'Mine');
  await expect.poll(status).toBe('Database is offline');
  expect([saves.rows(), row('AAPL') === null]).toEqual([[], false]);
  await expect.poll(names).toEqual([]);
  saves.refusal = null;
  await user.click(button('Save'));
  await untilClosed();
  await expect.poll(() => saves.rows().map(({ Name }) => Name)).toEqual(['Mine']);
  await expect.poll(title).toBe('Market View - Mine (1 symbol)');
});

test('shows that the saves cannot be loaded as the status, and loads them again', async () => {
  saves.isListFailing = true;
  const { user } = await renderTool(marketView, server);
  await openSaves(user);
  await expect.poll(status).toBe('The saved items cannot be loaded now. Try again in a moment.');
  saves.isListFailing = false;
  saves.write({ Id: '7', Type: 'MarketView', Name: 'Mine', Data: { Symbols: ['AAPL'] } });
  await user.click(button('Try again'));
  await expect.poll(names).toEqual(['Mine']);
});

test('keeps both lists when another machine has saved under the same name or changed the same list', async () => {
  const { user } = await renderTool(marketView, server, { Symbols: ['AAPL'] });
  await openSaves(user);
  await screen.findByText('Nothing is saved yet.');
  server.on('saveList', () => {});
  // The other machine's save arrives after the user has typed the name: the server finds the conflict.
  const { send } = server;
  Object.assign(server, { send: () => {} });
  saves.write({ Id: '7', Type: 'MarketView', Name: 'Mine', Data: { Symbols: ['MSFT'] } });
  Object.assign(server, { send });
  await fill(user, nameField(), 'Mine');
  await user.click(button('Save'));
  await screen.findByText('“Mine” was saved elsewhere meanwhile. Yours is saved as “Mine (2)”.');
  expect(saves.rows().map(({ Name, Data }) => ({ Name, Data }))).toMatchObject([
    { Name: 'Mine', Data: { Symbols: ['MSFT'] } },
    { Name: 'Mine (2)', Data: { Symbols: ['AAPL'] } },
  ]);
});

test('deletes a save, and undo brings it back', async () => {
  saves.write({ Id: '7', Type: 'MarketView', Name: 'Mine', Data: { Symbols: ['MSFT'] } });
  const { user, desk } = await renderTool(marketView, server, { Symbols: ['AAPL'] });
  await openSaves(user);
  await expect.poll(names).toEqual(['Mine']);
  await user.click(options()[0] ?? document.body);
  await user.click(button('Delete'));
  await answer(user, 'Do you really want to delete "Mine"?', 'Yes');
  await expect.poll(() => saves.rows()).toEqual([]);
  await desk.commands.run('edit.undo');
  await expect.poll(() => saves.rows().map(({ Name }) => Name)).toEqual(['Mine']);
  await expect.poll(names).toEqual(['Mine']);
});

test('refuses a save of another tool and a damaged one, and keeps the list', async () => {
  const { user } = await renderTool(marketView, server);
  await watch(user, 'AAPL');
  await saveAs(user, 'Mine');
  await untilClosed();
  for (const [index, data] of [{ Filters: [] }, '{"Symbols": ["A"', [1]].entries()) {
    // By another name, which shows that it has arrived: the list of before is shown until then.
    const name = `Mine ${String(index)}`;
    for (const save of saves.rows()) saves.write({ ...save, Name: name, Data: data });
    await openSaves(user);
    await expect.poll(names).toEqual([name]);
    await user.click(button('Load'));
    await answer(
      user,
      `"${name}" can not be read: it is damaged, or was saved by another tool. Your list stays as it is.`,
      'Ok',
    );
    expect(row('AAPL')).not.toBeNull();
  }
});

test('lets the saves be used by keyboard alone', async () => {
  const { user } = await renderTool(marketView, server);
  await watch(user, 'AAPL');
  for (const name of ['One', 'Two']) {
    await saveAs(user, name);
    await untilClosed();
  }
  await watch(user, 'MSFT');
  await openSaves(user);
  await untilFocused(nameField);
  // What precedes the field is shown with the list.
  await expect.poll(names).toEqual(['One', 'Two']);
  await expect.poll(() => button('Load').hasAttribute('disabled')).toBe(false);
  await user.keyboard('{Shift>}{Tab}{Tab}{Tab}{/Shift}');
  await untilFocused(() => within(dialog() ?? document.body).getByRole('listbox'));
  await user.keyboard('{Home}{Enter}');
  await expect.poll(title).toBe('Market View - One (1 symbol)');
});

test('saves a list under a trimmed name, loads it, and overwrites and deletes it only after a confirmation', async () => {
  const { user, reload } = await renderTool(marketView, server, { Symbols: ['AAPL', 'MSFT'] });
  await saveAs(user, '  ');
  await within(dialog() ?? document.body).findByText('Please enter a name');
  await fill(user, nameField(), '  Big two {Enter}');
  await untilClosed();
  await expect.poll(title).toBe('Market View - Big two (2 symbols)');

  await watch(user, 'SPY');
  await openSaves(user);
  await expect.poll(names).toEqual(['Big two']);
  await user.click(button('Load'));
  await untilClosed();
  await expect.poll(title).toBe('Market View - Big two (2 symbols)');

  await watch(user, 'BAC');
  await saveAs(user, 'Big two');
  const overwrite = '"Big two" already exists. Do you want to overwrite it?';
  await answer(user, overwrite, 'No');
  await user.click(button('Save'));
  await answer(user, overwrite, 'Yes');
  await untilClosed();
  await saveAs(user, 'Another');
  await untilClosed();

  reload();
  await expect.poll(title).toBe('Market View - Another (3 symbols)');
  await openSaves(user);
  const remove = async (name: string) => {
    await user.click(within(dialog() ?? document.body).getByRole('option', { name }));
    await user.click(button('Delete'));
  };
  await expect.poll(names).toEqual(['Another', 'Big two']);
  await remove('Big two');
  await answer(user, 'Do you really want to delete "Big two"?', 'No');
  expect(names()).toEqual(['Another', 'Big two']);
  await remove('Big two');
  await answer(user, 'Do you really want to delete "Big two"?', 'Yes');
  await expect.poll(names).toEqual(['Another']);
  expect(status()).toBe('"Big two" deleted');
  expect(title()).toBe('Market View - Another (3 symbols)');
  // The title no longer shows the name of a deleted save.
  await remove('Another');
  await answer(user, 'Do you really want to delete "Another"?', 'Yes');
  await expect.poll(title).toBe('Market View - Untitled (3 symbols)');
});
