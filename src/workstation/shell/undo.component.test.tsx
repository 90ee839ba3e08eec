import { screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { marketView } from '../../../plugins/market-view/manifest.ts';
import { createDeskServer, fill, renderTool, type MemoryServer } from '../../testing/index.ts';

let server: MemoryServer;
beforeEach(() => {
  server = createDeskServer();
});

const grid = () => screen.findByRole('grid', { name: 'Market View' });
const symbols = () =>
  [...document.querySelectorAll<HTMLElement>('[role="row"][data-row-id]')]
    .toSorted((left, right) => Number(left.dataset['index']) - Number(right.dataset['index']))
    .map(({ dataset }) => dataset['rowId']);
const sorting = () =>
  [...document.querySelectorAll('[role="columnheader"][aria-sort]')]
    .map((header) => `${header.getAttribute('data-column')} ${header.getAttribute('aria-sort')}`)
    .filter((text) => !text.endsWith('none'));
const tab = () =>
  within(screen.getByRole('tablist', { name: 'Workspaces' })).getByRole('tab', { selected: true })
    .textContent;

/** What the menu Edit says can be undone and done again. */
async function offered(user: UserEvent): Promise<readonly (string | null)[]> {
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const menu = await screen.findByRole('menu');
  const labels = within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
    .filter((text) => /^(Undo|Redo)/.test(text));
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  return labels;
}

async function renameWorkspace(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Rename workspace' }));
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), name);
  await user.keyboard('{Enter}');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Rename workspace' })).toBeNull();
}

test('one stack undoes and does again what was changed in a list, a sorting, a workspace and a window, also after a reload', async () => {
  const { user, frame, reload } = await renderTool(marketView, server, { Symbols: ['MSFT', 'AAPL', 'SPY'] });
  (await grid()).focus();
  await user.keyboard('{Home}{Delete}');
  await expect.poll(symbols).toEqual(['AAPL', 'SPY']);
  await user.click(within(frame).getByRole('columnheader', { name: /^Symbol/ }));
  await expect.poll(() => sorting().length).toBe(1);
  const sorted = sorting();
  const before = tab();
  await renameWorkspace(user, 'Morning');
  await user.click(within(frame).getByRole('button', { name: 'Close' }));
  await screen.findByRole('button', { name: 'Add tool' });
  expect(await offered(user)).toEqual([
    'Undo: Close Market View - Untitled (2 symbols)Ctrl+Z',
    'RedoCtrl+Shift+Z',
  ]);

  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(symbols).toEqual(['AAPL', 'SPY']);
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(tab).toBe(before);
  reload();
  await grid();
  await expect
    .poll(() => offered(user))
    .toEqual(['Undo: Change sorting of Market ViewCtrl+Z', `Redo: Rename workspace ${before}Ctrl+Shift+Z`]);
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(sorting).toEqual([]);
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(symbols).toEqual(['MSFT', 'AAPL', 'SPY']);
  expect((await offered(user))[0]).toBe('UndoCtrl+Z');

  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(symbols).toEqual(['AAPL', 'SPY']);
  await user.keyboard('{Control>}y{/Control}');
  await expect.poll(sorting).toEqual(sorted);
  await user.keyboard('{Control>}y{/Control}');
  await expect.poll(tab).toBe('Morning');
  await user.keyboard('{Control>}y{/Control}');
  await screen.findByRole('button', { name: 'Add tool' });
  expect((await offered(user))[1]).toBe('RedoCtrl+Shift+Z');
});

test('a new change ends what could be done again, and the keys of a text field stay with its text', async () => {
  const { user, frame, desk } = await renderTool(marketView, server, { Symbols: ['MSFT', 'AAPL'] });
  (await grid()).focus();
  await user.keyboard('{Home}{Delete}');
  await expect.poll(symbols).toEqual(['AAPL']);
  const field = within(frame).getByRole('textbox', { name: 'Add symbol' });
  await user.type(field, 'S{Control>}z{/Control}');
  expect(symbols()).toEqual(['AAPL']);
  await user.clear(field);
  await desk.commands.run('edit.undo');
  await expect.poll(symbols).toEqual(['MSFT', 'AAPL']);
  await renameWorkspace(user, 'Morning');
  await desk.commands.run('edit.redo');
  expect(symbols()).toEqual(['MSFT', 'AAPL']);
});

test('a change whose window is gone is reported, and the one before it is next', async () => {
  const { user, desk } = await renderTool(marketView, server, { Symbols: ['MSFT', 'AAPL'] });
  await renameWorkspace(user, 'Morning');
  (await grid()).focus();
  await user.keyboard('{Home}{Delete}');
  await expect.poll(symbols).toEqual(['AAPL']);
  // As another tab does it.
  desk.workspaces.change((draft) => {
    for (const workspace of draft.Workspaces) workspace.LayoutData = {};
  });
  await screen.findByRole('button', { name: 'Add tool' });
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('“Change symbols of Market View” cannot be undone: what it changed is gone.');
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(tab).not.toBe('Morning');
});

test('a saved setting is undone and redone, and stored', async () => {
  const { user, desk, reload } = await renderTool(marketView, server, { Symbols: ['MSFT'] });
  const theme = () => desk.platform.settings.saved.get().theme;
  await desk.commands.run('theme.switch');
  expect(theme()).toBe('dark');
  expect(await offered(user)).toEqual(['Undo: Change setting: themeCtrl+Z', 'RedoCtrl+Shift+Z']);
  await user.keyboard('{Control>}z{/Control}');
  expect(theme()).toBe('light');
  reload();
  await grid();
  await expect.poll(() => offered(user)).toEqual(['UndoCtrl+Z', 'Redo: Change setting: themeCtrl+Shift+Z']);
  await user.keyboard('{Control>}y{/Control}');
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
});

test('the message that offers to undo a step goes when the step is undone by key', async () => {
  const { user, frame } = await renderTool(marketView, server, { Symbols: ['MSFT'] });
  await user.click(within(frame).getByRole('button', { name: 'Close' }));
  await screen.findByText(/closed\.$/);
  await user.keyboard('{Control>}z{/Control}');
  await grid();
  await expect.poll(() => screen.queryByText(/closed\.$/)).toBeNull();
});

test('the buttons of the menu bar undo and redo with one click, and are off while there is nothing to do', async () => {
  const { user } = await renderTool(marketView, server, { Symbols: ['MSFT', 'AAPL', 'SPY'] });
  const undo = screen.getByRole('button', { name: 'Undo last change' });
  const redo = screen.getByRole('button', { name: 'Redo last change' });
  const areOff = () => [undo, redo].map((button) => button.getAttribute('aria-disabled') === 'true');
  await grid();
  expect(areOff()).toEqual([true, true]);
  const before = tab();
  await renameWorkspace(user, 'Morning');
  await expect.poll(areOff).toEqual([false, true]);
  await user.click(undo);
  await expect.poll(() => [tab(), ...areOff()]).toEqual([before, true, false]);
  await user.click(redo);
  await expect.poll(() => [tab(), ...areOff()]).toEqual(['Morning', false, true]);
});
