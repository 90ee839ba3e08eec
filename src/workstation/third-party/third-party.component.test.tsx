import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { ListedTool } from '../../client/types.ts';
import { chooseFromMenu, createDeskServer, renderTool } from '../../testing/index.ts';
import { HELP_SOURCE } from '../help/help-channel.ts';
import { consentText } from './consent.ts';
import { thirdPartyPlugin } from './third-party-plugin.ts';
import { runningTools } from './tool-runs.ts';

const TOOL: ListedTool = {
  id: 'sound',
  title: '<b>Order entry</b>',
  summary: 'Shows prices',
  version: '1.2.3',
  sha256: 'a'.repeat(64),
  permissions: ['quotes', 'storage', 'unknown'],
  commands: [{ id: 'next-list', title: 'Next list' }],
  settings: null,
  help: [],
};

test('loads nothing of a tool before the user has allowed its permissions', async () => {
  const { frame, user, desk } = await renderTool(thirdPartyPlugin(TOOL));
  expect(within(frame).getByRole('heading', { level: 2 }).textContent).toBe(
    '<b>Order entry</b> (third-party)',
  );
  const items = await within(frame).findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Read live prices of symbols, at most 100 at a time',
    'Store data of its own with this window, at most 64 KiB',
  ]);
  expect(frame.querySelector('iframe')).toBeNull();
  await user.click(within(frame).getByRole('button', { name: 'Allow' }));
  const page = frame.querySelector('iframe');
  expect(page?.getAttribute('sandbox')).toBe('allow-scripts');
  expect(page?.getAttribute('src')).toBe(`/api/Tools/sound/${TOOL.sha256}`);
  expect(desk.platform.settings.saved.get().toolConsents).toEqual({ sound: consentText(TOOL) });
});

test.each([
  ['its entry', { sha256: 'b'.repeat(64) }],
  ['its permissions', { permissions: ['quotes', 'storage', 'bars'] }],
])('has to be allowed again when %s changed', async (_case, change) => {
  const server = createDeskServer();
  server.stored.Settings = JSON.stringify({ ToolConsents: { sound: consentText({ ...TOOL, ...change }) } });
  const { frame } = await renderTool(thirdPartyPlugin(TOOL), server);
  expect(await within(frame).findByText('It has changed since you allowed it.')).toBeDefined();
  expect(frame.querySelector('iframe')).toBeNull();
});

test('runs a command of the tool only while the tool runs', async () => {
  const server = createDeskServer();
  server.stored.Settings = JSON.stringify({ ToolConsents: { sound: consentText(TOOL) } });
  const { frame, user, desk, window } = await renderTool(thirdPartyPlugin(TOOL), server);
  await expect.poll(() => frame.querySelector('iframe')).not.toBeNull();
  const received: string[] = [];
  const end = runningTools.add(window.id, (id) => received.push(id));
  await chooseFromMenu(user, within(frame).getByRole('button', { name: 'Third-party tool' }), 'Next list');
  await expect.poll(() => received).toEqual(['next-list']);
  end();
  await desk.commands.run('third-party-sound.next-list', { windowId: window.id });
  expect(await screen.findByText('<b>Order entry</b> (third-party) is not running.')).toBeDefined();
});

test('ends a tool by Stop, loads it again by Reload, and forgets it when permissions are withdrawn', async () => {
  const server = createDeskServer();
  server.stored.Settings = JSON.stringify({ ToolConsents: { sound: consentText(TOOL) } });
  const { frame, desk, window } = await renderTool(thirdPartyPlugin(TOOL), server);
  const run = (id: string) => desk.commands.run(`third-party-sound.${id}`, { windowId: window.id });
  await expect.poll(() => frame.querySelector('iframe')).not.toBeNull();
  await run('stop');
  expect(await within(frame).findByText('<b>Order entry</b> is stopped')).toBeDefined();
  expect(frame.querySelector('iframe')).toBeNull();
  await run('reload');
  await expect.poll(() => frame.querySelector('iframe')).not.toBeNull();
  await run('withdraw');
  expect(await within(frame).findByRole('button', { name: 'Allow' })).toBeDefined();
  expect(frame.querySelector('iframe')).toBeNull();
});

const DECLARED = {
  days: {
    kind: 'number',
    label: 'Days',
    help: 'Days of history.',
    min: 1,
    max: 30,
    isWhole: true,
    initial: 5,
  },
};

test('lists its settings among what the user allows, and shows them on the Settings page', async () => {
  const tool = { ...TOOL, permissions: ['settings'], settings: DECLARED };
  const { frame, desk } = await renderTool(thirdPartyPlugin(tool));
  const items = await within(frame).findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Read its settings, which you choose on the Settings page',
  ]);
  await desk.commands.run('settings.open');
  await screen.findByRole('heading', { name: 'Settings' });
  const section = await screen.findByRole('region', { name: '<b>Order entry</b> (third-party)' });
  expect(within(section).getByRole<HTMLInputElement>('textbox', { name: 'Days' }).value).toBe('5');
});

test.each([
  ['without the permission', { permissions: ['quotes'], settings: DECLARED }],
  ['with a field that is none', { permissions: ['settings'], settings: { days: { kind: 'html' } } }],
  [
    'with bounds that are none',
    { permissions: ['settings'], settings: { days: { ...DECLARED.days, min: 50 } } },
  ],
  [
    'with more than its kind has',
    { permissions: ['settings'], settings: { days: { ...DECLARED.days, html: '' } } },
  ],
  ['that is a text', { permissions: ['settings'], settings: 'all' }],
])('shows no settings of a list entry %s', (_, change) => {
  expect(thirdPartyPlugin({ ...TOOL, ...change }).settings).toBeUndefined();
});

const PAGE = {
  id: 'use',
  title: 'Use of it',
  summary: 'How it is used.',
  concept: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }],
  here: [],
};

test('sends its help pages to the help, whose page its windows open', async () => {
  const { frame, user } = await renderTool(thirdPartyPlugin({ ...TOOL, help: [PAGE] }));
  await user.click(within(frame).getByRole('button', { name: 'Tips & Tricks' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tips & Tricks' });
  const help = dialog.querySelector('iframe') ?? expect.fail('no frame');
  expect(help.getAttribute('src')).toContain('#/third-party-sound--use');
  const source = help.contentWindow ?? expect.fail('no window');
  const received: unknown[] = [];
  source.postMessage = (message: unknown) => void received.push(message);
  const data = { source: HELP_SOURCE, type: 'ready' };
  dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }));
  await expect.poll(() => received).toHaveLength(1);
  expect(received).toMatchObject([
    {
      type: 'topics',
      topics: [{ ...PAGE, id: 'third-party-sound--use', thirdPartyTool: '<b>Order entry</b> (third-party)' }],
    },
  ]);
});

test.each([
  ['pages that are none', ['all']],
  ['a block of HTML', [{ ...PAGE, here: [{ kind: 'html', text: '<b>' }] }]],
  ['a text of 1 MB', [{ ...PAGE, summary: 'x'.repeat(1_000_000) }]],
  ['two pages with one id', [PAGE, PAGE]],
])('shows no help of a list entry with %s', (_, help) => {
  const plugin = thirdPartyPlugin({ ...TOOL, help });
  expect([plugin.help, plugin.helpTopic]).toEqual([undefined, 'third-party-tools']);
});
