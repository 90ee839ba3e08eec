import {
  memo,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { OBJECTIVES } from '../../../src/domain/strategy/search/objectives.ts';
import plots from '../report/Plots.module.css';
import { placeAfterKey, useElementSize } from '../report/TimePlot.tsx';
import type { Search, SearchSet } from '../types.ts';
import styles from './Optimize.module.css';
import { lineAt, parallelLayout, type ParallelLayout } from './parallel-lines.ts';
import { scoreText, valuesText } from './search-labels.ts';

const Lines = memo(function Lines({ layout }: { readonly layout: ParallelLayout }) {
  return (
    <>
      {layout.bands.map(({ path, opacity }) => (
        <path key={opacity} className={styles.line} d={path} opacity={opacity} />
      ))}
    </>
  );
});

/** Above the lines, so that their texts stay readable. */
const Axes = memo(function Axes({ layout }: { readonly layout: ParallelLayout }) {
  return (
    <>
      {layout.axes.map(({ name, x, ticks }) => (
        <g key={name}>
          <line className={plots.axis} x1={x} x2={x} y1={layout.top} y2={layout.bottom} />
          <text className={styles.axisName} x={x} y={14}>
            {name}
          </text>
          {ticks.map(({ y, text }) => (
            <text key={text} className={styles.tick} x={x + 5} y={y + 4}>
              {text}
            </text>
          ))}
        </g>
      ))}
    </>
  );
});

/** `1 of 24: fast 5, slow 20, Sharpe 1.23`. */
function lineText(search: Search, layout: ParallelLayout | null, at: number | null): string {
  const set = at === null ? undefined : layout?.lines[at]?.set;
  if (set === undefined || at === null || layout === null) return 'No set selected';
  const { Objective } = search.Terms;
  return `${at + 1} of ${layout.lines.length}: ${valuesText(search, set.Values)}, ${OBJECTIVES[Objective].label} ${scoreText(Objective, set.Score)}`;
}

interface ParallelProps {
  readonly search: Search;
  readonly sets: readonly SearchSet[];
  readonly onOpen: (set: SearchSet) => void;
}

/** The lines in the place that the stage has. */
function useLayout({ search, sets }: ParallelProps, stage: RefObject<HTMLDivElement | null>) {
  const { widthPx, heightPx } = useElementSize(stage);
  const { Ranges, Objective } = search.Terms;
  return useMemo(
    () =>
      widthPx < 1 || heightPx < 1
        ? null
        : parallelLayout(
            sets,
            {
              names: [...Ranges.map(({ Name }) => Name), OBJECTIVES[Objective].label],
              textOf: (score) => scoreText(Objective, score),
            },
            widthPx,
            heightPx,
          ),
    [sets, Ranges, Objective, widthPx, heightPx],
  );
}

/** The sets as lines over their parameters and their score, the best ones strongest. The pointer and the arrow keys select one; a click and Enter open it. */
export function ParallelPlot(props: ParallelProps) {
  const { search, onOpen } = props;
  const stage = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const layout = useLayout(props, stage);
  const line = at === null ? undefined : layout?.lines[at];
  const count = layout?.lines.length ?? 0;
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (layout === null) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setAt(lineAt(layout, event.clientX - left, event.clientY - top));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && line !== undefined) {
      event.preventDefault();
      onOpen(line.set);
      return;
    }
    const next = placeAfterKey(event, at, count - 1);
    if (next === null || count === 0) return;
    event.preventDefault();
    setAt(Math.min(count - 1, Math.max(0, next)));
  };
  return (
    <div className={styles.tab}>
      <p className={styles.readout}>{line === undefined ? ' ' : lineText(search, layout, at)}</p>
      <div
        ref={stage}
        className={plots.stage}
        tabIndex={0}
        role="slider"
        aria-label="Sets over their parameters, best first"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={Math.max(1, (at ?? 0) + 1)}
        aria-valuetext={lineText(search, layout, at)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onClick={() => (line === undefined ? undefined : onOpen(line.set))}
        onKeyDown={onKeyDown}
      >
        {layout === null ? null : (
          <svg className={plots.svg} aria-hidden>
            <Lines layout={layout} />
            {line === undefined ? null : <path className={styles.pickedLine} d={line.path} />}
            <Axes layout={layout} />
          </svg>
        )}
      </div>
    </div>
  );
}
