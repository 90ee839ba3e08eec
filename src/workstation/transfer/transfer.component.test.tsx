import { File } from 'node:buffer';
import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { priceAlerts } from '../../../plugins/price-alerts/manifest.ts';
import { newAlert } from '../../domain/alerts/index.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import {
  answerAlerts,
  answerDocumentLists,
  answerDrawings,
  answerSaves,
  chooseFromMenu,
  collectSavedFiles,
  createDeskServer,
  renderSignedIn,
  type AlertsServer,
  type DocumentListsServer,
  type DrawingsServer,
  type MemoryServer,
  type RenderedDesk,
  type SavedFile,
} from '../../testing/index.ts';
import '../workspace/testing.ts';
import { renameWorkspace } from '../workspace/workspace-state.ts';

type User = RenderedDesk['user'];

const alert = { ...newAlert('a1', 'SPY'), HighAlert: 700 };
const workspace = (Id: number, Name: string, Alerts: readonly string[] = []) => ({
  Id,
  Name,
  Layout: '1r1c',
  LayoutData: {
    Window1: {
      Tool: 'price-alerts',
      version: 1,
      data: { ...Object(priceAlerts.state.initial), Alerts },
      link: 1,
    },
  },
  Sizes: {},
});
const stored = (...Workspaces: readonly { readonly Id: number }[]) =>
  JSON.stringify({ SchemaVersion: 5, Workspaces, Current: Workspaces[0]?.Id ?? null, SavedLayouts: [] });

let server: MemoryServer;
let alerts: AlertsServer;
let drawings: DrawingsServer;
let lists: DocumentListsServer;
beforeEach(() => {
  server = createDeskServer();
  alerts = answerAlerts(server, [alert]);
  drawings = answerDrawings(server, [drawing(), drawing({ Id: 'AAPL:d2', Text: 'Gap' }), spyLine]);
  lists = answerDocumentLists(server, alerts, drawings);
  answerSaves(server);
  const strategies = (IsPublic: boolean) =>
    server.send('trading', 'strategies', { Items: [], HasMore: false, IsPublic });
  server.on('strategyList', () => strategies(false));
  server.on('publicStrategyList', () => strategies(true));
  server.stored.Workspace = stored(workspace(1, 'Morning', ['a1']), workspace(2, 'Noon'));
});
const spyLine = drawing({ Id: 'SPY:s1', Symbol: 'SPY' });

const open = async (): Promise<RenderedDesk> => {
  const rendered = await renderSignedIn({ path: '/workspace', server });
  await rendered.desk.platform.saves.save('Chart', 'Trend', { Studies: ['SMA'] });
  return rendered;
};
const choose = (user: User, entry: string): Promise<void> =>
  chooseFromMenu(user, screen.getByRole('button', { name: 'All workspaces' }), entry);

/** Exports everything; resolves with the text of the file. */
async function exportAll(user: User, files: readonly SavedFile[]): Promise<string> {
  const before = files.length;
  await choose(user, 'Export everything to a file');
  await expect.poll(() => files.length).toBe(before + 1);
  return (await files.at(-1)?.data.text()) ?? '';
}

/** Chooses a file to import, as if in the browser's dialog; resolves with the dialog about it. */
async function chooseFile(user: User, text: string) {
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function chosen(
    this: HTMLInputElement,
  ) {
    Object.defineProperty(this, 'files', { value: [new File([text], 'file.json')] });
    this.dispatchEvent(new Event('change'));
  });
  await choose(user, 'Import everything from a file');
  await expect.poll(() => click.mock.calls.length).toBe(1);
  click.mockRestore();
  return within(await screen.findByRole('dialog', { name: 'Import from a file' }));
}

/** The lines of the list, as `label: text`; with `+` those that are chosen. */
const linesIn = (dialog: Awaited<ReturnType<typeof chooseFile>>) =>
  dialog.getAllByRole('listitem').map((item: HTMLElement) => {
    const isChosen = within(item).getByRole('checkbox').ariaChecked === 'true';
    return `${isChosen ? '+ ' : ''}${[...item.children].map(({ textContent }) => textContent).join(': ')}`;
  });

test('exports all that a user has made, without credentials and orders', async () => {
  const files = collectSavedFiles();
  const { user } = await open();
  const file = JSON.parse(await exportAll(user, files));
  expect(file.Items.map(({ Kind }: { Kind: string }) => Kind)).toEqual([
    'settings',
    'workspace',
    'workspace',
    'save',
    'alert',
    'drawing',
    'drawing',
    'drawing',
  ]);
  await screen.findByText('Exported: settings, 2 workspaces, 1 saved item, 1 alert, 3 shared drawings.');
});

test('imports into another user what is chosen, and one undo removes what is on the stack', async () => {
  const files = collectSavedFiles();
  const { user, desk } = await open();
  const text = await exportAll(user, files);
  // The same page as another user, who has other workspaces, alerts and drawings.
  desk.showWorkspaces({ ...desk.workspaces.getState(), Workspaces: [], Current: null });
  for (const id of drawings.keys()) drawings.set(id, null);
  desk.platform.alertDocuments.remove(['a1']);
  await desk.platform.saves.save('Chart', 'trend', { Studies: ['EMA'] }, 1);
  await expect.poll(() => alerts.get('a1')).toBeNull();
  const dialog = await chooseFile(user, text);
  await dialog.findByRole('button', { name: 'Import' });
  expect(linesIn(dialog)).toEqual([
    '+ Workspaces: 2 new.',
    '+ Saved in Chart: 1 new.',
    '+ Alerts: 1 new.',
    '+ Shared drawings: 3 new.',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await dialog.findByText('Added: 1 saved item, 1 alert, 3 shared drawings, 2 workspaces.');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const added = [...alerts].filter(([id, row]) => id !== 'a1' && row !== null).map(([id]) => id);
  expect(added).toHaveLength(1);
  const [morning] = desk.workspaces.getState().Workspaces;
  expect(morning?.LayoutData['Window1']?.data).toMatchObject({ Alerts: added });
  const rows = () => [...drawings.values()].filter((row) => row !== null);
  await expect
    .poll(() =>
      rows()
        .map(({ Text }) => Text)
        .toSorted(),
    )
    .toEqual(['Gap', 'Text', 'Text']);
  expect((await desk.platform.saves.list('Chart')).map(({ name }) => name)).toEqual(['trend', 'Trend (2)']);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  // Shared drawings of a symbol are loaded before a step about them is undone.
  await expect
    .poll(async () => {
      if (desk.workspaces.getState().Workspaces.length > 0) await desk.commands.run('edit.undo');
      return desk.workspaces.getState().Workspaces.length;
    })
    .toBe(0);
  await expect.poll(() => rows()).toEqual([]);
  await expect.poll(() => [...alerts.values()].filter((row) => row !== null)).toEqual([]);
});

test('adds nothing that the user has already, and keeps both when a name stands for something else', async () => {
  const files = collectSavedFiles();
  const { user, desk } = await open();
  const text = await exportAll(user, files);
  const same = await chooseFile(user, text);
  await same.findByText('You have everything in this file already.');
  await user.click(same.getByRole('button', { name: 'Done' }));
  desk.workspaces.change((draft) => renameWorkspace(draft, 1, 'Dawn'));
  const renamed = await chooseFile(user, text);
  await renamed.findByText('You have everything in this file already.');
  await user.click(renamed.getByRole('button', { name: 'Done' }));
  desk.workspaces.change((draft) => renameWorkspace(draft, 1, 'Morning'));
  const other = text
    .replace('"Name":"Noon"', '"IsLocked":true,"Name":"Noon"')
    .replace('"Theme":"light"', '"Theme":"dark"')
    .replace('"SMA"', '"WMA"');
  const dialog = await chooseFile(user, other);
  await dialog.findByRole('button', { name: 'Import' });
  expect(linesIn(dialog)).toEqual([
    'Settings: Replaces yours: theme.',
    '+ Workspaces: 1 new. 1 you have already.',
    '+ Saved in Chart: 1 new.',
    'Alerts: 1 you have already.',
    'Shared drawings: 3 you have already.',
  ]);
  await user.click(dialog.getByRole('checkbox', { name: 'Settings' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Saved in Chart' }));
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await dialog.findByText('Added: 1 workspace, settings.');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  const names = () => desk.workspaces.getState().Workspaces.map(({ Name }) => Name);
  expect(names()).toEqual(['Morning', 'Noon', 'Noon (2)']);
  expect(desk.platform.settings.get().theme).toBe('dark');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(names()).toEqual(['Morning', 'Noon']);
  expect(desk.platform.settings.get().theme).toBe('light');
});

test('says what is wrong with a damaged file and imports the rest', async () => {
  const files = collectSavedFiles();
  const { user, desk } = await open();
  const text = await exportAll(user, files);
  desk.showWorkspaces({ ...desk.workspaces.getState(), Workspaces: [], Current: null });
  const dialog = await chooseFile(user, text.slice(0, text.indexOf('"Noon"')));
  await dialog.findByText('The file ends too early: it was not saved or copied completely.');
  await user.click(await dialog.findByRole('button', { name: 'Import' }));
  await dialog.findByText('Added: 1 workspace.');
  expect(desk.workspaces.getState().Workspaces.map(({ Name }) => Name)).toEqual(['Morning']);
});

test('can be cancelled while it loads, and tries again after a failure', async () => {
  const files = collectSavedFiles();
  const { user } = await open();
  lists.isFailing = true;
  await choose(user, 'Export everything to a file');
  const dialog = within(await screen.findByRole('dialog', { name: 'Export everything' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('The documents cannot be read.');
  lists.isFailing = false;
  let answer: () => void = () => {};
  lists.wait = new Promise((resolve) => {
    answer = resolve;
  });
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByRole('progressbar');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  answer();
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Export everything' })).toBeNull();
  expect(files).toEqual([]);
});

test('a workspace file that is chosen there is imported as a workspace', async () => {
  const files = collectSavedFiles();
  const { user, desk } = await open();
  await choose(user, 'Export workspace to a file');
  await expect.poll(() => files.length).toBe(1);
  const text = (await files[0]?.data.text()) ?? '';
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function chosen(
    this: HTMLInputElement,
  ) {
    Object.defineProperty(this, 'files', { value: [new File([text], 'file.json')] });
    this.dispatchEvent(new Event('change'));
  });
  await choose(user, 'Import everything from a file');
  await screen.findByText('“Morning (2)” imported.');
  click.mockRestore();
  expect(desk.workspaces.getState().Workspaces).toHaveLength(3);
});
