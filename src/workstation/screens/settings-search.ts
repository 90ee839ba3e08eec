import { createContext, useContext } from 'react';
import type { SettingField } from '../../domain/tool-settings/index.ts';

/** What the user searches for on the Settings page; empty = nothing. */
export const SettingsQuery = createContext('');

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}%]+/u)
    .filter((word) => word !== '');

/** Whether each word of the query begins a word of the texts. */
export function isFound(query: string, texts: readonly string[]): boolean {
  const present = wordsOf(texts.join(' '));
  return wordsOf(query).every((start) => present.some((word) => word.startsWith(start)));
}

/** What finds a setting of a tool. `TOOL settings` finds all of them and nothing else. */
export const settingTexts = (tool: string, field: SettingField): readonly string[] => [
  `${tool} settings`,
  field.label,
  field.help,
  ...(field.kind === 'number' && field.unit !== undefined ? [field.unit] : []),
  ...(field.kind === 'choice' ? field.options.map(({ label }) => label) : []),
];

/** Attributes of the row of a setting with these texts: a row that is not found is hidden, and keeps what was typed. */
export function useSettingRow(...texts: readonly string[]): {
  readonly hidden: boolean;
  readonly 'data-setting': '';
} {
  return { hidden: !isFound(useContext(SettingsQuery), texts), 'data-setting': '' };
}
