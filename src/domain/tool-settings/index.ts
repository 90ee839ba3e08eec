/** The settings that a tool declares for its user: their kinds, bounds and values. Pure. */
export {
  isSettingValue,
  MAX_SETTING_TEXT,
  settingsProblems,
  settleSettings,
  type SettingField,
  type SettingFields,
  type SettingValue,
  type SettingValues,
} from './setting-fields.ts';
