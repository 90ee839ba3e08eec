import type { StudyKind } from '../../../src/domain/studies/index.ts';
import { Checkbox, NumberField, TextField } from '../../../src/ui/index.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import styles from '../Chart.module.css';
import { parameterProblem, type TypedParameters } from './study-parameters.ts';

interface StudyFormProps {
  readonly study: StudyKind;
  readonly values: TypedParameters;
  readonly onChange: (values: TypedParameters) => void;
}

/** The parameters of one study with their bounds. */
export function StudyForm({ study, values, onChange }: StudyFormProps) {
  const entries = Object.entries(study.parameters);
  if (entries.length === 0) return <p className={styles.hint}>This study has nothing to set.</p>;
  return (
    <div className={styles.pair}>
      {entries.map(([name, parameter]) => {
        const value = values[name] ?? null;
        const set = (next: number | null) => onChange({ ...values, [name]: next });
        if (parameter.input === 'switch') return <Checkbox key={name} label={parameter.label} isChecked={value === 1} onChange={(isOn) => set(isOn ? 1 : 0)} />;
        if (parameter.input === 'time') {
          return (
            <TextField
              key={name} label={parameter.label} type="date" hint="Empty: from the first bar" value={value === null || value === 0 ? '' : formatTime(value, 'YYYY-MM-DD')}
              onChange={(date) => set(date === '' ? 0 : newYorkMs(date, 0))}
            />
          );
        }
        return (
          <NumberField
            key={name} label={parameter.label} value={value} onChange={set} min={parameter.min} max={parameter.max} step={parameter.step}
            decimals={Number.isInteger(parameter.step) ? 0 : 2} error={parameterProblem(parameter, value)}
          />
        );
      })}
    </div>
  );
}
