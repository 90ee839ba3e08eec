import { useState, type FormEvent } from 'react';
import { formatMoney } from '../../src/domain/columns/index.ts';
import { type AccountGuards, type ToolPlatform, useReadable } from '../../src/plugin-api/index.ts';
import { Button, Checkbox, DialogActions, NumberField, TextField } from '../../src/ui/index.ts';
import { guardsChangeOf, limitProblem, timeProblem, type GuardsForm } from './guards-form.ts';
import styles from './TradeManager.module.css';

const WIDTH_PX = 440;

const formOf = ({ Holder, Next, FlattenAt }: AccountGuards): GuardsForm => ({
  dailyLoss: (Next ?? Holder).DailyLoss,
  drawdown: (Next ?? Holder).Drawdown,
  time: FlattenAt?.Time ?? '',
  isTodayOnly: FlattenAt !== null && FlattenAt.Date !== null,
});

/** The guards of the account holder and the time of the daily flatten. */
function GuardsDialog({ platform, close }: { readonly platform: ToolPlatform; readonly close: () => void }) {
  const guards = useReadable(platform.guards);
  const [form, setForm] = useState<GuardsForm>(() =>
    guards === null ? { dailyLoss: null, drawdown: null, time: '', isTodayOnly: false } : formOf(guards),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const problems = [
    limitProblem(form.dailyLoss),
    limitProblem(form.drawdown),
    timeProblem(form.time),
  ] as const;
  const [lossProblem, drawdownProblem, flattenProblem] = problems;
  const isValid = guards !== null && problems.every((problem) => problem === null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isValid) return;
    const result = platform.guards.set(guardsChangeOf(form, formOf(guards)));
    if (result.ok) close();
    else setFailure(result.message);
  };
  return (
    <form className={styles.exercise} onSubmit={submit} noValidate>
      <Explanation />
      <NumberField
        label="Daily loss limit, dollars"
        value={form.dailyLoss}
        onChange={(dailyLoss) => setForm({ ...form, dailyLoss })}
        error={lossProblem}
        min={0}
        step={100}
        decimals={2}
        isFirst
      />
      <NumberField
        label="Drawdown limit, dollars"
        value={form.drawdown}
        onChange={(drawdown) => setForm({ ...form, drawdown })}
        error={drawdownProblem}
        min={0}
        step={100}
        decimals={2}
      />
      <TextField
        label="Flatten at, New York time"
        value={form.time}
        onChange={(time) => setForm({ ...form, time })}
        error={flattenProblem}
        placeholder="15:55"
      />
      <Checkbox
        label="Today only"
        isChecked={form.isTodayOnly}
        onChange={(isTodayOnly) => setForm({ ...form, isTodayOnly })}
      />
      {guards === null ? null : <Standing guards={guards} />}
      {failure === null ? null : (
        <p className={styles.problem} role="alert">
          Not set: {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button tone="primary" type="submit" disabled={!isValid}>
          Set guards
        </Button>
      </DialogActions>
    </form>
  );
}

/** What the guards do. */
function Explanation() {
  return (
    <p className={styles.note}>
      Once the day&apos;s P&amp;L reaches a limit, the server cancels every order, closes every position and
      refuses orders that open positions until the next trading day. A limit can be made stricter at any time;
      one that is looser counts from the next trading day on.
    </p>
  );
}

const amountText = (amount: number | null): string => (amount === null ? 'none' : formatMoney(amount));

/** What is in force now where it differs from the fields. */
function Standing({ guards: { Holder, Next, Administrator } }: { readonly guards: AccountGuards }) {
  const hasAdministrator = Administrator.DailyLoss !== null || Administrator.Drawdown !== null;
  if (Next === null && !hasAdministrator) return null;
  return (
    <dl className={styles.exerciseFacts} aria-label="In force">
      {Next === null ? null : (
        <div>
          <dt>In force today</dt>
          <dd>
            Loss {amountText(Holder.DailyLoss)}, drawdown {amountText(Holder.Drawdown)}
          </dd>
        </div>
      )}
      {hasAdministrator ? (
        <div>
          <dt>Set by administrators</dt>
          <dd>
            Loss {amountText(Administrator.DailyLoss)}, drawdown {amountText(Administrator.Drawdown)}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** Opens the dialog with the guards of the account; resolves when it is closed. */
export async function openGuards(platform: ToolPlatform): Promise<void> {
  await platform.dialogs.open<never>({
    title: 'Guards',
    width: WIDTH_PX,
    content: ({ close }) => <GuardsDialog platform={platform} close={() => close(null)} />,
  });
}
