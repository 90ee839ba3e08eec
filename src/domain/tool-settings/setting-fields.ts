/** Longest text that a setting may allow, and that is stored, characters. */
export const MAX_SETTING_TEXT = 500;

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

interface FieldTexts {
  /** Name on the Settings page, sentence case, without the unit. */
  readonly label: string;
  /** What it does, a sentence or more. */
  readonly help: string;
}

/** A setting: how it is shown, which values it takes, and the value until the user chooses another. */
export type SettingField = FieldTexts &
  (
    | { readonly kind: 'boolean'; readonly initial: boolean }
    | {
        readonly kind: 'number';
        readonly initial: number;
        /** Smallest and largest value; both are allowed. */
        readonly min: number;
        readonly max: number;
        /** Whether fractions are refused. Absent = they are allowed. */
        readonly isWhole?: boolean;
        /** Unit after the label: `shares`, `seconds`, `%`. Absent = a plain number. */
        readonly unit?: string;
      }
    | {
        readonly kind: 'choice';
        readonly initial: string;
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
    | { readonly kind: 'text'; readonly initial: string; readonly maxLength: number }
  );
/** The settings of a tool by their ids, in the order of the page. */
export type SettingFields = Readonly<Record<string, SettingField>>;
/** A value of any setting. */
export type SettingValue = boolean | number | string;

type ValueOf<Field extends SettingField> = Field extends { readonly kind: 'boolean' }
  ? boolean
  : Field extends { readonly kind: 'number' }
    ? number
    : Field extends { readonly kind: 'choice'; readonly options: readonly { readonly value: infer Value }[] }
      ? Value
      : string;
/** The values of settings by their ids. A choice has the type of its options. */
export type SettingValues<Fields extends SettingFields> = {
  readonly [Id in keyof Fields]: ValueOf<Fields[Id]>;
};

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Whether a value is one of the setting. */
export function isSettingValue(field: SettingField, value: unknown): value is SettingValue {
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return (
        typeof value === 'number' &&
        value >= field.min &&
        value <= field.max &&
        (field.isWhole !== true || Number.isInteger(value))
      );
    case 'choice':
      return field.options.some((option) => option.value === value);
    case 'text':
      return typeof value === 'string' && value.length <= field.maxLength && !CONTROL_CHARACTER.test(value);
  }
}

/** The values in effect: a stored value where it is one of the setting, else the initial one. Other stored values are left out. */
export function settleSettings<Fields extends SettingFields>(
  fields: Fields,
  stored: Readonly<Record<string, unknown>>,
): SettingValues<Fields> {
  const values = Object.entries(fields).map(([id, field]) => {
    const value = Object.hasOwn(stored, id) ? stored[id] : undefined;
    return [id, isSettingValue(field, value) ? value : field.initial] as const;
  });
  // Each field has its own value by now, which the type of the entries does not express.
  return Object.fromEntries(values) as SettingValues<Fields>;
}

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
