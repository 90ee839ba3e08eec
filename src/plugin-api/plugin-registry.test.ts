import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Permission } from '../domain/permissions.ts';
import { createPluginRegistry, definePlugin } from './plugin-registry.ts';
import type { PluginManifest } from './types.ts';
import { validateManifest, validateRegistry } from './validate-registry.ts';

interface State {
  readonly Symbol: string;
}
const manifest: PluginManifest<State> = {
  id: 'quote-board',
  title: 'Quote Board',
  summary: 'Quotes',
  icon: () => null,
  permission: Permission.MarketView,
  isSingleton: false,
  isHiddenInDemo: false,
  state: { schema: v.object({ Symbol: v.string() }), initial: { Symbol: 'SPY' }, migrations: [] },
  linking: { sends: ['fdc3.instrument'], receives: [] },
  commands: [{ id: 'refresh', title: 'Refresh', run: () => {} }],
  toolbar: ['refresh', 'link'],
  titleOf: (state) => `Quote Board - ${state.Symbol}`,
  helpTopic: 'quote-board',
  savedItemType: null,
  load: () => Promise.resolve({ default: () => null }),
};
const plugin = (change: Partial<PluginManifest<State>> = {}) => definePlugin({ ...manifest, ...change });

describe('the plugin registry', () => {
  test('gives plugins by id and in their order', () => {
    const registry = createPluginRegistry([plugin(), plugin({ id: 'other', title: 'Other' })]);
    expect(registry.all.map(({ id }) => id)).toEqual(['quote-board', 'other']);
    expect(registry.get('other')?.title).toBe('Other');
    expect(registry.get('missing')).toBeUndefined();
  });
  test('throws for an id that is taken, naming it', () => {
    expect(() => createPluginRegistry([plugin(), plugin({ title: 'Again' })])).toThrow('"quote-board"');
  });
  test('throws for a manifest that contradicts itself', () => {
    expect(() => createPluginRegistry([plugin({ toolbar: ['gone'] })])).toThrow(
      'The toolbar shows "gone", which is no command of the plugin.',
    );
  });
});

describe('the check of a manifest', () => {
  test('finds nothing wrong with a sound one', () => {
    expect(validateManifest(plugin())).toEqual([]);
    expect(validateManifest(plugin({ permission: null }))).toEqual([]);
    expect(validateManifest(plugin({ permission: Permission.Stocks | Permission.Chart }))).toEqual([]);
  });
  const command = { id: 'refresh', title: 'Refresh', run: () => {} };
  test.each<[string, Partial<PluginManifest<State>>, string]>([
    ['an id with capitals', { id: 'QuoteBoard' }, 'lower-case'],
    ['no title', { title: ' ' }, 'title is empty'],
    ['no summary', { summary: '' }, 'summary is empty'],
    ['no help topic', { helpTopic: '' }, 'help topic'],
    ['an empty saved item type', { savedItemType: '' }, 'saved item type'],
    ['an unknown permission bit', { permission: 2048 }, 'known bits'],
    ['no permission bit at all', { permission: 0 }, 'known bits'],
    [
      'an initial state of another shape',
      { state: { ...manifest.state, initial: {} as State } },
      'initial state',
    ],
    [
      'two migrations of one name',
      {
        state: {
          ...manifest.state,
          migrations: [
            { name: 'm', up: () => 0 },
            { name: 'm', up: () => 0 },
          ],
        },
      },
      '"m"',
    ],
    ['a command twice', { commands: [command, command] }, 'Two commands'],
    [
      "the shell's own command id",
      { commands: [command, { ...command, id: 'link' }] },
      'belongs to the shell',
    ],
    ['a button twice', { toolbar: ['refresh', 'refresh'] }, 'twice'],
    ['a link button without linking', { linking: { sends: [], receives: [] } }, 'neither sends nor receives'],
  ])('finds %s', (_problem, change, text) => {
    const problems = validateManifest(plugin(change));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(text);
  });
  test('of a list names the plugin of each problem', () => {
    expect(validateRegistry([plugin(), plugin({ id: 'other', helpTopic: '' })])).toEqual([
      'Quote Board: Two plugins have this title.',
      'other: The help topic is empty.',
    ]);
    expect(validateRegistry([plugin(), plugin({ title: 'B' })])).toEqual([
      'quote-board: Two plugins have this id.',
    ]);
  });
});
