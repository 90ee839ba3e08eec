import { useState } from 'react';
import { SETTING_LIMITS } from '../../client/settings/user-settings.ts';
import type { UserSettings } from '../../client/types.ts';
import { NumberField } from '../../ui/index.ts';
import { boundsText, isSettingValue, type NumberName, type NumberSpec } from './number-settings.ts';
import { useSettingRow } from './settings-search.ts';
import styles from './Settings.module.css';

/** A number within bounds; a value out of bounds is reported and not applied. */
function NumberSetting({
  spec,
  value,
  onChange,
}: {
  readonly spec: NumberSpec;
  readonly value: number;
  readonly onChange: (name: NumberName, value: number | null) => void;
}) {
  const [typed, setTyped] = useState<number | null>(value);
  const { name, label, hint, isWhole } = spec;
  const [min, max] = SETTING_LIMITS[name];
  const isValid = isSettingValue(spec, typed);
  return (
    <div className={styles.setting} {...useSettingRow(label, hint)}>
      <span className={styles.legend} aria-hidden>
        {label}
      </span>
      <div className={styles.seconds}>
        <NumberField
          label={label}
          isLabelHidden
          min={min}
          max={max}
          {...(isWhole ? {} : { step: 0.1 })}
          value={typed}
          error={isValid ? null : boundsText(spec)}
          onChange={(next) => {
            setTyped(next);
            onChange(name, isSettingValue(spec, next) ? next : null);
          }}
        />
        {isValid ? <p className={styles.hint}>{hint}</p> : null}
      </div>
    </div>
  );
}

/** Settings and what is to be done when a number changes; null for one that is out of its bounds. */
export interface NumbersProps {
  readonly values: UserSettings;
  readonly onChange: (name: NumberName, value: number | null) => void;
}

/** Settings that are numbers, one below the other. One that is off has none. */
export function Numbers({
  specs,
  values,
  onChange,
}: NumbersProps & { readonly specs: readonly NumberSpec[] }) {
  return specs.map((spec) => {
    const value = values[spec.name];
    return value === null ? null : (
      <NumberSetting key={spec.name} spec={spec} value={value} onChange={onChange} />
    );
  });
}
