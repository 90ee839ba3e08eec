import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, fill, renderSignedIn } from '../../testing/index.ts';

const tabs = () =>
  within(screen.getByRole('tablist', { name: 'Workspaces' }))
    .queryAllByRole('tab')
    .map(({ textContent }) => textContent);
const TITLE = 'These workspaces were changed elsewhere';

/** A server that rejects a change of a state which was replaced meanwhile, as the real one does. */
function createGuardedServer() {
  const server = createDeskServer();
  const { fetch } = server;
  Object.assign(server, {
    fetch(...[input, init]: Parameters<typeof fetch>) {
      const { pathname } = new URL(String(input), location.href);
      if (!pathname.endsWith('/StoreSettings')) return fetch(input, init);
      const { BaseRevision }: { BaseRevision?: number } = JSON.parse(String(init?.body));
      if (BaseRevision === server.revision) return fetch(input, init);
      return Promise.resolve(
        Response.json(
          {
            Error: 'changed',
            Revision: server.revision,
            Workspace: server.stored.Workspace,
            Settings: server.stored.Settings,
          },
          { status: 409 },
        ),
      );
    },
  });
  return server;
}

test.each([
  ['Keep theirs', ['Workspace 1', 'Left']],
  ['Keep mine', ['Workspace 1', 'Right']],
  ['Keep both', ['Workspace 1', 'Right', 'Left']],
])('%s of a workspace that was renamed here and elsewhere stores that choice', async (choice, outcome) => {
  const server = createGuardedServer();
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  const enterName = async (name: string) => {
    await fill(user, await screen.findByRole('textbox', { name: 'Name' }), name);
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    await expect.poll(tabs).toContain(name);
  };
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  await enterName('Base');
  await desk.platform.settings.flush();
  expect(server.stored.Workspace).toContain('"Base"');
  server.stored.Workspace = server.stored.Workspace?.replaceAll('"Base"', '"Left"') ?? null;
  server.revision++;

  await user.click(screen.getByRole('button', { name: 'Rename workspace' }));
  await enterName('Right');
  void desk.platform.settings.flush().catch(() => undefined);
  const dialog = await screen.findByRole('dialog', { name: TITLE });
  expect(dialog.textContent).toContain('Workspace 1, Right');
  expect(dialog.textContent).toContain('Workspace 1, Left');
  await user.click(within(dialog).getByRole('button', { name: choice }));
  await expect.poll(() => screen.queryByRole('dialog', { name: TITLE })).toBeNull();
  expect(tabs()).toEqual(outcome);
  const storedNames = () => {
    const { Workspaces }: { Workspaces: { Name: string }[] } = JSON.parse(server.stored.Workspace ?? '{}');
    return Workspaces.map(({ Name }) => Name);
  };
  await expect.poll(storedNames).toEqual(outcome);
});
