import { fireEvent, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import manifest from '../../../examples/tools/heat-map/tool.json';
import { readToolManifest } from '../../tool-channel/index.ts';
import type { ToolEntry, ToolQuoteRow } from '../tool-api.ts';
import { runTool, type ToolTestWorld } from './run-tool.ts';

const ENTRY = `${import.meta.dirname}/../../../examples/tools/heat-map/tool.js`;
const read = readToolManifest(JSON.stringify(manifest));
if (!read.ok) throw new Error(read.error.join(' '));
const { permissions } = read.value;
const commands = read.value.commands.map(({ id }) => id);

const quote = (symbol: string, last: number): ToolQuoteRow => ({
  symbol,
  company: null,
  last,
  bid: null,
  ask: null,
  previousClose: 100,
  isStale: false,
});
const LISTS = [{ kind: 'saved' as const, name: 'Indexes', symbols: ['SPY', 'QQQ'] }];

async function openHeatMap(world: Partial<ToolTestWorld> = {}) {
  const module: { readonly default: ToolEntry } = await import(ENTRY);
  return runTool(module.default, {
    permissions,
    commands,
    settings: { fullPercent: 3 },
    watchLists: LISTS,
    ...world,
  });
}

test('runs the heat map: its subscriptions, its view and the symbol that it sends', async () => {
  const tool = await openHeatMap();
  await expect.poll(() => tool.subscribedSymbols()).toEqual(['QQQ', 'SPY']);
  tool.sendQuotes([quote('SPY', 101), quote('QQQ', 98)]);
  const tile = await within(tool.root).findByRole('button', { name: 'SPY +1.00%' });
  fireEvent.click(tile);
  await expect.poll(() => tool.sentLinks).toEqual(['SPY']);
  expect(tool.refusals).toEqual([]);
});

test('sends a hidden window no quotes', async () => {
  const tool = await openHeatMap();
  await expect.poll(() => tool.subscribedSymbols()).toHaveLength(2);
  tool.setActive(false);
  tool.sendQuotes([quote('SPY', 101)]);
  expect(within(tool.root).queryByRole('button', { name: 'SPY +1.00%' })).toBeNull();
});

test('refuses a call without its permission as the workstation does, with the line to add', async () => {
  const tool = await runTool((host) => void host.setLink('SPY').catch(() => undefined), { permissions: [] });
  await expect
    .poll(() => tool.refusals)
    .toEqual(['link.set needs the permission link:write. Add it to "permissions" in tool.json.']);
  expect(tool.sentLinks).toEqual([]);
});

test('runs a command that the manifest declares, and reports one that it does not', async () => {
  const other = { kind: 'window' as const, name: 'Market View 1', symbols: ['AAPL'] };
  const tool = await openHeatMap({ watchLists: [...LISTS, other] });
  tool.runCommand('next-list');
  await expect.poll(() => tool.subscribedSymbols()).toEqual(['AAPL']);
  await expect.poll(() => tool.stored()).toEqual({ list: 'Market View 1' });
  const undeclared = await openHeatMap({ commands: [] });
  expect(undeclared.refusals).toEqual([
    'There is no command next-list. Add { "id": "next-list", "title": "…" } to "commands" in tool.json.',
  ]);
});

test('stores JSON, and refuses a value that is too long', async () => {
  const text = 'x'.repeat(70_000);
  let refused = '';
  const tool = await runTool(
    async ({ storage }) => {
      const before = await storage.get();
      await storage.set({ before, count: 1 });
      await storage.set(text).catch((error: Error) => (refused = error.message));
    },
    { permissions: ['storage'], stored: 'first' },
  );
  expect(tool.stored()).toEqual({ before: 'first', count: 1 });
  expect(refused).toBe('A tool stores at most 65536 characters of JSON with a window.');
});

test('throws for a view that the page would refuse', async () => {
  const entry: ToolEntry = (host) => host.render(['iframe', { src: 'https://example.com' }]);
  await expect(runTool(entry, { permissions: [] })).rejects.toThrow('A view cannot have the element iframe.');
});

test('passes links and the theme on with their permissions only', async () => {
  const seen: string[] = [];
  const entry: ToolEntry = (host) => {
    host.onLink((symbol) => void seen.push(symbol));
    host.onTheme((theme) => void seen.push(theme));
  };
  const denied = await runTool(entry, { permissions: [], symbol: 'SPY' });
  denied.sendLink('QQQ');
  denied.setTheme('dark');
  expect(seen).toEqual([]);
  const allowed = await runTool(entry, { permissions: ['link:read', 'theme'], symbol: 'SPY' });
  allowed.sendLink('QQQ');
  allowed.setTheme('dark');
  expect(seen).toEqual(['SPY', 'light', 'QQQ', 'dark']);
});

test('gives the tool the values of its settings, and each change', async () => {
  const tool = await openHeatMap();
  await expect.poll(() => tool.subscribedSymbols()).toHaveLength(2);
  tool.sendQuotes([quote('SPY', 101)]);
  const color = () => within(tool.root).getByRole('button', { name: 'SPY +1.00%' }).getAttribute('style');
  const before = color();
  tool.setSettings({ fullPercent: 20 });
  expect(color()).not.toBe(before);
});

test('reports a tool that reads settings without the permission', async () => {
  const tool = await openHeatMap({ permissions: permissions.filter((name) => name !== 'settings') });
  await expect.poll(() => tool.refusals).toEqual([expect.stringContaining('Add "settings"')]);
});
