import { useId } from 'react';
import { useSettingRow } from './settings-search.ts';
import styles from './Settings.module.css';

/** One option. `hint` is a line below its label. */
export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
}

/** The options of a choice; `legend` is their accessible name. */
export interface ChoiceProps<Value extends string> {
  readonly legend: string;
  /** A line below the options. */
  readonly hint?: string;
  /** More texts by which the search of the Settings page finds it. */
  readonly keywords?: readonly string[];
  readonly value: Value;
  readonly options: readonly ChoiceOption<Value>[];
  /** The last choice is under way: another one waits for its end. */
  readonly isBusy?: boolean;
  readonly onChange: (value: Value) => void;
}

/** One of a few values, all in sight. */
export function Choice<Value extends string>({
  legend,
  hint,
  keywords = [],
  value,
  options,
  isBusy = false,
  onChange,
}: ChoiceProps<Value>) {
  const id = useId();
  const row = useSettingRow(legend, hint ?? '', ...keywords, ...options.map(({ label }) => label));
  return (
    <div
      className={styles.setting}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      aria-busy={isBusy}
      {...row}
    >
      <span id={id} className={styles.legend}>
        {legend}
      </span>
      <div>
        {options.map((option) => (
          <div key={option.value} className={styles.choice}>
            <label>
              <input
                type="radio"
                name={id}
                checked={option.value === value}
                disabled={option.isDisabled ?? false}
                aria-describedby={option.hint === undefined ? undefined : `${id}-${option.value}`}
                onChange={() => {
                  if (!isBusy) onChange(option.value);
                }}
              />
              {option.label}
            </label>
            {option.hint === undefined ? null : (
              <p id={`${id}-${option.value}`} className={styles.hint}>
                {option.hint}
              </p>
            )}
          </div>
        ))}
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
