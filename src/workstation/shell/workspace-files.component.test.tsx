import { File } from 'node:buffer';
import { screen, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { chart } from '../../../plugins/chart/manifest.ts';
import { marketView } from '../../../plugins/market-view/manifest.ts';
import { priceAlerts } from '../../../plugins/price-alerts/manifest.ts';
import { newAlert } from '../../domain/alerts/index.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import {
  answerAlerts,
  answerDrawings,
  chooseFromMenu,
  collectSavedFiles,
  createDeskServer,
  installCanvas,
  renderTool,
  type RenderedTool,
  type SavedFile,
} from '../../testing/index.ts';

type User = RenderedTool['user'];

const choose = (user: User, entry: string): Promise<void> =>
  chooseFromMenu(user, screen.getByRole('button', { name: 'All workspaces' }), entry);

/** Exports the workspace on the screen; resolves with the content of its file. */
async function exportFile(user: User, files: readonly SavedFile[]) {
  const before = files.length;
  await choose(user, 'Export workspace to a file');
  await expect.poll(() => files.length).toBe(before + 1);
  const file = files.at(-1);
  return { name: file?.name, text: (await file?.data.text()) ?? '' };
}

/** Imports a file as if the user had chosen it in the browser's dialog. */
async function importFile(user: User, text: string): Promise<void> {
  const open = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function chosen(
    this: HTMLInputElement,
  ) {
    Object.defineProperty(this, 'files', { value: [new File([text], 'file.json')] });
    this.dispatchEvent(new Event('change'));
  });
  await choose(user, 'Import workspace from a file');
  await expect.poll(() => open.mock.calls.length).toBe(1);
  open.mockRestore();
}
const tabs = () =>
  screen
    .getAllByRole('tab')
    .filter((tab) => tab.dataset['workspace'] !== undefined)
    .map(({ textContent }) => textContent);

test('exports a workspace to a file and imports it under a new name', async () => {
  const files = collectSavedFiles();
  const { user } = await renderTool(marketView, createDeskServer(), { Symbols: ['AAPL'] });
  const { name, text } = await exportFile(user, files);
  expect(name).toBe('Workspace 1.tapedeck.json');
  expect(JSON.parse(text)).toMatchObject({
    Tapedeck: 'workspace',
    Version: 4,
    Workspace: { Name: 'Workspace 1' },
  });
  await importFile(user, text);
  await screen.findByText('“Workspace 1 (2)” imported.');
  expect(tabs()).toEqual(['Workspace 1', 'Workspace 1 (2)']);
  await expect.poll(() => document.querySelector('[data-row-id="AAPL"]')).not.toBeNull();
});

test('a workspace file contains the alerts of its windows, and the imported workspace has alerts of its own', async () => {
  const files = collectSavedFiles();
  const server = createDeskServer();
  answerAlerts(server, [{ ...newAlert('a', 'SPY'), HighAlert: 900 }]);
  const { user } = await renderTool(priceAlerts, server, { Alerts: ['a'] });
  const names = () =>
    [...document.querySelectorAll('[data-tool="price-alerts"] [data-row-id] [data-column="Name"]')].map(
      ({ textContent }) => textContent,
    );
  await expect.poll(names).toEqual(['SPY']);
  const { text } = await exportFile(user, files);
  const first = JSON.parse(text);
  expect(first.Documents.alert).toMatchObject([{ SchemaVersion: 1, Body: { Symbol: 'SPY' } }]);
  await importFile(user, text);
  await screen.findByText('“Workspace 1 (2)” imported.');
  await expect.poll(names).toEqual(['SPY']);
  const second = JSON.parse((await exportFile(user, files)).text);
  expect(second.Documents.alert).toMatchObject([{ Body: { Symbol: 'SPY', HighAlert: 900 } }]);
  expect(second.Documents.alert[0].Id).not.toBe(first.Documents.alert[0].Id);
});

test('a workspace file contains the shared drawings of its charts, and an import adds those that are missing', async () => {
  installCanvas();
  const files = collectSavedFiles();
  const server = createDeskServer();
  const drawings = answerDrawings(server, [drawing(), drawing({ Id: 'SPY:s1', Symbol: 'SPY' })]);
  const { user } = await renderTool(chart, server, { Symbol: 'AAPL' });
  const { text } = await exportFile(user, files);
  expect(JSON.parse(text).Documents).toEqual({
    drawing: [{ Id: 'AAPL:d1', SchemaVersion: 1, Body: drawing() }],
  });
  const file = JSON.parse(text);
  file.Documents.drawing.push(
    { Id: 'AAPL:d2', SchemaVersion: 1, Body: drawing({ Id: 'AAPL:d2', Text: 'Gap' }) },
    { Id: 'AAPL:d3', SchemaVersion: 9, Body: {} },
  );
  await importFile(user, JSON.stringify(file));
  await screen.findByText(
    '“Workspace 1 (2)” imported. Shared drawings added: 1. Drawings that could not be read: 1.',
  );
  const stored = () => [...drawings.values()].flatMap((row) => (row?.Symbol === 'AAPL' ? [row] : []));
  await expect.poll(stored).toMatchObject([drawing(), { Text: 'Gap', Order: 1 }]);
  expect(stored()[1]?.Id).not.toBe('AAPL:d2');
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(stored).toEqual([drawing()]);
  expect(tabs()).toEqual(['Workspace 1']);
});

test('keeps a tool that is not installed, and shows that it is not', async () => {
  const files = collectSavedFiles();
  const { user } = await renderTool(marketView, createDeskServer());
  const file = JSON.parse((await exportFile(user, files)).text);
  file.Workspace.Name = 'Strange';
  file.Workspace.LayoutData.Window1 = { Tool: 'radar', version: 3, data: { range: 40 }, link: 3 };
  await importFile(user, JSON.stringify(file));
  await screen.findByText(/These tools are not installed and are kept as they are: radar\./);
  await screen.findByText('The tool radar is not installed');
  const again = JSON.parse((await exportFile(user, files)).text);
  expect(again.Workspace.LayoutData.Window1).toEqual(file.Workspace.LayoutData.Window1);
});

test('opens what can be read of a damaged workspace, and names the rest', async () => {
  const files = collectSavedFiles();
  const { user } = await renderTool(marketView, createDeskServer());
  const file = JSON.parse((await exportFile(user, files)).text);
  file.Workspace.Name = 'Damaged';
  file.Workspace.Layout = '9r9c';
  await importFile(user, JSON.stringify(file));
  await screen.findByText(
    '“Damaged” imported. Left out because it could not be read: the layout "9r9c" of Damaged.',
  );
  await expect.poll(tabs).toEqual(['Workspace 1', 'Damaged']);
});

test('refuses a file that is no workspace, says what to do, and changes nothing', async () => {
  const files = collectSavedFiles();
  const { user } = await renderTool(marketView, createDeskServer());
  const { text } = await exportFile(user, files);
  for (const [content, message] of [
    ['not json', 'This file cannot be read: it is damaged, or not a workspace exported from Tapedeck.'],
    [
      '{"hello":1}',
      'This is not a workspace exported from Tapedeck. Choose a file whose name ends in .tapedeck.json.',
    ],
    [text.replace('"Version": 4', '"Version": 99'), 'This workspace was exported by a newer Tapedeck.'],
    [
      text.replace('"LayoutData": {', '"Windows": {'),
      'This workspace file is damaged (Workspace: no window of it can be read). Export the workspace again.',
    ],
    [
      'x'.repeat(2 * 1024 * 1024 + 1),
      'This file is too large for a workspace (more than 2 MB), and it is no export of everything.',
    ],
  ] as const) {
    await importFile(user, content);
    const alert = await screen.findByRole('alertdialog', { name: 'Import workspace' });
    expect(alert.textContent).toContain(message);
    await user.click(within(alert).getByRole('button', { name: 'Ok' }));
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  }
  expect(tabs()).toEqual(['Workspace 1']);
});
