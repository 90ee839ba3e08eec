/** Longest text that a setting may allow, and that is stored, characters. */
export const MAX_SETTING_TEXT = 500;
