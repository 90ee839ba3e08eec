import type { Readable, StoredToolSettings, UserSettings } from '../client/types.ts';
import { isSettingValue, settleSettings } from '../domain/tool-settings/index.ts';
import { toolsWithSettings } from './plugin-registry.ts';
import type {
  SettingFields,
  SettingsMigration,
  SettingValue,
  SettingValues,
  ToolSettings,
} from './tool-settings-types.ts';
import type { ToolPlatform } from './types.ts';

/**
 * Declares the settings of a tool. The manifest names them in `settings`; then the Settings page has a section for them, and `useToolSettings`
 * returns their values. Values are stored by the ids of the fields, so these never change without a migration.
 *
 * @example
 * ```ts
 * import { defineSettings } from '@tapedeck/plugin-api';
 *
 * export const tapeSettings = defineSettings('tape', {
 *   largeTrade: {
 *     kind: 'number',
 *     label: 'Mark trades of at least',
 *     unit: 'shares',
 *     help: 'Larger trades are written in bold. 0 marks none.',
 *     min: 0,
 *     max: 1_000_000,
 *     isWhole: true,
 *     initial: 0,
 *   },
 * });
 * ```
 */
export function defineSettings<const Fields extends SettingFields>(
  tool: string,
  fields: Fields,
  migrations: readonly SettingsMigration[] = [],
): ToolSettings<Fields> {
  return { tool, fields, migrations };
}

/** Stored values at the present version; null when a later version of the tool, or a migration that threw, leaves them unreadable. */
function migrated(
  { migrations }: ToolSettings,
  stored: StoredToolSettings | undefined,
): StoredToolSettings['values'] | null {
  if (stored === undefined) return {};
  if (stored.version > migrations.length) return null;
  try {
    return migrations.slice(stored.version).reduce((values, { up }) => ({ ...up(values) }), stored.values);
  } catch {
    return null;
  }
}

/** The values in effect. `isReadable` is false when what is stored cannot be read: initial values apply, and the stored ones are kept. */
export function readToolSettings<Fields extends SettingFields>(
  definition: ToolSettings<Fields>,
  settings: Pick<UserSettings, 'toolSettings'>,
): { readonly values: SettingValues<Fields>; readonly isReadable: boolean } {
  const values = migrated(definition, settings.toolSettings[definition.tool]);
  return { values: settleSettings(definition.fields, values ?? {}), isReadable: values !== null };
}

/**
 * The stored settings of all tools after the user has set one. An initial value is not stored. Values of ids that are unknown here are kept; a
 * value that is none of the setting, or what is stored and cannot be read, changes nothing.
 */
export function withToolSetting(
  definition: ToolSettings,
  { toolSettings }: Pick<UserSettings, 'toolSettings'>,
  id: string,
  value: SettingValue,
): UserSettings['toolSettings'] {
  const { tool, fields, migrations } = definition;
  const before = migrated(definition, toolSettings[tool]);
  const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
  if (before === null || field === undefined || !isSettingValue(field, value)) return toolSettings;
  const { [id]: _before, ...others } = before;
  const values = value === field.initial ? others : { ...others, [id]: value };
  return withStored(toolSettings, tool, { version: migrations.length, values });
}

/** The stored settings of all tools with the initial values of one. */
export function withoutToolSettings(
  { tool, fields, migrations }: ToolSettings,
  { toolSettings }: Pick<UserSettings, 'toolSettings'>,
): UserSettings['toolSettings'] {
  const others = Object.entries(toolSettings[tool]?.values ?? {}).filter(
    ([id]) => !Object.hasOwn(fields, id),
  );
  return withStored(toolSettings, tool, { version: migrations.length, values: Object.fromEntries(others) });
}

function withStored(
  all: UserSettings['toolSettings'],
  tool: string,
  stored: StoredToolSettings,
): UserSettings['toolSettings'] {
  const { [tool]: _before, ...others } = all;
  return Object.keys(stored.values).length === 0 ? others : { ...others, [tool]: stored };
}

const reported = new Set<string>();

/**
 * The values of a tool's settings, previews of the Settings page included, for code that is no component. Listeners are called when a value has
 * changed. Settings that no manifest declares have their initial values, and the console names the line to add.
 */
export function toolSettings<Fields extends SettingFields>(
  { settings }: Pick<ToolPlatform, 'settings'>,
  definition: ToolSettings<Fields>,
): Readable<SettingValues<Fields>> {
  const { tool } = definition;
  const isDeclared = toolsWithSettings.has(tool);
  if (!isDeclared && !reported.has(tool)) {
    reported.add(tool);
    console.error(
      `The settings of "${tool}" are not declared. Add to its manifest: settings: async () => (await import('./settings.ts')).…`,
    );
  }
  const read = (): SettingValues<Fields> =>
    readToolSettings(definition, isDeclared ? settings.get() : { toolSettings: {} }).values;
  let values = read();
  /** The same object while no value has changed. */
  const get = (): SettingValues<Fields> => {
    const next = read();
    if (Object.keys(next).some((id) => next[id] !== values[id])) values = next;
    return values;
  };
  return {
    get,
    subscribe(listener) {
      let shown = get();
      return settings.subscribe(() => {
        const next = get();
        if (next === shown) return;
        shown = next;
        listener();
      });
    },
  };
}
