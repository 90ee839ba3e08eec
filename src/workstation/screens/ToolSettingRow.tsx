import { useId, useState } from 'react';
import { isSettingValue, type SettingField, type SettingValue } from '../../domain/tool-settings/index.ts';
import { Checkbox, NumberField, Select, TextField } from '../../ui/index.ts';
import { Choice } from './Choice.tsx';
import { settingTexts, useSettingRow } from './settings-search.ts';
import styles from './Settings.module.css';

/** A setting of a tool with its value. */
export interface ToolSettingRowProps<Field extends SettingField = SettingField> {
  readonly field: Field;
  readonly value: SettingValue;
  /** Title of the tool, which the search of the page finds as well. */
  readonly tool: string;
  readonly isDisabled: boolean;
  /** Gets a value of the setting, or null for an entry that is none. */
  readonly onChange: (value: SettingValue | null) => void;
}

type FieldOf<Kind extends SettingField['kind']> = Extract<SettingField, { readonly kind: Kind }>;

/** More options than these are a list to open. */
const MAX_RADIO_BUTTONS = 4;

/** The row of a tool's setting on the Settings page. */
export function ToolSettingRow({ field, value, ...props }: ToolSettingRowProps) {
  switch (field.kind) {
    case 'boolean':
      return <BooleanRow field={field} value={value === true} {...props} />;
    case 'number':
      return <NumberRow field={field} value={value} {...props} />;
    case 'choice':
      return <ChoiceRow field={field} value={value} {...props} />;
    case 'text':
      return <TextRow field={field} value={value} {...props} />;
  }
}

function BooleanRow({ field, value, tool, isDisabled, onChange }: ToolSettingRowProps<FieldOf<'boolean'>>) {
  const id = useId();
  return (
    <div className={styles.setting} {...useSettingRow(...settingTexts(tool, field))}>
      <span />
      <div className={styles.seconds} role="group" aria-describedby={id}>
        <Checkbox
          label={field.label}
          isChecked={value === true}
          isDisabled={isDisabled}
          onChange={onChange}
        />
        <p id={id} className={styles.hint}>
          {field.help}
        </p>
      </div>
    </div>
  );
}

function NumberRow({ field, value, tool, isDisabled, onChange }: ToolSettingRowProps<FieldOf<'number'>>) {
  const [typed, setTyped] = useState<number | null>(typeof value === 'number' ? value : null);
  const label = field.unit === undefined ? field.label : `${field.label}, ${field.unit}`;
  const isValid = isSettingValue(field, typed);
  const bounds = `${field.min.toLocaleString('en-US')} to ${field.max.toLocaleString('en-US')}`;
  return (
    <div className={styles.setting} {...useSettingRow(...settingTexts(tool, field))}>
      <span className={styles.legend} aria-hidden>
        {label}
      </span>
      <div className={styles.seconds}>
        <NumberField
          label={label}
          isLabelHidden
          min={field.min}
          max={field.max}
          {...(field.isWhole === true ? {} : { step: 0.1 })}
          value={typed}
          isDisabled={isDisabled}
          error={isValid ? null : `Enter a ${field.isWhole === true ? 'whole ' : ''}number from ${bounds}`}
          onChange={(next) => {
            setTyped(next);
            onChange(isSettingValue(field, next) ? next : null);
          }}
        />
        {isValid ? (
          <p className={styles.hint}>
            {field.help} {bounds}.
          </p>
        ) : null}
      </div>
    </div>
  );
}

function ChoiceRow({ field, value, tool, isDisabled, onChange }: ToolSettingRowProps<FieldOf<'choice'>>) {
  const row = useSettingRow(...settingTexts(tool, field));
  const chosen = typeof value === 'string' ? value : field.initial;
  if (field.options.length <= MAX_RADIO_BUTTONS)
    return (
      <Choice
        legend={field.label}
        hint={field.help}
        keywords={settingTexts(tool, field)}
        value={chosen}
        options={field.options.map((option) => ({ ...option, isDisabled }))}
        onChange={onChange}
      />
    );
  return (
    <div className={styles.setting} {...row}>
      <span className={styles.legend} aria-hidden>
        {field.label}
      </span>
      <div className={styles.seconds}>
        <Select
          label={field.label}
          isLabelHidden
          value={chosen}
          options={field.options}
          isDisabled={isDisabled}
          onChange={onChange}
        />
        <p className={styles.hint}>{field.help}</p>
      </div>
    </div>
  );
}

function TextRow({ field, value, tool, isDisabled, onChange }: ToolSettingRowProps<FieldOf<'text'>>) {
  const [typed, setTyped] = useState(String(value));
  return (
    <div className={styles.setting} {...useSettingRow(...settingTexts(tool, field))}>
      <span className={styles.legend} aria-hidden>
        {field.label}
      </span>
      <div className={styles.seconds}>
        <TextField
          label={field.label}
          isLabelHidden
          value={typed}
          maxLength={field.maxLength}
          disabled={isDisabled}
          error={
            isSettingValue(field, typed)
              ? null
              : `Enter a text of at most ${field.maxLength} characters without control characters`
          }
          onChange={(next) => {
            setTyped(next);
            onChange(isSettingValue(field, next) ? next : null);
          }}
        />
        <p className={styles.hint}>{field.help}</p>
      </div>
    </div>
  );
}
