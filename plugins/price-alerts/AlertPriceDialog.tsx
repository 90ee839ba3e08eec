import { useState, type FormEvent } from 'react';
import type { AlertSide } from '../../src/domain/alerts/index.ts';
import { PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField } from '../../src/ui/index.ts';
import { labelOf, levelText } from './alerts.ts';
import styles from './PriceAlerts.module.css';

const NOT_A_NUMBER = 'Not a number';
const MAX_LEVEL = 1e12;

/** What is wrong with a typed level, or null. Prices are above 0; other columns may be negative. */
export function levelProblem(level: number | null, column: string): string | null {
  if (level === null || !Number.isFinite(level)) return NOT_A_NUMBER;
  if (column === PRICE_COLUMN && level <= 0) return 'Enter a price above 0';
  return Math.abs(level) > MAX_LEVEL ? 'Enter a smaller number' : null;
}

/** Why a level would fire the moment it is set; null when it waits. */
export function firesAtOnce(side: AlertSide, level: number | null, now: number | null): boolean {
  return level !== null && now !== null && (side === 'High' ? now > level : now < level);
}

export interface AlertPriceOptions { readonly symbol: string; readonly column: string; readonly side: AlertSide; readonly level: number | null; readonly now: number | null }

function AlertPriceForm({ symbol, column, side, level, now, close }: AlertPriceOptions & { readonly close: (answer: { level: number | null } | null) => void }) {
  const [typed, setTyped] = useState(level ?? (now === null ? null : Math.round(now * 100) / 100));
  const [isTried, setTried] = useState(false);
  const problem = levelProblem(typed, column);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) close({ level: typed });
  };
  const way = side === 'High' ? 'above' : 'below';
  return (
    <form onSubmit={submit} noValidate>
      <NumberField label={column === PRICE_COLUMN ? `${side} alert price` : `${side} alert: ${labelOf(column)}`} value={typed} onChange={setTyped} decimals={2} step={column === PRICE_COLUMN ? 0.01 : 0.1} min={column === PRICE_COLUMN ? 0.01 : -MAX_LEVEL} max={MAX_LEVEL} isFirst error={isTried ? problem : null} />
      <p className={styles.note}>
        {problem === null && firesAtOnce(side, typed, now) ? `It is ${way} already: the alert fires at once.` : `Fires once when ${column === PRICE_COLUMN ? `${symbol} trades` : `${labelOf(column)} of ${symbol} is`} ${way} this level.${now === null ? '' : ` Now ${levelText(column, now)}.`}`}
      </p>
      <DialogActions>
        {level === null ? null : <Button tone="quiet" onClick={() => close({ level: null })}>Remove alert</Button>}
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">Ok</Button>
      </DialogActions>
    </form>
  );
}

/** Asks for the level of one side; resolves with it (null = no alert on this side any more), or null when left. */
export function askAlertPrice(platform: Pick<ToolPlatform, 'dialogs'>, options: AlertPriceOptions): Promise<{ level: number | null } | null> {
  return platform.dialogs.open<{ level: number | null }>({ title: `Alert price - ${options.symbol}`, width: 320, content: ({ close }) => <AlertPriceForm {...options} close={close} /> });
}
