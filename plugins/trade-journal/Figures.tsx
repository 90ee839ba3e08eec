import { useMemo, useState } from 'react';
import { formatInteger, formatSignedMoney, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { Button } from '../../src/ui/index.ts';
import type { TripStatistics } from './statistics.ts';
import styles from './TradeJournal.module.css';
import { figuresByTag, figuresOf, type TripRow } from './trips.ts';

const moneyText = (amount: number | null): string =>
  amount === null ? UNKNOWN_TEXT : formatSignedMoney(amount);
const percentText = (part: number | null): string =>
  part === null ? UNKNOWN_TEXT : `${(part * 100).toFixed(1)}%`;
const ratioText = (value: number | null): string => (value === null ? UNKNOWN_TEXT : value.toFixed(2));

const FIGURES = [
  ['Trades', ({ count }) => formatInteger(count)],
  ['Win rate', ({ winRate }) => percentText(winRate)],
  ['Average win', ({ averageWin }) => moneyText(averageWin)],
  ['Average loss', ({ averageLoss }) => moneyText(averageLoss)],
  ['Expectancy', ({ expectancy }) => moneyText(expectancy)],
  ['Profit factor', ({ profitFactor }) => ratioText(profitFactor)],
  ['Average R', ({ averageR }) => ratioText(averageR)],
  ['Net', ({ net }) => moneyText(net)],
] as const satisfies readonly (readonly [string, (figures: TripStatistics) => string])[];

/** The figures of the closed round trips that the filter leaves, and those of each tag. */
export function Figures({
  rows,
  isComplete,
}: {
  readonly rows: readonly TripRow[];
  readonly isComplete: boolean;
}) {
  const [hasTags, setHasTags] = useState(false);
  const figures = useMemo(() => figuresOf(rows), [rows]);
  const byTag = useMemo(() => (hasTags ? figuresByTag(rows) : []), [rows, hasTags]);
  return (
    <>
      <div className={styles.figures} role="group" aria-label="Figures of the closed round trips">
        {FIGURES.map(([label, text]) => (
          <span key={label} className={styles.figure}>
            <span className={styles.figureLabel}>{label}</span> <strong>{text(figures)}</strong>
          </span>
        ))}
        <Button aria-expanded={hasTags} onClick={() => setHasTags(!hasTags)}>
          By tag
        </Button>
        {isComplete ? null : <span>The first 20,000 trips. Choose fewer days.</span>}
      </div>
      {hasTags ? (
        <div className={styles.scroll}>
          <table className={styles.table} aria-label="Figures by tag">
            <thead>
              <tr>
                <th scope="col">Tag</th>
                {FIGURES.map(([label]) => (
                  <th key={label} scope="col" className={styles.number}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {byTag.map(({ tag, figures: ofTag }) => (
                <tr key={tag}>
                  <th scope="row">{tag}</th>
                  {FIGURES.map(([label, text]) => (
                    <td key={label} className={styles.number}>
                      {text(ofTag)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {byTag.length === 0 ? <p className={styles.hint}>No trade has a tag.</p> : null}
        </div>
      ) : null}
    </>
  );
}
