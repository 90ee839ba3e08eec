import { useId, useState } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, Select } from '../../../src/ui/index.ts';
import { startOf, type StartForm, type StartProblems } from '../dialogs/start-form.ts';
import type { GateCheck, StrategyToRun } from '../types.ts';
import {
  checkText,
  GATE_ROWS,
  PERIOD_OPTIONS,
  progressText,
  uncheckedText,
  VERDICT_LABELS,
  type PeriodDays,
} from './gate-labels.ts';
import styles from './LiveChecks.module.css';
import { useLiveChecks } from './use-live-checks.ts';

interface LiveChecksProps {
  readonly platform: ToolPlatform;
  readonly strategy: StrategyToRun;
  readonly form: StartForm;
  /** While there are any, nothing can be checked. */
  readonly problems: StartProblems;
}

/** One line for each check: its result with its reason, or what it does. */
function GateList({ check }: { readonly check: GateCheck | undefined }) {
  return (
    <ul className={styles.list}>
      {GATE_ROWS.map(({ gate, label, about }) => {
        const result = check?.Gates.find(({ Gate }) => Gate === gate);
        return (
          <li key={gate} className={styles.row}>
            <span className={styles.label}>{label}</span>
            <span className={styles.verdict} data-verdict={result?.Verdict ?? 'None'}>
              {result === undefined ? 'Not checked' : VERDICT_LABELS[result.Verdict]}
            </span>
            <span className={styles.text}>{result?.Text ?? about}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The state of the checks in one sentence. */
function stateText({
  known,
  check,
  other,
}: Pick<ReturnType<typeof useLiveChecks>, 'known' | 'check' | 'other'>): string {
  if (known === null) return 'Loading…';
  if (check === undefined) return uncheckedText(other, known.codeKey);
  if (check.State === 'Running') return progressText(check);
  return check.State === 'Failed' ? `Could not be run: ${check.Message}` : checkText(check);
}

/** The checks before a live start of this code with these terms, which run in the background. */
export function LiveChecks({ platform, strategy, form, problems }: LiveChecksProps) {
  const titleId = useId();
  const terms = Object.keys(problems).length === 0 ? startOf(form) : null;
  const [days, setDays] = useState<PeriodDays>('90');
  const checks = useLiveChecks(platform, strategy, terms);
  const { check, known, error, isSending } = checks;
  const isRunning = check?.State === 'Running';
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          Checks before a live start
        </h3>
        <Select
          label="Period of the checks"
          isLabelHidden
          value={days}
          options={PERIOD_OPTIONS}
          onChange={setDays}
        />
        {isRunning ? (
          <Button disabled={isSending} focusableWhenDisabled onClick={() => checks.cancel(check.CheckId)}>
            Cancel checks
          </Button>
        ) : (
          <Button
            disabled={isSending || terms === null || known === null}
            focusableWhenDisabled
            onClick={() => checks.begin(days)}
          >
            Check now
          </Button>
        )}
      </div>
      <p role="status" className={styles.state}>
        {stateText(checks)}
        {known?.isRequired === true ? ' This server needs passed checks for a live start.' : ''}
      </p>
      <GateList check={check} />
      <p role="alert" className={styles.problem}>
        {error ?? ''}
      </p>
    </section>
  );
}
