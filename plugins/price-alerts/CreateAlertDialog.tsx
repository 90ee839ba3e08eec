import { useState, type FormEvent } from 'react';
import { newAlert, PRICE_COLUMN, type AlertRow } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import { QuoteRow, type CommandArguments, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, Select } from '../../src/ui/index.ts';
import { labelOf, levelText, nameOf, WATCHABLE_COLUMNS } from './alerts.ts';
import { LevelField, levelProblem, roundedLevel } from './LevelField.tsx';
import { MAX_ALERTS, PRICE_ALERTS_ID, type PriceAlertsState } from './state.ts';
import styles from './PriceAlerts.module.css';

interface Wanted { readonly symbol: string; readonly column: string; readonly level: number | null }
interface Chosen { readonly column: string; readonly high: number | null; readonly low: number | null }

export function valueNow(platform: ToolPlatform, symbol: string, column: string): number | null {
  const quote = new QuoteRow(symbol, platform.symbols);
  const value = column === PRICE_COLUMN ? quote.last : symbolColumn(column)?.value(quote);
  return typeof value === 'number' && (column !== PRICE_COLUMN || value > 0) ? value : null;
}

function CreateAlertForm({ platform, wanted, close }: { readonly platform: ToolPlatform; readonly wanted: Wanted; readonly close: (chosen: Chosen | null) => void }) {
  const [column, setColumn] = useState(wanted.column);
  const now = valueNow(platform, wanted.symbol, column);
  const isAbove = wanted.level !== null && now !== null && wanted.level >= now;
  const [high, setHigh] = useState<number | null>(wanted.level !== null && (isAbove || now === null) ? wanted.level : null);
  const [low, setLow] = useState<number | null>(wanted.level !== null && !isAbove && now !== null ? wanted.level : null);
  const [isTried, setTried] = useState(false);
  const problemOf = (level: number | null) => (level === null ? null : levelProblem(level, column));
  const none = high === null && low === null ? 'Enter a level to watch for' : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (none === null && problemOf(high) === null && problemOf(low) === null) close({ column, high, low });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Select label="Watch" value={column} options={WATCHABLE_COLUMNS.map(({ id, label }) => ({ value: id, label }))} onChange={(next) => { setColumn(next); setHigh(null); setLow(null); }} />
      <LevelField key={`high ${column}`} label="High alert" column={column} level={high} now={now} onChange={setHigh} isFirst error={isTried ? (problemOf(high) ?? none) : null} />
      <LevelField key={`low ${column}`} label="Low alert" column={column} level={low} now={now} onChange={setLow} error={isTried ? problemOf(low) : null} />
      <p className={styles.note}>{now === null ? `${labelOf(column)} of ${wanted.symbol} is not known yet.` : `${labelOf(column)} is ${levelText(column, now)} now. Each alert fires once, above the high or below the low level.`}</p>
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">Create alert</Button>
      </DialogActions>
    </form>
  );
}

/** The rows with the chosen levels in the alert on this symbol and column, which is made when it is not there; the levels that were not given stay. */
export function withChosen(rows: readonly AlertRow[], symbol: string, { column, high, low }: Chosen, newId: () => string): readonly AlertRow[] {
  const known = rows.find((row) => row.Symbol === symbol && row.Column === column);
  const row = known ?? newAlert(newId(), symbol, column);
  const next: AlertRow = {
    ...row, Paused: false,
    ...(high === null ? {} : { HighAlert: high, HighAlertTime: null, HighArm: row.HighArm + 1 }),
    ...(low === null ? {} : { LowAlert: low, LowAlertTime: null, LowArm: row.LowArm + 1 }),
  };
  return known ? rows.map((each) => (each === known ? next : each)) : [...rows, next];
}

/** The command `alerts.create`: from a grid cell or the chart's price axis into the first Price Alerts window there is, or a new one. */
export async function createAlert(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const symbol = args.symbol ?? await platform.dialogs.symbolLookup({ title: 'Create alert' });
  if (symbol === null) return;
  const asked = typeof args['column'] === 'string' && WATCHABLE_COLUMNS.some(({ id }) => id === args['column']) ? args['column'] : PRICE_COLUMN;
  const level = typeof args['level'] === 'number' && Number.isFinite(args['level']) ? roundedLevel(asked, args['level']) : null;
  const chosen = await platform.dialogs.open<Chosen>({ title: `Create alert - ${symbol}`, width: 320, content: ({ close }) => <CreateAlertForm platform={platform} wanted={{ symbol, column: asked, level }} close={close} /> });
  if (chosen === null) return;
  const placed = platform.tools.windowsOf(PRICE_ALERTS_ID).get()[0];
  const name = nameOf({ Symbol: symbol, Column: chosen.column });
  if (!placed) {
    const id = await platform.tools.open(PRICE_ALERTS_ID, { Alerts: withChosen([], symbol, chosen, () => crypto.randomUUID()) });
    if (id !== null) platform.dialogs.toast({ message: `Alert on ${name} created in a new Price Alerts window`, tone: 'success' });
    return;
  }
  // What the store hands out has passed the tool's own schema.
  const { Alerts } = placed.getState() as PriceAlertsState;
  const next = withChosen(Alerts, symbol, chosen, () => crypto.randomUUID());
  if (next.length > MAX_ALERTS) return platform.dialogs.toast({ message: `A window holds ${MAX_ALERTS} alerts at most. Remove some first.`, tone: 'warning' });
  placed.update({ Alerts: next });
  platform.dialogs.toast({ message: `Alert on ${name} created`, tone: 'success' });
}
