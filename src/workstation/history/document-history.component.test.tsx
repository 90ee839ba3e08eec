import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import { newAlert } from '../../domain/alerts/index.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import {
  answerAlerts,
  answerDrawings,
  answerSaves,
  chooseFromMenu,
  createDeskServer,
  renderSignedIn,
  type AlertsServer,
  type DrawingsServer,
  type MemoryServer,
} from '../../testing/index.ts';
import '../workspace/testing.ts';

const NOON_MS = Date.UTC(2026, 2, 2, 17);
const alert = { ...newAlert('a1', 'SPY'), HighAlert: 710, HighArm: 2 };
const earlierAlert = { ...alert, HighAlert: 700, HighArm: 1 };
const gone = drawing({ Id: 'AAPL:d9', Text: 'Gap' });

let server: MemoryServer;
let alerts: AlertsServer;
let drawings: DrawingsServer;
let control: { isFailing: boolean };

const version = (at: number, Kind: string, Document: string, Body: object, IsRemoval = false) => ({
  Id: NOON_MS - at,
  Kind,
  Document,
  Version: 1,
  Body,
  Changed: NOON_MS - at,
  Browser: 'Firefox on Linux',
  IsRemoval,
});
const FIRST = {
  Items: [
    version(1, 'alert', 'a1', earlierAlert),
    version(2, 'drawing', gone.Id, gone, true),
    version(3, 'save', '7', { Type: 'Chart', Name: 'Trend' }, true),
  ],
  Present: [
    { Kind: 'alert', Document: 'a1', Version: 1, Body: alert },
    { Kind: 'drawing', Document: gone.Id, Version: 1, Body: null },
    { Kind: 'save', Document: '7', Version: 1, Body: null },
  ],
  Next: NOON_MS - 3,
};
const OLDER = {
  Items: [version(9, 'alert', 'a1', { ...alert, HighAlert: 690 })],
  Present: [{ Kind: 'alert', Document: 'a1', Version: 1, Body: alert }],
  Next: null,
};

beforeEach(() => {
  server = createDeskServer();
  alerts = answerAlerts(server, [alert]);
  drawings = answerDrawings(server);
  drawings.set(gone.Id, null);
  answerSaves(server);
  control = { isFailing: false };
  const { fetch } = server;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      const [, id] = /\/api\/Documents\/Versions(?:\/(\d+))?$/.exec(url.pathname) ?? [];
      if (url.pathname.endsWith('/WorkspaceVersions')) return Response.json({ Items: [] });
      if (!url.pathname.includes('/Documents/Versions')) return fetch(input, init);
      if (control.isFailing) return Response.json({ Error: 'The history cannot be read.' }, { status: 503 });
      if (id !== undefined)
        return Response.json({
          Kind: 'save',
          Document: '7',
          Version: 1,
          Body: { Type: 'Chart', Name: 'Trend', Data: { Studies: ['SMA'] } },
        });
      return Response.json(url.searchParams.has('before') ? OLDER : FIRST);
    },
  });
});

async function openDocuments() {
  const rendered = await renderSignedIn({ path: '/workspace', server });
  const { user } = rendered;
  await chooseFromMenu(user, screen.getByRole('button', { name: 'All workspaces' }), 'History of workspaces');
  const dialog = within(await screen.findByRole('dialog', { name: 'History of workspaces' }));
  await user.click(await dialog.findByRole('tab', { name: 'Alerts, drawings and saved items' }));
  return { ...rendered, dialog };
}
const rowsOf = (dialog: Awaited<ReturnType<typeof openDocuments>>['dialog']) =>
  within(dialog.getByRole('list', { name: 'Versions of documents' })).queryAllByRole('listitem');

test('lists what documents were, what changed and from where, by kind and page', async () => {
  const { user, dialog } = await openDocuments();
  await dialog.findByText('Alert on SPY');
  expect(rowsOf(dialog).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Mon Mar 2, \d\d:59:\d\dFirefox on LinuxAlert on SPYHigh 700, low noneChanged: high 700 → 710Restore$/,
    ),
    expect.stringMatching(/Line on AAPL100\.00 at [^“]*DeletedRestore$/),
    expect.stringMatching(/Trend in ChartDeletedRestore$/),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Show older' }));
  expect(await dialog.findByText('Changed: high 690 → 700')).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Show older' })).toBeNull();
  await user.click(dialog.getByRole('combobox', { name: 'Show' }));
  await user.click(await screen.findByRole('option', { name: 'Drawings' }));
  await expect.poll(() => rowsOf(dialog)).toHaveLength(1);
});

test('restores one document, also a deleted one, as a step of undo', async () => {
  const { user, desk, dialog } = await openDocuments();
  const stored = () => [alerts.get('a1')?.HighAlert, drawings.get(gone.Id)?.Text];
  await user.click(await dialog.findByRole('button', { name: /^Restore Alert on SPY/ }));
  await screen.findByText('Alert on SPY restored.');
  await expect.poll(stored).toEqual([700, undefined]);
  // A level that comes back is armed again.
  expect(alerts.get('a1')?.HighArm).toBeGreaterThan(2);
  await user.click(dialog.getByRole('button', { name: /^Restore Line on AAPL/ }));
  await screen.findByText('Drawing on AAPL restored.');
  await expect.poll(stored).toEqual([700, 'Gap']);
  // A step about drawings waits while those of the symbol are loaded.
  await expect
    .poll(async () => {
      if (stored()[1] === 'Gap') await desk.commands.run('edit.undo');
      return stored();
    })
    .toEqual([700, undefined]);
  await desk.commands.run('edit.undo');
  await expect.poll(stored).toEqual([710, undefined]);
});

test('restores a saved item beside one that has its name now', async () => {
  const { user, desk, dialog } = await openDocuments();
  await desk.platform.saves.save('Chart', 'trend', { Studies: [] });
  await user.click(await dialog.findByRole('button', { name: /^Restore Trend in Chart/ }));
  await screen.findByText('Saved as “Trend (2)”.');
  const items = await desk.platform.saves.list('Chart');
  expect(items.map(({ name }) => name)).toEqual(['trend', 'Trend (2)']);
  expect(await desk.platform.saves.load(items[1]?.id ?? 0)).toEqual({ Studies: ['SMA'] });
});

test('says why it cannot be loaded, and loads after another try', async () => {
  control.isFailing = true;
  const { user, dialog } = await openDocuments();
  expect((await dialog.findByRole('alert')).textContent).toBe('The history cannot be read.');
  control.isFailing = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('Alert on SPY');
});
