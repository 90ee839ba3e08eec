import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { marketView } from '../../../plugins/market-view/manifest.ts';
import { marketMaker } from '../../../plugins/market-maker/manifest.ts';
import {
  createPluginRegistry,
  definePlugin,
  defineSettings,
  type AnyPlugin,
} from '../../plugin-api/index.ts';
import {
  createDeskServer,
  fill,
  renderSignedIn,
  renderTool,
  shownAlerts,
  type RenderedTool,
} from '../../testing/index.ts';

const settings = defineSettings('market-maker', {
  rows: {
    kind: 'number',
    label: 'Rows',
    unit: 'lines',
    help: 'Lines of the list.',
    min: 1,
    max: 2_000,
    isWhole: true,
    initial: 20,
  },
  order: {
    kind: 'choice',
    label: 'Order of lines',
    help: 'What is on top.',
    options: [
      { value: 'new', label: 'Newest first' },
      { value: 'old', label: 'Oldest first' },
    ],
    initial: 'new',
  },
  mark: { kind: 'text', label: 'Mark', help: 'Before each line.', maxLength: 5, initial: '' },
  isBold: { kind: 'boolean', label: 'Bold lines', help: 'All of them.', initial: false },
});

/** A tool with these settings and nothing else of its own. */
const tool = (load: AnyPlugin['settings'] = async () => settings): AnyPlugin =>
  definePlugin({ ...marketMaker, ...(load === undefined ? {} : { settings: load }) });

const open = (stored: object = {}, plugin = tool()) => {
  const server = createDeskServer();
  server.stored.Settings = JSON.stringify({ ShowGettingStarted: false, ...stored });
  return renderSignedIn({ path: '/Settings', server, plugins: createPluginRegistry([plugin]) });
};
const section = async () => within(await screen.findByRole('region', { name: 'Market Maker' }));
const gone = { version: 4, values: { kept: 'yes' } };

test('a tool has a section with its settings, which Save stores; those of a tool that is gone are kept', async () => {
  const { user, path, desk } = await open({ ToolSettings: { gone } });
  const { getByRole, getByText } = await section();
  getByText('Lines of the list. 1 to 2,000.');
  await fill(user, getByRole('textbox', { name: 'Rows, lines' }), '300');
  await user.click(getByRole('radio', { name: 'Oldest first' }));
  await fill(user, getByRole('textbox', { name: 'Mark' }), '>>');
  await user.click(getByRole('checkbox', { name: 'Bold lines' }));
  // Each is tried out at once.
  const values = { rows: 300, order: 'old', mark: '>>', isBold: true };
  expect(desk.platform.settings.get().toolSettings['market-maker']).toEqual({ version: 0, values });
  expect(desk.platform.settings.saved.get().toolSettings['market-maker']).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(path).toMatch(/^\/workspace/);
  expect(desk.platform.settings.saved.get().toolSettings).toEqual({
    gone,
    'market-maker': { version: 0, values },
  });
  await desk.commands.run('edit.undo');
  expect(desk.platform.settings.saved.get().toolSettings).toEqual({ gone });
});

test('an entry out of its bounds is reported and not saved; Defaults brings the initial values back', async () => {
  const stored = { version: 0, values: { rows: 50, mark: 'a' } };
  const { user, path, desk } = await open({ ToolSettings: { gone, 'market-maker': stored } });
  const { getByRole, findByRole } = await section();
  const rows = () => getByRole<HTMLInputElement>('textbox', { name: 'Rows, lines' });
  expect(rows().value).toBe('50');
  await fill(user, rows(), '2001');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(shownAlerts)
    .toEqual(['Enter a whole number from 1 to 2,000', expect.stringContaining('not saved')]);
  expect(path()).toBe('/Settings');
  await user.click(await findByRole('button', { name: 'Defaults' }));
  expect([rows().value, getByRole<HTMLInputElement>('textbox', { name: 'Mark' }).value]).toEqual(['20', '']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(path).toMatch(/^\/workspace/);
  expect(desk.platform.settings.saved.get().toolSettings).toEqual({ gone });
});

test('shows initial values for hostile stored ones', async () => {
  const values = { rows: '50', order: 'upside down', mark: 'x'.repeat(600), isBold: 'true' };
  await open({ ToolSettings: { 'market-maker': { version: 0, values } } });
  const { getByRole } = await section();
  expect(getByRole<HTMLInputElement>('textbox', { name: 'Rows, lines' }).value).toBe('20');
  expect(getByRole<HTMLInputElement>('radio', { name: 'Newest first' }).checked).toBe(true);
  expect(getByRole<HTMLInputElement>('textbox', { name: 'Mark' }).value).toBe('');
  expect(getByRole('checkbox', { name: 'Bold lines' }).getAttribute('aria-checked')).toBe('false');
});

test('keeps what a later version of the tool has stored until the user chooses Defaults', async () => {
  const later = { version: 1, values: { rows: 50 } };
  const { user, desk } = await open({ ToolSettings: { 'market-maker': later } });
  const { getByRole, getByText, findByRole } = await section();
  getByText(/^A later version of this tool/);
  expect(getByRole<HTMLInputElement>('textbox', { name: 'Rows, lines' }).disabled).toBe(true);
  await user.click(await findByRole('button', { name: 'Defaults' }));
  await waitFor(() =>
    expect(getByRole<HTMLInputElement>('textbox', { name: 'Rows, lines' }).disabled).toBe(false),
  );
  expect(desk.platform.settings.get().toolSettings).toEqual({});
});

test('says that settings could not be loaded, and shows the rest of the page', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(
    {},
    tool(() => Promise.reject(new Error('no network'))),
  );
  await screen.findByText(/^The settings of Market Maker could not be loaded/);
  screen.getByRole('radio', { name: 'Dark' });
  expect(report.mock.calls.length).toBeGreaterThan(0);
  report.mockRestore();
});

test('the search finds settings of the workstation and of tools, and Escape clears it', async () => {
  const { user, path } = await open();
  await section();
  const search = screen.getByRole('searchbox', { name: 'Search settings' });
  const shown = () =>
    [...document.querySelectorAll('[data-setting]:not([hidden])')].filter(
      (row) => row.closest('section[hidden]') === null,
    ).length;
  const all = shown();
  await user.type(search, 'market bold');
  expect(shown()).toBe(1);
  screen.getByText('1 found');
  screen.getByRole('checkbox', { name: 'Bold lines' });
  await fill(user, search, 'stale seconds');
  expect(shown()).toBe(1);
  screen.getByRole('textbox', { name: 'Prices are stale after, seconds' });
  expect(screen.queryByRole('region', { name: 'Market Maker' })).toBeNull();
  // By an option of a choice alone.
  await fill(user, search, 'newest');
  expect(shown()).toBe(1);
  await fill(user, search, 'nonsense');
  screen.getByText('No setting has all these words.');
  await user.keyboard('{Escape}');
  expect([shown(), path()]).toEqual([all, '/Settings']);
});

async function openWindowMenu({ user, frame }: RenderedTool): Promise<void> {
  await user.pointer({ keys: '[MouseRight]', target: within(frame).getByRole('heading', { level: 2 }) });
  await screen.findByRole('menuitem', { name: 'Close' });
}

test('the menu of a window leads to the settings of its tool', async () => {
  const rendered = await renderTool(tool());
  await openWindowMenu(rendered);
  await rendered.user.click(screen.getByRole('menuitem', { name: 'Settings of this tool' }));
  await section();
  expect(rendered.path()).toBe('/Settings?find=Market%20Maker%20settings');
});

test('the menu of a window whose tool has no settings does not offer them', async () => {
  const rendered = await renderTool(marketView);
  await openWindowMenu(rendered);
  expect(screen.queryByRole('menuitem', { name: 'Settings of this tool' })).toBeNull();
  await rendered.user.keyboard('{Escape}');
});

test('an address that names a tool shows its settings alone, and counts them', async () => {
  const server = createDeskServer();
  server.stored.Settings = JSON.stringify({ ShowGettingStarted: false });
  await renderSignedIn({
    path: '/Settings?find=Market%20Maker%20settings',
    server,
    plugins: createPluginRegistry([tool()]),
  });
  await section();
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search settings' }).value).toBe(
    'Market Maker settings',
  );
  await screen.findByText('4 found');
  expect(screen.queryByRole('radio', { name: 'Dark' })).toBeNull();
});
