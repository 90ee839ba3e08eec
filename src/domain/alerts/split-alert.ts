import { symbolColumn } from '../columns/index.ts';
import { scaled } from '../corporate-actions/exact.ts';
import { actionTitle } from '../corporate-actions/action-text.ts';
import type { StockSplit } from '../corporate-actions/types.ts';
import { formatPrice } from '../format/format-number.ts';
import { fromE4, toPriceE4 } from '../money/price.ts';
import type { AlertRow } from './alert.ts';

/** A level in new shares, to the nearest 1/10,000 dollar; a level above 0 stays above 0. */
function splitLevel(level: number, { numerator, denominator }: StockSplit): number {
  const sizeE4 = toPriceE4(Math.abs(level));
  const newE4 = Math.max(sizeE4 > 0 ? 1 : 0, scaled(sizeE4, denominator, numerator, 'nearest'));
  return level < 0 ? -fromE4(newE4) : fromE4(newE4);
}

/**
 * An alert on the stock of a split, with its levels in new shares and a line that says so; the same row when nothing of it is in dollars a share. Arms stay: a side that has
 * fired does not fire again, and a change that the user has not sent yet meets the adjusted level as the stored one.
 */
export function splitAlert(row: AlertRow, split: StockSplit): AlertRow {
  const format = symbolColumn(row.Column)?.format;
  if (row.Symbol !== split.symbol || (format !== 'price' && format !== 'signedPrice')) return row;
  if (row.HighAlert === null && row.LowAlert === null) return row;
  const changes: string[] = [];
  const adjusted = (level: number | null): number | null => {
    if (level === null) return null;
    const next = splitLevel(level, split);
    changes.push(`${levelText(level)} became ${levelText(next)}`);
    return next;
  };
  const levels = { HighAlert: adjusted(row.HighAlert), LowAlert: adjusted(row.LowAlert) };
  return { ...row, ...levels, Adjusted: `${actionTitle(split)} on ${split.exDate}: ${changes.join(', ')}` };
}

/** Two decimals at least, four at most. */
const levelText = (level: number): string =>
  Number(level.toFixed(2)) === level ? formatPrice(level) : level.toFixed(4).replace(/0$/, '');
