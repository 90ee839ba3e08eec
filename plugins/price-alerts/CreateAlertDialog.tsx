import { useState, type FormEvent } from 'react';
import { newAlert, PRICE_COLUMN, type AlertRow } from '../../src/domain/alerts/index.ts';
import { randomId, type CommandArguments, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, Select } from '../../src/ui/index.ts';
import { labelOf, levelText, nameOf, WATCHABLE_COLUMNS } from './alerts.ts';
import { atOnceText } from './at-once.ts';
import { LevelField, levelProblem, roundedLevel } from './LevelField.tsx';
import { useValueNow } from './live-value.ts';
import { MAX_ALERTS, PRICE_ALERTS_ID, type PriceAlertsState } from './state.ts';
import styles from './PriceAlerts.module.css';

interface Wanted {
  readonly symbol: string;
  readonly column: string;
  readonly level: number | null;
}
type Levels = Pick<AlertRow, 'HighAlert' | 'HighAlertTime' | 'LowAlert' | 'LowAlertTime'>;
interface Chosen {
  readonly column: string;
  readonly high: number | null;
  readonly low: number | null;
}

function CreateAlertForm({
  platform,
  wanted,
  close,
}: {
  readonly platform: ToolPlatform;
  readonly wanted: Wanted;
  readonly close: (chosen: Chosen | null) => void;
}) {
  const [column, setColumn] = useState(wanted.column);
  const now = useValueNow(platform, wanted.symbol, column);
  const isAbove = wanted.level !== null && now !== null && wanted.level >= now;
  const [high, setHigh] = useState<number | null>(
    wanted.level !== null && (isAbove || now === null) ? wanted.level : null,
  );
  const [low, setLow] = useState<number | null>(
    wanted.level !== null && !isAbove && now !== null ? wanted.level : null,
  );
  const [isTried, setTried] = useState(false);
  const problemOf = (level: number | null) => (level === null ? null : levelProblem(level, column));
  /** A level that is refused anyway is not said to fire. */
  const judged = (level: number | null) => (problemOf(level) === null ? level : null);
  const atOnce = atOnceText({ column, high: judged(high), low: judged(low), now });
  const replaced = replacedText(knownRow(platform, wanted.symbol, column), {
    column,
    high: judged(high),
    low: judged(low),
  });
  const none = high === null && low === null ? 'Enter a level to watch for' : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (none === null && problemOf(high) === null && problemOf(low) === null) close({ column, high, low });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Select
        label="Watch"
        value={column}
        options={WATCHABLE_COLUMNS.map(({ id, label }) => ({ value: id, label }))}
        onChange={(next) => {
          setColumn(next);
          setHigh(null);
          setLow(null);
        }}
      />
      <LevelField
        key={`high ${column}`}
        label="High alert"
        column={column}
        level={high}
        now={now}
        onChange={setHigh}
        isFirst
        error={isTried ? (problemOf(high) ?? none) : null}
      />
      <LevelField
        key={`low ${column}`}
        label="Low alert"
        column={column}
        level={low}
        now={now}
        onChange={setLow}
        error={isTried ? problemOf(low) : null}
      />
      <p className={styles.note}>
        {now === null
          ? `${labelOf(column)} of ${wanted.symbol} is not known yet.`
          : `${labelOf(column)} is ${levelText(column, now)} now.`}{' '}
        <span role="status" className={atOnce === null ? undefined : styles.atOnce}>
          {atOnce ?? 'Each alert fires once, above the high or below the low level.'}
        </span>
        {replaced === null ? null : <> {replaced}</>}
      </p>
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          Create alert
        </Button>
      </DialogActions>
    </form>
  );
}

/** Every alert where new ones are put, in a window or without one. */
function presentRows({ tools }: Pick<ToolPlatform, 'tools'>): readonly AlertRow[] {
  const [place] = tools.statesOf(PRICE_ALERTS_ID).get();
  // What the store hands out has passed the tool's own schema.
  return place === undefined ? [] : (place.getState() as PriceAlertsState).Alerts;
}

const knownRow = (
  platform: Pick<ToolPlatform, 'tools'>,
  symbol: string,
  column: string,
): AlertRow | undefined =>
  presentRows(platform).find((row) => row.Symbol === symbol && row.Column === column);

/** What is lost by these levels, since a symbol has one alert above and one below: an alert that has not fired yet. Null when none is. */
export function replacedText(row: Levels | undefined, { column, high, low }: Chosen): string | null {
  if (row === undefined) return null;
  const parts = [
    ...(high !== null && row.HighAlert !== null && row.HighAlertTime === null && row.HighAlert !== high
      ? [`high alert at ${levelText(column, row.HighAlert)}`]
      : []),
    ...(low !== null && row.LowAlert !== null && row.LowAlertTime === null && row.LowAlert !== low
      ? [`low alert at ${levelText(column, row.LowAlert)}`]
      : []),
  ];
  return parts.length === 0 ? null : `This replaces the ${parts.join(' and the ')}.`;
}

/** The rows with the chosen levels in the alert on this symbol and column, which is made when it is not there; the levels that were not given stay. */
export function withChosen(
  rows: readonly AlertRow[],
  symbol: string,
  { column, high, low }: Chosen,
  newId: () => string,
): readonly AlertRow[] {
  const known = rows.find((row) => row.Symbol === symbol && row.Column === column);
  const row = known ?? newAlert(newId(), symbol, column);
  const next: AlertRow = {
    ...row,
    Paused: false,
    ...(high === null ? {} : { HighAlert: high, HighAlertTime: null, HighArm: row.HighArm + 1 }),
    ...(low === null ? {} : { LowAlert: low, LowAlertTime: null, LowArm: row.LowArm + 1 }),
  };
  return known ? rows.map((each) => (each === known ? next : each)) : [...rows, next];
}

/** The command `alerts.create`: from a grid cell or the chart's price axis. The person stays where they are: the alert goes into the first Price Alerts window there is, or waits for one, and is watched all the same. */
export async function createAlert(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const symbol = args.symbol ?? (await platform.dialogs.symbolLookup({ title: 'Create alert' }));
  if (symbol === null) return;
  const asked =
    typeof args['column'] === 'string' && WATCHABLE_COLUMNS.some(({ id }) => id === args['column'])
      ? args['column']
      : PRICE_COLUMN;
  const level =
    typeof args['level'] === 'number' && Number.isFinite(args['level'])
      ? roundedLevel(asked, args['level'])
      : null;
  const chosen = await platform.dialogs.open<Chosen>({
    title: `Create alert - ${symbol}`,
    width: 320,
    content: ({ close }) => (
      <CreateAlertForm platform={platform} wanted={{ symbol, column: asked, level }} close={close} />
    ),
  });
  if (chosen !== null) addChosen(platform, symbol, chosen);
}

const levelsOf = ({ column, high, low }: Chosen): string =>
  `: ${[...(high === null ? [] : [`above ${levelText(column, high)}`]), ...(low === null ? [] : [`below ${levelText(column, low)}`])].join(', ')}`;

/** Puts the chosen alert where alerts are kept, and says so. */
export function addChosen(
  { tools, dialogs }: Pick<ToolPlatform, 'tools' | 'dialogs'>,
  symbol: string,
  chosen: Chosen,
): void {
  const [place] = tools.statesOf(PRICE_ALERTS_ID).get();
  const rows = presentRows({ tools });
  const Alerts = withChosen(rows, symbol, chosen, randomId);
  if (Alerts.length > MAX_ALERTS)
    return dialogs.toast({
      message: `A window holds ${MAX_ALERTS} alerts at most. Remove some first.`,
      tone: 'warning',
    });
  if (place !== undefined) place.update({ Alerts });
  else if (!tools.keep(PRICE_ALERTS_ID, { Alerts })) return;
  dialogs.toast({
    message: `Alert on ${nameOf({ Symbol: symbol, Column: chosen.column })} created${levelsOf(chosen)}`,
    tone: 'success',
    action: { label: 'Open Price Alerts', run: () => void tools.show(PRICE_ALERTS_ID) },
  });
}
