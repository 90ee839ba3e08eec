import { useMemo } from 'react';
import { formatInteger } from '../../../src/domain/columns/index.ts';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import { drawnPlot } from './drawn-plot.ts';
import { TimePlot } from './TimePlot.tsx';
import styles from './Plots.module.css';

/** The lines and marks that the code of a run has drawn, and the texts of its marks, the newest first. */
export function PlotsTab({ annotations }: { readonly annotations: Annotations }) {
  const { marks, droppedMarks } = annotations;
  const { panes, times } = useMemo(() => drawnPlot(annotations), [annotations]);
  return (
    <div className={styles.drawn}>
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
