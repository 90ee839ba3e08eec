import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { formatTime, UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import { classNames } from '../../../src/ui/index.ts';
import { nearestPlace, plotLayout, type PlotLayout, type PlotPane } from './plot-layout.ts';
import styles from './Plots.module.css';

/** The size of an element, px; 0 before it is known. */
export function useElementSize(target: RefObject<HTMLElement | null>): {
  readonly widthPx: number;
  readonly heightPx: number;
} {
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 });
  useEffect(() => {
    const element = target.current;
    const view = element?.ownerDocument.defaultView;
    if (element === null || !view) return undefined;
    const observer = new view.ResizeObserver(() =>
      setSize({ widthPx: element.clientWidth, heightPx: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return size;
}

/** Everything that the crosshair does not change. */
const Panes = memo(function Panes({ layout }: { readonly layout: PlotLayout }) {
  const { right, bottom, timeTicks, panes } = layout;
  return (
    <>
      {timeTicks.map(({ x, text }) => (
        <g key={x}>
          <line className={styles.grid} x1={x} x2={x} y1={0} y2={bottom} />
          <text className={styles.timeLabel} x={x} y={bottom + 15}>
            {text}
          </text>
        </g>
      ))}
      {panes.map(({ pane, top, bottom: low, ticks, zeroY, paths }, index) => (
        <g key={pane.title}>
          {ticks.map(({ y, text }) => (
            <g key={y}>
              <line className={styles.grid} x1={0} x2={right} y1={y} y2={y} />
              <text className={styles.valueLabel} x={right + 6} y={y + 4}>
                {text}
              </text>
            </g>
          ))}
          {zeroY === null ? null : <line className={styles.axis} x1={0} x2={right} y1={zeroY} y2={zeroY} />}
          {paths.map(({ id, line, area }) => (
            <g key={id} data-series={id}>
              {area === null ? null : <path className={styles.area} d={area} />}
              <path className={styles.line} d={line} />
            </g>
          ))}
          {index === 0 ? null : (
            <line className={styles.axis} x1={0} x2={layout.widthPx} y1={top - 20} y2={top - 20} />
          )}
          <text className={styles.paneTitle} x={8} y={top - 6}>
            {pane.title}
          </text>
          <line className={styles.axis} x1={right} x2={right} y1={top - 20} y2={low} />
        </g>
      ))}
      <line className={styles.axis} x1={0} x2={layout.widthPx} y1={bottom} y2={bottom} />
    </>
  );
});

function Crosshair({
  layout,
  times,
  at,
}: {
  readonly layout: PlotLayout;
  readonly times: readonly number[];
  readonly at: number;
}) {
  const x = Math.round(layout.x(times[at] ?? 0)) + 0.5;
  return (
    <g>
      <line className={styles.crosshair} x1={x} x2={x} y1={0} y2={layout.bottom} />
      {layout.panes.flatMap(({ pane, y }) =>
        pane.series.map(({ id, values }) => {
          const value = values[at] ?? null;
          return value === null ? null : (
            <g key={`${pane.title} ${id}`} data-series={id}>
              <circle className={styles.dot} cx={x} cy={y(value)} r={3} />
            </g>
          );
        }),
      )}
    </g>
  );
}

/** A line of the legend with its values at a place: `Equity 10,200.00`. Lines with the same id, one in each pane, are one entry. */
interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly values: readonly { readonly pane: string; readonly text: string | null }[];
}

function legendAt(panes: readonly PlotPane[], at: number): readonly LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const pane of panes)
    for (const { id, label, values } of pane.series) {
      const value = values[at] ?? null;
      const text = value === null ? null : pane.text(value);
      const before = entries.get(id)?.values ?? [];
      entries.set(id, { id, label, values: [...before, { pane: pane.title, text }] });
    }
  return [...entries.values()];
}

/** An entry as text; null when it has no value there. Further values are named by their pane. */
function spokenText({ label, values }: LegendEntry): string | null {
  const known = values.flatMap(({ pane, text }, index) =>
    text === null ? [] : [index === 0 ? text : `${pane.toLowerCase()} ${text}`],
  );
  return known.length === 0 ? null : `${label} ${known.join(', ')}`;
}

/** Index of the point that a key selects, before limiting it to the points; null for any other key. */
export function placeAfterKey(
  { key, shiftKey }: KeyboardEvent,
  at: number | null,
  last: number,
): number | null {
  const step = shiftKey ? 10 : 1;
  if (key === 'ArrowLeft') return (at ?? last + 1) - step;
  if (key === 'ArrowRight') return (at ?? -1) + step;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

function Readout({
  panes,
  times,
  at,
  isWide,
  pattern,
  markText,
}: {
  readonly panes: readonly PlotPane[];
  readonly times: readonly number[];
  readonly at: number | null;
  readonly isWide: boolean;
  readonly pattern: 'YYYY-MM-DD' | 'YYYY-MM-DD HH:mm:ss';
  readonly markText: string;
}) {
  // Without a crosshair the last values are shown: nothing moves when the pointer comes.
  const place = at ?? times.length - 1;
  const timeMs = times[place];
  return (
    <div className={classNames(styles.readout, isWide && styles.wideReadout)} aria-hidden>
      {timeMs === undefined ? null : <time>{formatTime(timeMs, pattern)}</time>}
      {legendAt(panes, place).map(({ id, label, values }) => (
        <span key={id} className={styles.legend} data-series={id}>
          <span>{label}</span>{' '}
          {values.map(({ pane, text }) => (
            <b key={pane}>{text ?? UNKNOWN_TEXT}</b>
          ))}
        </span>
      ))}
      {markText === '' ? null : <b>{markText}</b>}
    </div>
  );
}

/** A mark at a time of a plot, exchange UTC ms. */
interface PlotMark {
  readonly timeMs: number;
  readonly text: string;
  /** Dollars; null = the mark has none. */
  readonly price: number | null;
}
const NO_MARKS: readonly PlotMark[] = [];

/** The texts of the marks at a time; empty when there is none. */
const markTextAt = (marks: readonly PlotMark[], timeMs: number | undefined): string =>
  marks
    .filter((mark) => mark.timeMs === timeMs)
    .map(({ text }) => text)
    .join('; ');

/** Places of the marks with a price, in the pane of prices; none for a price that is outside of it. */
function markDots(layout: PlotLayout, marks: readonly PlotMark[]) {
  const pane = layout.panes.find((placed) => placed.pane.isPrice === true);
  if (pane === undefined) return [];
  return marks.flatMap(({ timeMs, price }, key) => {
    const y = price === null ? null : pane.y(price);
    return y === null || y < pane.top || y > pane.bottom
      ? []
      : [{ key, x: Math.round(layout.x(timeMs)) + 0.5, y }];
  });
}

/** A line through all panes at each mark, with a triangle at its top, and a dot at its price. */
const Marks = memo(function Marks({
  layout,
  marks,
}: {
  readonly layout: PlotLayout;
  readonly marks: readonly PlotMark[];
}) {
  const places = [...new Set(marks.map(({ timeMs }) => Math.round(layout.x(timeMs)) + 0.5))];
  return (
    <>
      {places.map((x) => (
        <g key={x} className={styles.mark}>
          <line x1={x} x2={x} y1={0} y2={layout.bottom} />
          <path d={`M${x - 4},0h8l-4,7Z`} />
        </g>
      ))}
      {markDots(layout, marks).map(({ key, x, y }) => (
        <circle key={key} className={styles.markDot} cx={x} cy={y} r={3} />
      ))}
    </>
  );
});

/** The place that the pointer or the arrow keys have chosen (null = none), and what moves it. */
function useCrosshair(times: readonly number[], layout: PlotLayout | null) {
  const [chosen, setAt] = useState<number | null>(null);
  const last = times.length - 1;
  const at = chosen === null ? null : Math.min(chosen, last);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (layout === null) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(nearestPlace(times, layout.timeAt(x)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfterKey(event, at, last);
    if (next === null || last < 0) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, next)));
  };
  return { at, onPointerMove, onPointerLeave: () => setAt(null), onKeyDown };
}

/** Lines over time in panes, with a common crosshair that the pointer and the arrow keys move (Shift: ten days). */
export function TimePlot({
  panes,
  times,
  label,
  hasWideLegend = false,
  hasTime = false,
  marks = NO_MARKS,
}: {
  readonly panes: readonly PlotPane[];
  /** Exchange UTC ms, ascending; one for each value of the series. */
  readonly times: readonly number[];
  readonly label: string;
  /** The legend has columns of equal width, for many lines: nothing moves when values change. */
  readonly hasWideLegend?: boolean;
  /** The values are of moments within a day. */
  readonly hasTime?: boolean;
  /** At times of the plot. */
  readonly marks?: readonly PlotMark[];
}) {
  const stage = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useElementSize(stage);
  const layout = useMemo(
    () => (widthPx < 1 || heightPx < 1 ? null : plotLayout(panes, times, widthPx, heightPx)),
    [panes, times, widthPx, heightPx],
  );
  const { at, ...moves } = useCrosshair(times, layout);
  const shown = at ?? times.length - 1;
  const pattern = hasTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
  const markText = markTextAt(marks, times[shown]);
  const valueText = [
    formatTime(times[shown] ?? 0, pattern),
    ...legendAt(panes, shown).flatMap((entry) => spokenText(entry) ?? []),
    ...(markText === '' ? [] : [markText]),
  ].join(', ');
  return (
    <div className={styles.plot}>
      <Readout
        panes={panes}
        times={times}
        at={at}
        isWide={hasWideLegend}
        pattern={pattern}
        markText={markText}
      />
      <div
        ref={stage}
        className={styles.stage}
        tabIndex={0}
        role="slider"
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, times.length)}
        aria-valuenow={shown + 1}
        aria-valuetext={valueText}
        {...moves}
      >
        {layout === null ? null : (
          <svg className={styles.svg} aria-hidden>
            <Panes layout={layout} />
            <Marks layout={layout} marks={marks} />
            {at === null ? null : <Crosshair layout={layout} times={times} at={at} />}
          </svg>
        )}
      </div>
    </div>
  );
}
