import { useState, type FormEvent } from 'react';
import { type AlertSide, PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../src/ui/index.ts';
import { labelOf, levelText } from './alerts.ts';
import { atOnceText } from './at-once.ts';
import { LevelField, levelProblem, roundedLevel } from './LevelField.tsx';
import { useValueNow } from './live-value.ts';
import styles from './PriceAlerts.module.css';

export interface AlertPriceOptions {
  readonly symbol: string;
  readonly column: string;
  readonly side: AlertSide;
  readonly level: number | null;
  readonly isPaused: boolean;
}
type DialogPlatform = Pick<ToolPlatform, 'dialogs' | 'symbols'>;

function AlertPriceForm({
  platform,
  symbol,
  column,
  side,
  level,
  isPaused,
  close,
}: AlertPriceOptions & {
  readonly platform: DialogPlatform;
  readonly close: (answer: { level: number | null } | null) => void;
}) {
  const now = useValueNow(platform, symbol, column);
  const [typed, setTyped] = useState(level ?? (now === null ? null : roundedLevel(column, now)));
  const [isTried, setTried] = useState(false);
  const problem = levelProblem(typed, column);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) close({ level: typed });
  };
  const atOnce =
    problem === null
      ? atOnceText({ column, [side === 'High' ? 'high' : 'low']: typed, now, isPaused })
      : null;
  const way = side === 'High' ? 'above' : 'below';
  return (
    <form onSubmit={submit} noValidate>
      <LevelField
        label={column === PRICE_COLUMN ? `${side} alert price` : `${side} alert: ${labelOf(column)}`}
        column={column}
        level={typed}
        now={now}
        onChange={setTyped}
        isFirst
        error={isTried ? problem : null}
      />
      <p className={styles.note}>
        <span role="status" className={atOnce === null ? undefined : styles.atOnce}>
          {atOnce ??
            `Fires once when ${column === PRICE_COLUMN ? `${symbol} trades` : `${labelOf(column)} of ${symbol} is`} ${way} this level.`}
        </span>
        {now === null ? '' : ` Now ${levelText(column, now)}.`}
      </p>
      <DialogActions>
        {level === null ? null : (
          <Button tone="quiet" onClick={() => close({ level: null })}>
            Remove alert
          </Button>
        )}
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

/** Opens the dialog for the level of one side. Resolves with the level (null = the alert of this side is removed), or null when cancelled. */
export function openAlertPrice(
  platform: DialogPlatform,
  options: AlertPriceOptions,
): Promise<{ level: number | null } | null> {
  return platform.dialogs.open<{ level: number | null }>({
    title: `Alert price - ${options.symbol}`,
    width: 320,
    content: ({ close }) => <AlertPriceForm {...options} platform={platform} close={close} />,
  });
}
