import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { chooseFromMenu, fill, renderSignedIn, untilFocused } from '../../testing/index.ts';

const tabs = () => within(screen.getByRole('tablist', { name: 'Workspaces' })).queryAllByRole('tab');
const names = () => tabs().map(({ textContent }) => textContent);
const current = () => tabs().find((tab) => tab.getAttribute('aria-selected') === 'true') ?? document.body;
const press = async (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
const gone = (role: string) => expect.poll(() => screen.queryByRole(role)).toBeNull();

async function addWorkspace(user: UserEvent, name: string): Promise<void> {
  await press(user, 'New workspace');
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), name);
  await press(user, 'Ok');
  await expect.poll(() => current().textContent).toBe(name);
  await gone('dialog');
}

async function answerDelete(user: UserEvent, answer: 'Yes' | 'No'): Promise<void> {
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: answer }));
  await gone('alertdialog');
}

test('a workspace needs a name of its own; the new one is on screen and empty', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  await press(user, 'New workspace');
  const dialog = await screen.findByRole('dialog', { name: 'New workspace' });
  const name = () => within(dialog).getByRole('textbox', { name: 'Name' });
  await press(user, 'Ok');
  await within(dialog).findByText('Please enter workspace name');
  await fill(user, name(), 'Workspace 1');
  await press(user, 'Ok');
  await within(dialog).findByText('Workspace already exists');
  await fill(user, name(), 'Options');
  await user.keyboard('{Enter}');
  await gone('dialog');
  expect(current().textContent).toBe('Options');
  expect(await screen.findAllByRole('button', { name: 'Add tool' })).toHaveLength(1);
});

test('Back leads to the workspace before, also right after a tab was chosen, and Forward to that one', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  await addWorkspace(user, 'Second');
  screen.getByRole('tab', { name: 'Workspace 1' }).click();
  screen.getByRole('tab', { name: 'Second' }).click();
  history.back();
  await expect.poll(() => current().textContent).toBe('Workspace 1');
  expect(location.pathname).toBe('/workspace/Workspace%201');
  history.forward();
  await expect.poll(() => current().textContent).toBe('Second');
  expect(location.pathname).toBe('/workspace/Second');
});

test('renamed workspaces and the one on screen survive a reload', async () => {
  const { user, reload } = await renderSignedIn({ path: '/workspace' });
  await addWorkspace(user, 'Second');
  await addWorkspace(user, 'Third');
  await user.click(screen.getByRole('tab', { name: 'Second' }));
  await press(user, 'Rename workspace');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('Second');
  await fill(user, name, 'Third');
  await press(user, 'Ok');
  await screen.findByText('Workspace already exists');
  await fill(user, name, 'Middle');
  await press(user, 'Ok');
  await gone('dialog');
  expect(names()).toEqual(['Workspace 1', 'Middle', 'Third']);
  reload();
  await screen.findByRole('tablist', { name: 'Workspaces' });
  await expect.poll(names).toEqual(['Workspace 1', 'Middle', 'Third']);
  expect(current().textContent).toBe('Middle');
});

test('a workspace is deleted after a question only, and the tab before it comes forward', async () => {
  const { user, reload } = await renderSignedIn({ path: '/workspace' });
  await addWorkspace(user, 'Second');
  await addWorkspace(user, 'Third');
  const ask = async (answer: 'Yes' | 'No') => {
    await press(user, 'Delete workspace');
    await answerDelete(user, answer);
  };
  await ask('No');
  expect(tabs()).toHaveLength(3);
  await ask('Yes');
  await expect.poll(names).toEqual(['Workspace 1', 'Second']);
  expect(current().textContent).toBe('Second');
  await ask('Yes');
  await ask('Yes');
  await screen.findByText('No workspace');
  expect(tabs()).toEqual([]);
  // Rename and delete are offered only for a workspace.
  for (const name of ['Rename workspace', 'Delete workspace'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  screen.getByRole('button', { name: 'Manage saved layouts' });
  reload();
  await screen.findByText('No workspace');
});

test('Trade Manager stays in the one workspace that holds it, also in a copy', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-current="true"] [data-tool]')].map(
      ({ dataset }) => dataset['tool'],
    );
  await expect.poll(shown).toContain('trade-manager');
  await addWorkspace(user, 'Second');
  await chooseFromMenu(user, await screen.findByRole('button', { name: 'Add tool' }), 'Trade Manager');
  const alert = await screen.findByRole('alertdialog');
  expect(alert.textContent).toContain('Trade Manager is already in workspace Workspace 1.');
  await user.click(within(alert).getByRole('button', { name: 'Ok' }));
  await gone('alertdialog');
  expect(screen.getAllByRole('button', { name: 'Add tool' })).toHaveLength(1);
  expect(current().textContent).toBe('Second');
  await chooseFromMenu(user, await screen.findByRole('button', { name: 'Add tool' }), 'Trade Manager');
  await user.click(await screen.findByRole('button', { name: 'Go there' }));
  await expect.poll(() => current().textContent).toBe('Workspace 1');
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('tab', { name: 'Workspace 1' }) });
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await expect.poll(() => current().textContent).toBe('Workspace 1 (2)');
  expect(names()).toEqual(['Workspace 1', 'Workspace 1 (2)', 'Second']);
  await screen.findByText('Trade Manager is already in workspace Workspace 1.');
  await expect.poll(shown).toContain('market-view');
  expect(shown()).not.toContain('trade-manager');
});

test('tabs are worked by keyboard alone', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  for (const name of ['B', 'C']) await addWorkspace(user, name);
  current().focus();
  const key = async (keys: string, now: string) => {
    await user.keyboard(keys);
    await expect.poll(() => current().textContent).toBe(now);
    await untilFocused(current);
  };
  await key('{Home}', 'Workspace 1');
  await key('{ArrowRight}', 'B');
  await key('{End}', 'C');
  await key('{ArrowRight}', 'Workspace 1');
  await key('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}', 'Workspace 1');
  expect(names()).toEqual(['B', 'Workspace 1', 'C']);
  await user.keyboard('{F2}');
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'A');
  await user.keyboard('{Enter}');
  await gone('dialog');
  expect(names()).toEqual(['B', 'A', 'C']);
  await untilFocused(current);
  await user.keyboard('{Delete}');
  await answerDelete(user, 'Yes');
  await expect.poll(names).toEqual(['B', 'C']);
  expect(current().textContent).toBe('B');
  await untilFocused(current);
  expect(tabs().filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
});

test('Back leaves the dialogs of the workspace that was on screen; the focus comes back to where it was in the one that is shown', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  const listed = await screen.findByRole('textbox', { name: 'Add symbol' });
  listed.focus();
  await addWorkspace(user, 'Options');
  (await screen.findByRole('button', { name: 'Add tool' })).focus();
  const answer = desk.dialogs.open({ title: 'Versions', content: () => <input aria-label="Find" /> });
  await screen.findByRole('dialog', { name: 'Versions' });
  const question = desk.dialogs.confirm({ title: 'Cancel order', message: '' });
  await screen.findByRole('alertdialog', { name: 'Cancel order' });
  history.back();
  await expect.poll(() => current().textContent).toBe('Workspace 1');
  await gone('alertdialog');
  await gone('dialog');
  expect([await answer, await question]).toEqual([null, false]);
  await untilFocused(() => listed);
});

test('a dialog with unsaved input stays open after Back until the user agrees', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  await addWorkspace(user, 'Options');
  let isAgreed = false;
  let checks = 0;
  void desk.dialogs.open({
    title: 'Edit strategy',
    content: () => <input aria-label="Code" />,
    mayLeave: async () => {
      checks += 1;
      return isAgreed;
    },
  });
  await screen.findByRole('dialog', { name: 'Edit strategy' });
  history.back();
  await expect.poll(() => checks).toBe(1);
  expect(screen.getByRole('dialog', { name: 'Edit strategy' })).toBeDefined();
  isAgreed = true;
  await user.keyboard('{Escape}');
  await gone('dialog');
});

test('the focus of a window that left the screen with its workspace goes to the workspace shown', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  await addWorkspace(user, 'Options');
  const add = await screen.findByRole('button', { name: 'Add tool' });
  add.focus();
  await desk.commands.run('workspace.select');
  await expect.poll(() => current().textContent).toBe('Workspace 1');
  await untilFocused(current);
  const listed = await screen.findByRole('textbox', { name: 'Add symbol' });
  listed.focus();
  await desk.commands.run('workspace.select');
  await expect.poll(() => current().textContent).toBe('Options');
  await untilFocused(() => add);
});

test('a locked workspace says so when a layout is to be chosen, and offers to unlock it', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  await user.pointer({ keys: '[MouseRight]', target: current() });
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Lock layout' }));
  await expect.poll(() => within(current()).queryByRole('img', { name: 'Locked:' })).not.toBeNull();
  await press(user, 'Choose window layout');
  await screen.findByText('The layout of this workspace is locked.');
  expect(screen.queryByRole('dialog', { name: 'Choose window layout:' })).toBeNull();
  await press(user, 'Unlock');
  expect(desk.workspaces.getState().Workspaces[0]?.IsLocked).toBeUndefined();
  await press(user, 'Choose window layout');
  expect(await screen.findByRole('dialog', { name: 'Choose window layout:' })).toBeDefined();
});

test('says how many windows a smaller layout hides, and shows them again by undo', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  const shown = () => document.querySelectorAll('[data-tool]').length;
  await expect.poll(shown).toBeGreaterThan(1);
  const before = shown();
  await desk.commands.run('layout.choose', { code: '1r1c' });
  const message = await screen.findByText(
    new RegExp(`^(${before - 1} windows are|One window is) hidden: the layout has fewer places`),
  );
  await user.click(
    within(message.closest<HTMLElement>('[role="dialog"]') ?? document.body).getByRole('button', {
      name: 'Undo',
    }),
  );
  await expect.poll(shown).toBe(before);
});

test('showing a hidden window is a step of undo', async () => {
  const { desk } = await renderSignedIn({ path: '/workspace' });
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-tool]')].map(({ dataset }) => dataset['tool']);
  await expect.poll(shown).toContain('trade-manager');
  await desk.commands.run('layout.choose', { code: '1r1c' });
  await expect.poll(() => shown().length).toBe(1);
  const first = shown();
  expect(first).not.toContain('trade-manager');
  await desk.platform.tools.show('trade-manager');
  await expect.poll(shown).toEqual(['trade-manager']);
  await desk.commands.run('edit.undo');
  await expect.poll(shown).toEqual(first);
});

test('says that the layout is locked when keys or the palette would arrange windows', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  const locked = () => screen.queryAllByText('The layout of this workspace is locked.').length;
  const tool = await waitFor(
    () =>
      document.querySelector<HTMLElement>('[data-window-id] [tabindex="0"]') ?? expect.fail('No window yet'),
  );
  await desk.commands.run('layout.lock');
  tool.focus();
  await user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  await expect.poll(locked).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  await expect.poll(locked).toBe(0);
  await desk.commands.run('layout.lock');
  await desk.commands.run('layout.choose.1r1c');
  await expect.poll(locked).toBe(1);
});

test('undo by key leaves the workspaces as they are on a page that does not show them', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  await addWorkspace(user, 'Second');
  await user.keyboard('{Control>}k{/Control}');
  await fill(user, await screen.findByRole('combobox', { name: 'Command' }), 'settin');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Settings' });
  expect(await desk.commands.run('edit.undo')).toBe(false);
  expect(desk.workspaces.getState().Workspaces).toHaveLength(2);
});

test('an address with an unknown workspace says so and shows the workspace that was on screen last', async () => {
  const { path } = await renderSignedIn({ path: '/workspace/Nowhere' });
  await screen.findByText('There is no workspace “Nowhere”. “Workspace 1” is shown.');
  await expect.poll(path).toBe('/workspace/Workspace%201');
});

test('a workspace that was on screen shortly before stays mounted, and its windows rest', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  const windows = () => [...document.querySelectorAll<HTMLElement>('[data-tool]')];
  const active = () => windows().filter(({ dataset }) => dataset['active'] === 'true');
  const mounted = () =>
    [...document.querySelectorAll<HTMLElement>('[data-dock]')].map(({ dataset }) => Number(dataset['dock']));
  await expect.poll(() => active().length).toBeGreaterThan(1);
  const first = windows();
  const ids = first.map(({ dataset }) => dataset['windowId'] ?? '');
  expect(ids.every((id) => desk.windows.get(id) !== undefined)).toBe(true);
  await addWorkspace(user, 'B');
  await expect.poll(active).toEqual([]);
  expect(windows()).toEqual(first);
  // A symbol that is requested does not go to a window that is not on screen.
  expect(ids.filter((id) => desk.windows.get(id) !== undefined)).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Workspace 1' }));
  await expect.poll(() => active().length).toBe(first.length);
  expect(windows()).toEqual(first);
  for (const name of ['C', 'D', 'E']) await addWorkspace(user, name);
  const idOf = (name: string) =>
    desk.workspaces.getState().Workspaces.find(({ Name }) => Name === name)?.Id ?? expect.fail(`no ${name}`);
  // The order in the page is that of the ids. How many stay is a rule of its own (kept-workspaces.test.ts).
  const all = ['Workspace 1', 'B', 'C', 'D', 'E'].map(idOf);
  expect(mounted()).toEqual(all);
  current().focus();
  await user.keyboard('{Delete}');
  await answerDelete(user, 'Yes');
  await expect.poll(mounted).toEqual(all.slice(0, 4));
  expect(windows()).toEqual(first);
});
