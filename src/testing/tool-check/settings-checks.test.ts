import { Square } from 'lucide-react';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { definePlugin, defineSettings, defineState, type AnyPlugin } from '../../plugin-api/index.ts';
import { settingsFindings } from './settings-checks.ts';

/** A tool without a view that declares these settings. */
const toolWith = (settings: AnyPlugin['settings']): AnyPlugin =>
  definePlugin<object>({
    id: 'mistaken',
    title: 'Mistaken',
    summary: 'A tool with a mistake',
    icon: Square,
    permission: null,
    isSingleton: false,
    isHiddenInDemo: false,
    state: defineState({ schema: v.object({}), initial: {}, migrations: [] }),
    linking: { sends: [], receives: [] },
    commands: [],
    toolbar: [],
    ...(settings === undefined ? {} : { settings }),
    titleOf: () => 'Mistaken',
    helpTopic: 'workspaces',
    savedItemType: null,
    load: async () => ({ default: () => null }),
  });
const reader = {
  path: 'plugins/mistaken/View.tsx',
  text: 'const { size } = useToolSettings(tool, settings);',
};
const findingsOf = (settings: AnyPlugin['settings']) =>
  settingsFindings({ plugin: toolWith(settings), folder: 'plugins/mistaken', sources: [reader] });

const fields = { isBold: { kind: 'boolean', label: 'Bold', help: 'In bold.', initial: false } } as const;

describe('a mistake in settings', () => {
  test('is none: settings that are declared and read', async () => {
    const migrations = [{ name: 'renames', up: (old: object) => ({ ...old }) }];
    expect(await findingsOf(async () => defineSettings('mistaken', fields, migrations))).toEqual([]);
  });

  test.each<[string, AnyPlugin['settings'], string]>([
    ['settings that are read and not declared', undefined, 'settings that the manifest does not declare'],
    ['settings of another tool', async () => defineSettings('other', fields), 'those of "other"'],
    [
      'settings that do not load',
      () => Promise.reject(new Error('no file')),
      'cannot be loaded: Error: no file',
    ],
    [
      'a setting without an explanation',
      async () => defineSettings('mistaken', { isBold: { ...fields.isBold, help: '' } }),
      'The setting "isBold" lacks a label or an explanation.',
    ],
    [
      'two migrations with one name',
      async () =>
        defineSettings('mistaken', fields, [
          { name: 'a', up: (old) => old },
          { name: 'a', up: (old) => old },
        ]),
      'Two migrations of the settings',
    ],
    [
      'a migration that needs what is not stored',
      async () =>
        defineSettings('mistaken', fields, [
          { name: 'splits', up: ({ list }) => ({ first: (list as string).split(',')[0] }) },
        ]),
      'The migration "splits" of the settings throws',
    ],
  ])('is found: %s', async (_, settings, problem) => {
    expect(await findingsOf(settings)).toEqual([expect.stringContaining(problem)]);
  });
});
