/** The settings that a tool declares for its user: their kinds, bounds and values. Pure. Small files, because the settings of the user need only the first one before any tool. */
export { MAX_SETTING_TEXT } from './max-setting-text.ts';
export {
  isSettingValue,
  settleSettings,
  type SettingField,
  type SettingFields,
  type SettingValue,
  type SettingValues,
} from './setting-fields.ts';
export { settingsProblems } from './settings-problems.ts';
