import { useMemo } from 'react';
import { formatInteger } from '../../../src/domain/columns/index.ts';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import { Button } from '../../../src/ui/index.ts';
import type { Run } from '../types.ts';
import { drawnPlot } from './drawn-plot.ts';
import type { ReportPlatform } from './report-source.ts';
import { TimePlot } from './TimePlot.tsx';
import styles from './Plots.module.css';
import { useCloses } from './use-closes.ts';

interface PlotsTabProps {
  readonly platform: Pick<ReportPlatform, 'symbols'>;
  readonly run: Run;
  readonly annotations: Annotations;
}

/** The lines and marks that the code of a run has drawn, those in prices over the price of the symbol, and the texts of its marks, the newest first. */
export function PlotsTab({ platform, run, annotations }: PlotsTabProps) {
  const { marks, droppedMarks } = annotations;
  const symbol = run.instance.PrimarySymbol;
  const { closes, error, retry } = useCloses(platform, symbol, annotations);
  const { panes, times } = useMemo(
    () => drawnPlot(annotations, { symbol, closes }),
    [annotations, symbol, closes],
  );
  return (
    <div className={styles.drawn}>
      {error === null ? null : (
        <p role="alert" className={styles.noPrice}>
          The prices of {symbol} could not be loaded: {error}{' '}
          <Button tone="quiet" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      <TimePlot label="Lines and marks of the strategy" panes={panes} times={times} marks={marks} hasTime />
      {marks.length === 0 ? null : (
        <ul className={styles.marks} aria-label="Marks" tabIndex={0}>
          {marks.toReversed().map(({ timeMs, text, price }, at) => (
            // Marks have no id: the same text may be set twice at one bar.
            <li key={marks.length - at}>
              <time>{formatTime(timeMs, 'YYYY-MM-DD HH:mm:ss')}</time> {text}
              {price === null ? '' : ` at ${price}`}
            </li>
          ))}
          {droppedMarks > 0 ? <li>{formatInteger(droppedMarks)} earlier marks were dropped</li> : null}
        </ul>
      )}
    </div>
  );
}
