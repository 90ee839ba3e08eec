import type { SettingFields, SettingValue } from '../domain/tool-settings/index.ts';

/** Turns the stored values of one version into those of the next. A released step is never edited. */
export interface SettingsMigration {
  readonly name: string;
  up(
    old: Readonly<Record<string, SettingValue | undefined>>,
  ): Readonly<Record<string, SettingValue | undefined>>;
}

/** The settings of a tool, made by `defineSettings`: a section of the Settings page. */
export interface ToolSettings<Fields extends SettingFields = SettingFields> {
  /** Id of the tool whose manifest declares them. */
  readonly tool: string;
  readonly fields: Fields;
  readonly migrations: readonly SettingsMigration[];
}
export type { SettingFields, SettingValue, SettingValues } from '../domain/tool-settings/index.ts';
