import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderSignedIn } from '../../testing/index.ts';

type Server = ReturnType<typeof createDeskServer>;

const NOON_MS = Date.UTC(2026, 2, 2, 17);

/** Answers the calls of the history with these versions, the newest first. */
function answerHistory(server: Server, versions: readonly { readonly text: string }[]) {
  const control = { isAway: false };
  const { fetch } = server;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const { pathname } = new URL(String(input), 'http://desk.test/');
      const [, id] = /\/WorkspaceVersions(?:\/(\d+))?$/.exec(pathname) ?? [null, null];
      if (!pathname.includes('/WorkspaceVersions')) return fetch(input, init);
      if (control.isAway) return Response.json({ Error: 'The history cannot be read.' }, { status: 503 });
      if (typeof id === 'string') return Response.json({ Workspace: versions[Number(id) - 1]?.text });
      return Response.json({
        Items: versions.map((_version, at) => ({
          Id: at + 1,
          Saved: NOON_MS - at * 3_600_000,
          Browser: at === 0 ? 'Firefox on Linux' : '',
        })),
      });
    },
  });
  return control;
}

const workspace = (Id: number, Name: string, Tool: string) => ({
  Id,
  Name,
  Layout: '1r1c',
  LayoutData: { Window1: { Tool, version: 0, data: {}, link: 1 } },
  Sizes: {},
});
const stored = (...Workspaces: readonly { readonly Id: number }[]) =>
  JSON.stringify({ SchemaVersion: 6, Workspaces, Current: Workspaces[0]?.Id ?? null, SavedLayouts: [] });

async function openHistory(server: Server) {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  await user.click(await screen.findByRole('button', { name: 'All workspaces' }));
  await user.click(await screen.findByRole('menuitem', { name: 'History of workspaces' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'History of workspaces' }));
  return { user, desk, dialog };
}

test('a deleted workspace comes back out of an earlier version, alone, and undo takes it away', async () => {
  const server = createDeskServer();
  const now = stored(workspace(1, 'Morning', 'trade-manager'));
  const before = stored(workspace(1, 'Dawn', 'trade-manager'), workspace(2, 'Options', 'market-view'));
  server.stored.Workspace = now;
  answerHistory(server, [{ text: now }, { text: before }]);
  const { user, desk, dialog } = await openHistory(server);
  const names = () => desk.workspaces.getState().Workspaces.map(({ Name }) => Name);
  expect((await dialog.findByRole<HTMLButtonElement>('button', { name: 'Restore Morning' })).disabled).toBe(
    true,
  );
  expect(dialog.getByText('As it is now')).toBeDefined();
  const [newest, older] = within(dialog.getByRole('list', { name: 'Versions' })).getAllByRole('button');
  expect([newest?.ariaPressed, newest?.textContent]).toEqual([
    'true',
    expect.stringMatching(/^Mon Mar 2, \d\d:00:\d\dFirefox on Linux$/),
  ]);
  await user.click(older ?? document.body);
  expect(await dialog.findByText('Renamed to “Morning”')).toBeDefined();
  expect(dialog.getByText('Deleted since')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Restore Options' }));
  expect(names()).toEqual(['Morning', 'Options']);
  // The list compares with what is there now.
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Restore Options' }).disabled).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(names()).toEqual(['Morning']);
});

test('a history that does not load says why and loads after another try; without versions it says so', async () => {
  const server = createDeskServer();
  const control = answerHistory(server, []);
  control.isAway = true;
  const { user, dialog } = await openHistory(server);
  expect((await dialog.findByRole('alert')).textContent).toBe('The history cannot be read.');
  control.isAway = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('No versions yet')).toBeDefined();
});

test('a version that cannot be read is reported, and others can still be chosen', async () => {
  const server = createDeskServer();
  answerHistory(server, [
    { text: '{"SchemaVersion":99}' },
    { text: stored(workspace(7, 'Good', 'market-view')) },
  ]);
  const { user, dialog } = await openHistory(server);
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'This version cannot be read. Choose another one.',
  );
  const [, older] = within(dialog.getByRole('list', { name: 'Versions' })).getAllByRole('button');
  await user.click(older ?? document.body);
  expect(await dialog.findByRole('button', { name: 'Restore Good' })).toBeDefined();
});
