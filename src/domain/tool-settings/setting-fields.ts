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
