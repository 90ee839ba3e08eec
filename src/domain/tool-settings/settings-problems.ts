import { MAX_SETTING_TEXT } from './max-setting-text.ts';
import { isSettingValue, type SettingField, type SettingFields } from './setting-fields.ts';

/** Bounds of what a tool declares. */
const SETTING_BOUNDS = {
  /** Settings of a tool. */
  fields: 20,
  idChars: 40,
  labelChars: 60,
  helpChars: 300,
  unitChars: 20,
  options: 20,
} as const;

const ID_PATTERN = /^[a-z][A-Za-z0-9]*$/;

/** What is wrong with the settings of a tool, as sentences; empty for sound ones. */
export function settingsProblems(fields: SettingFields): string[] {
  const count = Object.keys(fields).length;
  return [
    ...(count === 0 ? ['The settings are empty: leave them out.'] : []),
    ...(count > SETTING_BOUNDS.fields
      ? [`There are ${count} settings; a tool has at most ${SETTING_BOUNDS.fields}.`]
      : []),
    ...Object.entries(fields).flatMap(([id, field]) =>
      [...idProblems(id), ...textProblems(field), ...valueProblems(field)].map(
        (problem) => `The setting "${id}" ${problem}`,
      ),
    ),
  ];
}

function idProblems(id: string): string[] {
  // A name of `Object.prototype` would find a value that nobody stored.
  return ID_PATTERN.test(id) && id.length <= SETTING_BOUNDS.idChars && !(id in {})
    ? []
    : [`needs another id: letters and digits, at most ${SETTING_BOUNDS.idChars}, such as "largeTrade".`];
}

function textProblems(field: SettingField): string[] {
  const unit = field.kind === 'number' ? (field.unit ?? '') : '';
  const { labelChars, helpChars, unitChars } = SETTING_BOUNDS;
  return [
    ...(field.label.trim() === '' || field.help.trim() === '' ? ['lacks a label or an explanation.'] : []),
    ...(field.label.length > labelChars ? [`has a label of more than ${labelChars} characters.`] : []),
    ...(field.help.length > helpChars ? [`has an explanation of more than ${helpChars} characters.`] : []),
    ...(unit.length > unitChars ? [`has a unit of more than ${unitChars} characters.`] : []),
  ];
}

function valueProblems(field: SettingField): string[] {
  return [
    ...boundsProblems(field),
    ...(isSettingValue(field, field.initial) ? [] : ['does not allow its initial value.']),
  ];
}

function boundsProblems(field: SettingField): string[] {
  if (field.kind === 'number')
    return Number.isFinite(field.min) && Number.isFinite(field.max) && field.min < field.max
      ? []
      : ['needs finite bounds, the smaller one first.'];
  if (field.kind === 'text')
    return Number.isInteger(field.maxLength) && field.maxLength >= 1 && field.maxLength <= MAX_SETTING_TEXT
      ? []
      : [`needs a maxLength from 1 to ${MAX_SETTING_TEXT}.`];
  if (field.kind !== 'choice') return [];
  const values = new Set(field.options.map(({ value }) => value));
  const areShort = field.options.every(
    ({ value, label }) =>
      label.trim() !== '' && Math.max(value.length, label.length) <= SETTING_BOUNDS.labelChars,
  );
  return field.options.length >= 2 &&
    field.options.length <= SETTING_BOUNDS.options &&
    values.size === field.options.length &&
    areShort
    ? []
    : [
        `needs 2 to ${SETTING_BOUNDS.options} options with different values, and labels of at most ${SETTING_BOUNDS.labelChars} characters.`,
      ];
}
