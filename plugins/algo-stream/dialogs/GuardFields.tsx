import { GUARD_BOUNDS, isUnguarded, type GuardName } from '../../../src/domain/strategy/guards.ts';
import { Checkbox, NumberField } from '../../../src/ui/index.ts';
import { FoldedFields } from './FoldedFields.tsx';
import styles from './StrategyForms.module.css';
import type { GuardForm, GuardProblems } from './guard-form.ts';

interface GuardFieldsProps {
  readonly guards: GuardForm;
  readonly problems: GuardProblems;
  readonly onChange: (guards: GuardForm) => void;
}

const LABELS: Readonly<Record<GuardName, string>> = {
  Loss: 'Largest loss, $',
  OrdersPerMinute: 'Most orders a minute',
  Position: 'Largest position, shares',
};
const STEPS: Readonly<Record<GuardName, number>> = { Loss: 100, OrdersPerMinute: 1, Position: 100 };

/** Guards of a live run, closed until they are wanted: they open by themselves when they are set, or wrong. */
export function GuardFields({ guards, problems, onChange }: GuardFieldsProps) {
  const field = (guard: GuardName) => (
    <NumberField
      label={LABELS[guard]}
      value={guards[guard]}
      onChange={(value) => onChange({ ...guards, [guard]: value })}
      min={GUARD_BOUNDS[guard].min}
      max={GUARD_BOUNDS[guard].max}
      step={STEPS[guard]}
      decimals={GUARD_BOUNDS[guard].decimals}
      error={problems[guard] ?? null}
    />
  );
  const hasProblem = Object.keys(problems).length > 0;
  return (
    <FoldedFields title="Guards" isSet={!isUnguarded(guards)} hasProblem={hasProblem}>
      <div className={styles.pair}>
        {field('Loss')}
        {field('OrdersPerMinute')}
        {field('Position')}
      </div>
      <Checkbox
        label="Close the position when a guard stops the run"
        isChecked={guards.ClosesPosition}
        onChange={(ClosesPosition) => onChange({ ...guards, ClosesPosition })}
      />
      <p className={styles.note}>
        A run that crosses a guard stops at once: the order that would cross it is not sent, and open orders
        are cancelled. Empty fields are no guard.
      </p>
    </FoldedFields>
  );
}
