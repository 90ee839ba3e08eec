import { screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { findLayout, type LayoutGroup } from '../../../layouts/index.ts';
import {
  answerSaves,
  createDeskServer,
  fill,
  renderSignedIn,
  type MemoryServer,
  type SavesServer,
} from '../../testing/index.ts';

let server: MemoryServer;
let saves: SavesServer;
beforeEach(() => {
  server = createDeskServer();
  saves = answerSaves(server);
});

function treeOf(code: string): LayoutGroup {
  const layout = findLayout(code);
  if (layout === undefined) throw new Error(`There is no layout ${code}`);
  return layout.root;
}
const layout = (Id: string, Name: string, code = '1r2c') => ({
  Id,
  Type: 'Layout',
  Name,
  Data: { Tree: treeOf(code) },
});
const storedNames = () => saves.rows().map(({ Name }) => Name);
const dialog = () => within(screen.getByRole('dialog', { name: 'Manage saved layouts' }));
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-saved-layout]')].map(
    ({ dataset }) => dataset['savedLayout'],
  );

async function manage(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Manage saved layouts' }));
  await screen.findByRole('dialog', { name: 'Manage saved layouts' });
}

test('the layout on screen is saved under a name, renamed and deleted on all machines; undo brings each back', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  await manage(user);
  const name = () => dialog().getByRole('textbox', { name: 'Save the layout on screen as' });
  await fill(user, name(), ' Halves {Enter}');
  await expect.poll(shown).toEqual(['Halves']);
  await expect.poll(storedNames).toEqual(['Halves']);
  await fill(user, name(), 'halves{Enter}');
  await dialog().findByText('Layout already exists');
  saves.write(layout('77', 'Columns', '1r3c'));
  await expect.poll(shown).toEqual(['Columns', 'Halves']);
  await user.click(dialog().getByRole('button', { name: 'Rename Halves' }));
  await fill(user, dialog().getByRole('textbox', { name: 'Layout name' }), 'Half{Enter}');
  await expect.poll(shown).toEqual(['Columns', 'Half']);
  expect(desk.undo.last()?.title).toBe('Rename layout Halves');
  await user.click(dialog().getByRole('button', { name: 'Delete Half' }));
  await expect.poll(storedNames).toEqual(['Columns']);
  await screen.findByText('Layout “Half” deleted.');
  await desk.commands.run('edit.undo');
  await expect.poll(shown).toEqual(['Columns', 'Half']);
  await desk.commands.run('edit.undo');
  await expect.poll(shown).toEqual(['Columns', 'Halves']);
  await desk.commands.run('edit.undo');
  await expect.poll(() => [shown(), storedNames()]).toEqual([['Columns'], ['Columns']]);
});

test('a layout of another machine is in the chooser, and arranges the windows', async () => {
  saves.write(layout('77', 'Columns', '1r3c'));
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  await user.click(await screen.findByRole('button', { name: 'Choose window layout' }));
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await expect.poll(() => desk.workspaces.getState().Workspaces[0]?.Layout).toBe('1r3c');
  await desk.commands.run('layout.choose', { name: 'columns of another name' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('layouts that an earlier release stored with the workspaces become saved layouts, without a step of undo', async () => {
  server.stored.Workspace = JSON.stringify({
    SchemaVersion: 6,
    Workspaces: [{ Id: 1, Name: 'Morning', Layout: '1r1c', LayoutData: {}, Sizes: {} }],
    Current: 1,
    SavedLayouts: [
      { Name: 'Columns', Tree: treeOf('1r3c') },
      { Name: 'Halves', Tree: treeOf('1r2c') },
    ],
  });
  // Another page of the user has moved one of them, and the user has another layout of its name.
  saves.write(layout('77', 'Columns', '1r3c'));
  saves.write(layout('78', 'halves', '2r1c'));
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  await expect.poll(storedNames).toEqual(['Columns', 'halves', 'Halves (2)']);
  expect(desk.workspaces.getState()).not.toHaveProperty('SavedLayouts');
  await expect.poll(() => server.stored.Workspace).not.toContain('SavedLayouts');
  expect(desk.undo.last()).toBeUndefined();
  await manage(user);
  await expect.poll(shown).toEqual(['Columns', 'halves', 'Halves (2)']);
});

test('layouts of an earlier release stay with the workspaces while there is no room for them', async () => {
  server.stored.Workspace = JSON.stringify({
    SchemaVersion: 6,
    Workspaces: [{ Id: 1, Name: 'Morning', Layout: '1r1c', LayoutData: {}, Sizes: {} }],
    Current: 1,
    SavedLayouts: [{ Name: 'Col\u0007umns', Tree: treeOf('1r3c') }],
  });
  for (let id = 1; id <= 500; id += 1)
    saves.write({ Id: String(id), Type: 'MarketView', Name: `List ${id}`, Data: { Symbols: [] } });
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  await manage(user);
  await dialog().findByText(/^No saved layouts yet/);
  expect(desk.workspaces.getState().SavedLayouts).toHaveLength(1);
  saves.remove('500');
  await expect.poll(shown).toEqual(['Layout']);
  expect(desk.workspaces.getState()).not.toHaveProperty('SavedLayouts');
});

test('layouts that cannot be loaded are reported, and loaded by another try', async () => {
  saves.isListFailing = true;
  saves.write(layout('77', 'Columns', '1r3c'));
  const { user } = await renderSignedIn({ path: '/workspace', server });
  await manage(user);
  await dialog().findByText('The saved layouts cannot be loaded now.');
  saves.isListFailing = false;
  await user.click(dialog().getByRole('button', { name: 'Try again' }));
  await expect.poll(shown).toEqual(['Columns']);
});
