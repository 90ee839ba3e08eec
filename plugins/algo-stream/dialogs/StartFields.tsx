import { useId } from 'react';
import { PUBLIC_LIMITS } from '../../../src/domain/strategy/limits.ts';
import { Checkbox, NumberField, TextField } from '../../../src/ui/index.ts';
import styles from './StrategyForms.module.css';
import type { LimitType, StartForm, StartProblems } from './start-form.ts';

interface FieldsProps {
  readonly form: StartForm;
  readonly problems: StartProblems;
  readonly onChange: (change: Partial<StartForm>) => void;
}

const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  );

export function ParametersField({ form, problems, onChange, rows }: FieldsProps & { readonly rows: number }) {
  const id = useId();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        Parameters
      </label>
      <textarea
        id={id}
        className={styles.area}
        rows={rows}
        spellCheck={false}
        value={form.parameters}
        placeholder="name = value"
        onChange={(event) => onChange({ parameters: event.target.value })}
      />
      <Problem text={problems.parameters} />
    </div>
  );
}

/** The two intervals of the day in which it may trade, as HH:mm of New York. */
export function IntervalFields({ form, problems, onChange }: FieldsProps) {
  const time = (which: 'first' | 'second', end: 'start' | 'end', label: string) => (
    <TextField
      label={label}
      value={form[which][end]}
      inputMode="numeric"
      placeholder="HH:mm"
      maxLength={5}
      onChange={(text) => onChange({ [which]: { ...form[which], [end]: text } })}
    />
  );
  return (
    <fieldset className={styles.set}>
      <legend>Trading intervals</legend>
      <div className={styles.pair}>
        {time('first', 'start', 'First interval from')}
        {time('first', 'end', 'First interval to')}
        {time('second', 'start', 'Second interval from')}
        {time('second', 'end', 'Second interval to')}
      </div>
      <Problem text={problems.intervals} />
      <Checkbox
        label="Intraday positions only"
        isChecked={form.intradayOnly}
        onChange={(intradayOnly) => onChange({ intradayOnly })}
      />
    </fieldset>
  );
}

const LIMIT_LABELS: Readonly<Record<LimitType, string>> = {
  none: 'No limit',
  dollars: 'Dollars',
  shares: 'Shares',
};

/** One limit of the run: dollars or shares; for strategies of the user also none. */
export function LimitFields({
  form,
  problems,
  onChange,
  types,
}: FieldsProps & { readonly types: readonly LimitType[] }) {
  const name = useId();
  return (
    <fieldset className={styles.set}>
      <legend>Limit</legend>
      <div className={styles.radios}>
        {types.map((type) => (
          <label key={type} className={styles.radio}>
            <input
              type="radio"
              name={name}
              checked={form.limitType === type}
              onChange={() => onChange({ limitType: type })}
            />
            {LIMIT_LABELS[type]}
          </label>
        ))}
      </div>
      {form.limitType === 'dollars' ? (
        <NumberField
          label="Dollar limit"
          value={form.dollars}
          onChange={(dollars) => onChange({ dollars })}
          min={PUBLIC_LIMITS.minDollars}
          step={100}
          decimals={2}
          error={problems.limit ?? null}
        />
      ) : null}
      {form.limitType === 'shares' ? (
        <NumberField
          label="Share limit"
          value={form.shares}
          onChange={(shares) => onChange({ shares })}
          min={PUBLIC_LIMITS.minShares}
          step={1}
          error={problems.limit ?? null}
        />
      ) : null}
    </fieldset>
  );
}

/** First and last day of a backtest. */
export function PeriodFields({ form, problems, onChange, today }: FieldsProps & { readonly today: string }) {
  return (
    <div>
      <div className={styles.pair}>
        <TextField
          label="From"
          type="date"
          max={today}
          value={form.from}
          onChange={(from) => onChange({ from })}
        />
        <TextField label="To" type="date" max={today} value={form.to} onChange={(to) => onChange({ to })} />
      </div>
      <Problem text={problems.period} />
    </div>
  );
}
