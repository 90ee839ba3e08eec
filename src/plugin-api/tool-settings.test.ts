import { afterEach, expect, test, vi } from 'vitest';
import { createObservable } from '../client/observable.ts';
import {
  DEFAULT_SETTINGS,
  mergeSettings,
  readSettings,
  writeSettings,
} from '../client/settings/user-settings.ts';
import type { StoredToolSettings, UserSettings } from '../client/types.ts';
import { toolsWithSettings } from './plugin-registry.ts';
import {
  defineSettings,
  readToolSettings,
  toolSettings,
  withoutToolSettings,
  withToolSetting,
} from './tool-settings.ts';
import type { ToolSettings } from './tool-settings-types.ts';
import type { ToolPlatform } from './types.ts';

const size = {
  kind: 'number',
  label: 'Size',
  help: 'A size.',
  min: 0,
  max: 100,
  isWhole: true,
  initial: 10,
} as const;
const name = { kind: 'text', label: 'Name', help: 'A name.', maxLength: 10, initial: '' } as const;
const sizes = defineSettings('sizes', { size, name });
const stored = (values: StoredToolSettings['values'], version = 0) => ({
  toolSettings: { sizes: { version, values }, gone: { version: 3, values: { kept: 'as it was' } } },
});

test('values are the stored ones where they are valid, else the initial ones', () => {
  expect(readToolSettings(sizes, { toolSettings: {} }).values).toEqual({ size: 10, name: '' });
  expect(readToolSettings(sizes, stored({ size: 20, name: 'x'.repeat(1_000_000), other: 1 }))).toEqual({
    values: { size: 20, name: '' },
    isReadable: true,
  });
});

test('a change keeps values of unknown ids and of other tools, and leaves out initial values', () => {
  const { toolSettings: before } = stored({ size: 20, later: true });
  const after = withToolSetting(sizes, { toolSettings: before }, 'name', 'ann');
  expect(after).toEqual({
    sizes: { version: 0, values: { size: 20, later: true, name: 'ann' } },
    gone: before.gone,
  });
  expect(withToolSetting(sizes, { toolSettings: after }, 'size', 10)['sizes']).toEqual({
    version: 0,
    values: { later: true, name: 'ann' },
  });
});

test.each([
  ['an unknown id', 'colour', 1],
  ['an id of a prototype', 'toString', 1],
  ['another type', 'size', '20'],
  ['a value out of bounds', 'size', 101],
])('a change with %s changes nothing', (_, id, value) => {
  const before = stored({ size: 20 });
  expect(withToolSetting(sizes, before, id, value)).toBe(before.toolSettings);
});

test('defaults remove the values of the tool and no others', () => {
  const before = stored({ size: 20, later: true });
  expect(withoutToolSettings(sizes, before)).toEqual({
    sizes: { version: 0, values: { later: true } },
    gone: before.toolSettings.gone,
  });
  expect(withoutToolSettings(sizes, stored({ size: 20 }))).toEqual({ gone: before.toolSettings.gone });
});

const renamed = defineSettings('sizes', { lots: { ...size, label: 'Lots' } }, [
  { name: 'lots instead of a size', up: ({ size: lots, ...others }) => ({ ...others, lots }) },
]);

test('a migration turns stored values into those of the next version, which a change stores', () => {
  const before = stored({ size: 20, later: true });
  expect(readToolSettings(renamed, before).values).toEqual({ lots: 20 });
  expect(withToolSetting(renamed, before, 'lots', 30)['sizes']).toEqual({
    version: 1,
    values: { lots: 30, later: true },
  });
});

test.each<[string, ToolSettings, number]>([
  ['a later version stored', renamed, 2],
  [
    'no migration can read',
    defineSettings('sizes', { size }, [
      {
        name: 'throws',
        up: () => {
          throw new Error('unreadable');
        },
      },
    ]),
    0,
  ],
])(
  'values that %s are kept: the initial ones apply, and a change stores nothing',
  (_, definition, version) => {
    const before = stored({ size: 20, lots: 20 }, version);
    const read = readToolSettings(definition, before);
    expect([Object.values(read.values), read.isReadable]).toEqual([[10], false]);
    expect(withToolSetting(definition, before, Object.keys(definition.fields)[0] ?? '', 30)).toBe(
      before.toolSettings,
    );
    expect(withoutToolSettings(definition, before)['sizes']?.version ?? 'none').not.toBe(version);
  },
);

/** Settings as a tool observes them. */
function observed() {
  const settings = createObservable<UserSettings>(DEFAULT_SETTINGS);
  // Only what is read of a platform here.
  const platform = { settings } as unknown as Pick<ToolPlatform, 'settings'>;
  return { settings, platform };
}

afterEach(() => {
  toolsWithSettings.delete('sizes');
  vi.restoreAllMocks();
});

test('a listener is called when a value of the tool has changed, and not for other settings', () => {
  toolsWithSettings.add('sizes');
  const { settings, platform } = observed();
  const readable = toolSettings(platform, sizes);
  const before = readable.get();
  const listener = vi.fn();
  const end = readable.subscribe(listener);
  settings.set({ ...DEFAULT_SETTINGS, theme: 'dark', ...stored({ size: 10 }) });
  expect([listener.mock.calls.length, readable.get() === before]).toEqual([0, true]);
  settings.set({ ...DEFAULT_SETTINGS, ...stored({ size: 20 }) });
  expect([listener.mock.calls.length, readable.get()]).toEqual([1, { size: 20, name: '' }]);
  end();
  settings.set(DEFAULT_SETTINGS);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('settings that no manifest declares have their initial values, and the console names the line to add, once', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { settings, platform } = observed();
  settings.set({ ...DEFAULT_SETTINGS, ...stored({ size: 20 }) });
  expect(toolSettings(platform, sizes).get()).toEqual({ size: 10, name: '' });
  toolSettings(platform, sizes);
  expect(report.mock.calls).toEqual([[expect.stringContaining('Add to its manifest: settings:')]]);
});

test('what is stored of a tool survives reading and writing, without what is no value', () => {
  const raw = {
    ToolSettings: {
      gone: {
        version: 3,
        values: { kept: 'as it was', list: [1], nothing: null, endless: 'x'.repeat(1_000_000) },
      },
      broken: 'text',
      worse: { version: -1, values: {} },
      sizes: { version: 0, values: { size: 20 } },
    },
  };
  const written: unknown = JSON.parse(writeSettings(readSettings(raw)));
  expect(written).toMatchObject({
    ToolSettings: {
      gone: { version: 3, values: { kept: 'as it was' } },
      sizes: { version: 0, values: { size: 20 } },
    },
  });
  expect(JSON.stringify(written).length).toBeLessThan(2_000);
  expect(readSettings(JSON.stringify(written))).toEqual(readSettings(raw));
});

test('two writers that set different tools both keep their values', () => {
  const tools = (toolSettings: UserSettings['toolSettings']) => ({ ...DEFAULT_SETTINGS, toolSettings });
  const size = (value: number) => ({ version: 0, values: { size: value } });
  const base = tools({ a: size(1), b: size(1), c: size(1) });
  const mine = tools({ a: size(2), b: size(1) });
  const theirs = tools({ a: size(1), b: size(3), c: size(1), d: size(4) });
  expect(mergeSettings(base, mine, theirs).toolSettings).toEqual({ a: size(2), b: size(3), d: size(4) });
});

test('two writers that chose keys for different commands both keep theirs, and a choice that was removed stays removed', () => {
  const keys = (commandKeys: UserSettings['commandKeys']) => ({ ...DEFAULT_SETTINGS, commandKeys });
  const base = keys({ a: 'F2', b: 'F3', c: null });
  const mine = keys({ b: 'F4', c: null });
  const theirs = keys({ a: 'F2', b: 'F3', d: '$mod+KeyB' });
  expect(mergeSettings(base, mine, theirs).commandKeys).toEqual({ b: 'F4', d: '$mod+KeyB' });
});
