import { useState, type FormEvent } from 'react';
import { PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import type { CommandArguments, ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, Select } from '../../src/ui/index.ts';
import { addChosen, type ChosenAlert, knownRow, replacedText } from './add-chosen.ts';
import { labelOf, levelText, WATCHABLE_COLUMNS } from './alerts.ts';
import { atOnceText } from './at-once.ts';
import { LevelField, levelProblem, roundedLevel } from './LevelField.tsx';
import { useValueNow, valueNow } from './live-value.ts';
import styles from './PriceAlerts.module.css';

/** What the caller suggests. */
interface SuggestedAlert {
  readonly symbol: string;
  readonly column: string;
  readonly level: number | null;
}

interface CreateAlertFormProps {
  readonly platform: ToolPlatform;
  readonly suggested: SuggestedAlert;
  readonly close: (chosen: ChosenAlert | null) => void;
}

/** Puts a suggested level on the side of the present value that it is on; above when the value is unknown. */
function suggestedLevels(
  level: number | null,
  now: number | null,
): { readonly high: number | null; readonly low: number | null } {
  if (level === null) return { high: null, low: null };
  return now === null || level >= now ? { high: level, low: null } : { high: null, low: level };
}

/** State of the form: the column, its live value, and a level for each side. */
function useAlertForm({ platform, suggested, close }: CreateAlertFormProps) {
  const [column, setColumn] = useState(suggested.column);
  const now = useValueNow(platform, suggested.symbol, column);
  const [levels, setLevels] = useState(() => suggestedLevels(suggested.level, now));
  const [isTried, setTried] = useState(false);
  const problemOf = (level: number | null) => (level === null ? null : levelProblem(level, column));
  const highProblem = problemOf(levels.high);
  const lowProblem = problemOf(levels.low);
  const isMissing = levels.high === null && levels.low === null;
  const known = knownRow(platform, suggested.symbol, column);
  // An invalid level is neither compared with the present value nor with the known alert.
  const valid: ChosenAlert = {
    column,
    high: highProblem === null ? levels.high : null,
    low: lowProblem === null ? levels.low : null,
  };
  return {
    ...levels,
    column,
    now,
    errors: isTried
      ? { high: highProblem ?? (isMissing ? 'Enter a level to watch for' : null), low: lowProblem }
      : { high: null, low: null },
    atOnce: atOnceText({ ...valid, now }),
    isKnown: known !== undefined,
    replaced: replacedText(known, valid),
    setHigh: (level: number | null) => setLevels((before) => ({ ...before, high: level })),
    setLow: (level: number | null) => setLevels((before) => ({ ...before, low: level })),
    chooseColumn(next: string) {
      setColumn(next);
      setLevels({ high: null, low: null });
    },
    submit(event: FormEvent) {
      event.preventDefault();
      setTried(true);
      if (!isMissing && highProblem === null && lowProblem === null) close({ column, ...levels });
    },
  };
}

function CreateAlertForm(props: CreateAlertFormProps) {
  const { symbol } = props.suggested;
  const form = useAlertForm(props);
  const { column, now, high, low } = form;
  return (
    <form onSubmit={form.submit} noValidate className={styles.form}>
      <Select
        label="Watch"
        value={column}
        options={WATCHABLE_COLUMNS.map(({ id, label }) => ({ value: id, label }))}
        onChange={form.chooseColumn}
      />
      <LevelField
        key={`high ${column}`}
        label="High alert"
        column={column}
        level={high}
        now={now}
        onChange={form.setHigh}
        isFirst
        error={form.errors.high}
      />
      <LevelField
        key={`low ${column}`}
        label="Low alert"
        column={column}
        level={low}
        now={now}
        onChange={form.setLow}
        error={form.errors.low}
      />
      <p className={`${styles.note ?? ''} ${form.isKnown ? (styles.longNote ?? '') : ''}`}>
        {now === null
          ? `${labelOf(column)} of ${symbol} is not known yet.`
          : `${labelOf(column)} is ${levelText(column, now)} now.`}{' '}
        <span role="status" className={form.atOnce === null ? undefined : styles.atOnce}>
          {form.atOnce ?? 'Each alert fires once, above the high or below the low level.'}
        </span>
        {form.replaced === null ? null : <> {form.replaced}</>}
      </p>
      <DialogActions>
        <Button onClick={() => props.close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          Create alert
        </Button>
      </DialogActions>
    </form>
  );
}

/** The command `alerts.create`, from a grid cell or the chart's price axis. The user stays in that window: the alert goes into the window of Price Alerts on screen or used last, or waits for one. It is watched either way. */
export async function createAlert(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const symbol = args.symbol ?? (await platform.dialogs.symbolLookup({ title: 'Create alert' }));
  if (symbol === null) return;
  const column =
    typeof args['column'] === 'string' && WATCHABLE_COLUMNS.some(({ id }) => id === args['column'])
      ? args['column']
      : PRICE_COLUMN;
  const level =
    typeof args['level'] === 'number' && Number.isFinite(args['level'])
      ? roundedLevel(column, args['level'])
      : null;
  const chosen = await platform.dialogs.open<ChosenAlert>({
    title: `Create alert - ${symbol}`,
    width: 320,
    content: ({ close }) => (
      <CreateAlertForm platform={platform} suggested={{ symbol, column, level }} close={close} />
    ),
  });
  if (chosen !== null) addChosen(platform, symbol, chosen, valueNow(platform, symbol, chosen.column));
}
