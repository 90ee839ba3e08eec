import { useState } from 'react';
import type { StudyKind } from '../../../src/domain/studies/index.ts';
import { Checkbox, NumberField, TextField } from '../../../src/ui/index.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import styles from '../Chart.module.css';
import { momentOf, parameterProblem, type TypedParameters } from './study-parameters.ts';

interface StudyFormProps {
  readonly study: StudyKind;
  readonly values: TypedParameters;
  readonly onChange: (values: TypedParameters) => void;
}

/** The parameters of one study with their bounds. */
export function StudyForm({ study, values, onChange }: StudyFormProps) {
  const entries = Object.entries(study.parameters);
  if (entries.length === 0) return <p className={styles.hint}>This study has no parameters.</p>;
  return (
    <div className={styles.pair}>
      {entries.map(([name, parameter]) => {
        const value = values[name] ?? null;
        const set = (next: number | null) => onChange({ ...values, [name]: next });
        if (parameter.input === 'switch')
          return (
            <Checkbox
              key={name}
              label={parameter.label}
              isChecked={value === 1}
              onChange={(isOn) => set(isOn ? 1 : 0)}
            />
          );
        if (parameter.input === 'time')
          return (
            <DateField
              key={name}
              label={parameter.label}
              value={value}
              onChange={set}
              error={parameterProblem(parameter, value)}
            />
          );
        return (
          <NumberField
            key={name}
            label={parameter.label}
            value={value}
            onChange={set}
            min={parameter.min}
            max={parameter.max}
            step={parameter.step}
            decimals={Number.isInteger(parameter.step) ? 0 : 2}
            error={parameterProblem(parameter, value)}
          />
        );
      })}
    </div>
  );
}

interface DateFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (value: number) => void;
  readonly error: string | null;
}

/** A day as a moment. While its year is being typed it is none yet: what is typed stays in the field. */
function DateField({ label, value, onChange, error }: DateFieldProps) {
  const [typed, setTyped] = useState('');
  const shown =
    value === null || value === 0 ? '' : Number.isNaN(value) ? typed : formatTime(value, 'YYYY-MM-DD');
  return (
    <TextField
      label={label}
      type="date"
      hint="Empty: from the first bar"
      value={shown}
      error={error}
      onChange={(date) => {
        setTyped(date);
        onChange(momentOf(date));
      }}
    />
  );
}
