import { memo, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Select } from '../../../src/ui/index.ts';
import plots from '../report/Plots.module.css';
import { useElementSize } from '../report/TimePlot.tsx';
import type { Search, SearchSet } from '../types.ts';
import {
  cellAfter,
  cellAt,
  heatLayout,
  heatTable,
  valueRange,
  type CellRule,
  type HeatLayout,
  type HeatTable,
  type PlacedCell,
} from './heat-map.ts';
import styles from './Optimize.module.css';
import { OBJECTIVES } from '../../../src/domain/strategy/search/objectives.ts';
import { scoreText, valuesText } from './search-labels.ts';

/** Opacity of the lowest and of the highest value. */
const MIN_OPACITY = 0.08;

const Cells = memo(function Cells({
  layout,
  names,
}: {
  readonly layout: HeatLayout;
  readonly names: readonly string[];
}) {
  const { cellWidthPx, cellHeightPx, left, bottom } = layout;
  return (
    <>
      {layout.cells.map((cell) => (
        <rect
          key={`${cell.column} ${cell.row}`}
          className={cell.strength === null ? styles.emptyCell : styles.cell}
          x={cell.x + 0.5}
          y={cell.y + 0.5}
          width={Math.max(1, cellWidthPx - 1)}
          height={Math.max(1, cellHeightPx - 1)}
          fillOpacity={cell.strength === null ? 0 : MIN_OPACITY + (1 - MIN_OPACITY) * cell.strength}
        />
      ))}
      {layout.columnTicks.map(({ x, text }) => (
        <text key={x} className={plots.timeLabel} x={x} y={bottom + 15}>
          {text}
        </text>
      ))}
      {layout.rowTicks.map(({ y, text }) => (
        <text key={y} className={styles.rowLabel} x={left - 6} y={y + 4}>
          {text}
        </text>
      ))}
      <text className={plots.timeLabel} x={(left + layout.right) / 2} y={bottom + 31}>
        {names[0]}
      </text>
      {names[1] === undefined ? null : (
        <text className={plots.paneTitle} x={4} y={14}>
          {names[1]}
        </text>
      )}
    </>
  );
});

const STEPS: Readonly<Record<string, { readonly columns: number; readonly rows: number }>> = {
  ArrowLeft: { columns: -1, rows: 0 },
  ArrowRight: { columns: 1, rows: 0 },
  ArrowUp: { columns: 0, rows: 1 },
  ArrowDown: { columns: 0, rows: -1 },
};

/** `fast 5, slow 20: Sharpe 1.23`; of a mean also of how many sets. */
function cellText(search: Search, rule: CellRule, cell: PlacedCell | undefined): string {
  if (cell === undefined) return 'No cell selected';
  const score = scoreText(search.Terms.Objective, cell.value);
  const value =
    rule === 'mean' && cell.count > 1 ? `mean ${score} of ${cell.count} sets, best ` : `${score} with `;
  return `${value}${valuesText(search, cell.best.Values)}`;
}

/** What the colours mean, and what can be done; shown until a cell is selected. */
function legendText({ Terms: { Objective } }: Search, table: HeatTable): string {
  const [low, high] = valueRange(table);
  if (low === undefined || high === undefined) return 'No set has a score.';
  const range = `${scoreText(Objective, low)} to ${scoreText(Objective, high)}`;
  return `The stronger the color, the higher: ${OBJECTIVES[Objective].label} ${range}. A click or Enter on a cell opens the backtest of its best set.`;
}

interface PlotProps {
  readonly search: Search;
  readonly sets: readonly SearchSet[];
  readonly columnAt: number;
  readonly rowAt: number | null;
  readonly rule: CellRule;
  readonly onOpen: (set: SearchSet) => void;
}

/** The pointer and the arrow keys select a cell; a click and Enter open its best set. */
function HeatPlot({ search, sets, columnAt, rowAt, rule, onOpen }: PlotProps) {
  const stage = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useElementSize(stage);
  const [picked, setPicked] = useState<string | null>(null);
  const table = useMemo(() => heatTable(sets, columnAt, rowAt, rule), [sets, columnAt, rowAt, rule]);
  const layout = useMemo(
    () => (widthPx < 1 || heightPx < 1 ? null : heatLayout(table, widthPx, heightPx)),
    [table, widthPx, heightPx],
  );
  const names = [columnAt, ...(rowAt === null ? [] : [rowAt])].map(
    (at) => search.Terms.Ranges[at]?.Name ?? '',
  );
  const at = layout?.cells.findIndex((cell) => keyOf(cell) === picked) ?? -1;
  const cell = layout?.cells[at];
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (layout === null) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const near = cellAt(layout, event.clientX - left, event.clientY - top);
    setPicked(near === undefined ? null : keyOf(near));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter' && cell !== undefined) onOpen(cell.best);
    else if (step !== undefined && layout !== null) {
      const next = cellAfter(layout, cell, step);
      if (next !== undefined) setPicked(keyOf(next));
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <p className={styles.readout}>
        {cell === undefined ? legendText(search, table) : cellText(search, rule, cell)}
      </p>
      <div
        ref={stage}
        className={plots.stage}
        tabIndex={0}
        role="slider"
        aria-label={`Heat map of ${names.join(' and ')}`}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, table.cells.length)}
        aria-valuenow={Math.max(1, at + 1)}
        aria-valuetext={cellText(search, rule, cell)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPicked(null)}
        onClick={() => (cell === undefined ? undefined : onOpen(cell.best))}
        onKeyDown={onKeyDown}
      >
        {layout === null ? null : (
          <svg className={plots.svg} aria-hidden>
            <Cells layout={layout} names={names} />
            {cell === undefined ? null : (
              <rect
                className={plots.picked}
                x={cell.x + 0.5}
                y={cell.y + 0.5}
                width={Math.max(1, layout.cellWidthPx - 1)}
                height={Math.max(1, layout.cellHeightPx - 1)}
              />
            )}
          </svg>
        )}
      </div>
    </>
  );
}

const keyOf = ({ column, row }: { readonly column: number; readonly row: number }): string =>
  `${column} ${row}`;

const RULES: readonly { readonly value: CellRule; readonly label: string }[] = [
  { value: 'best', label: 'Best over the others' },
  { value: 'mean', label: 'Mean over the others' },
];

/** The scores over two parameters that are chosen. */
export function HeatMap({ search, sets, onOpen }: Pick<PlotProps, 'search' | 'sets' | 'onOpen'>) {
  const { Ranges } = search.Terms;
  const [columnAt, setColumnAt] = useState(0);
  const [chosenRow, setRowAt] = useState(1);
  const [rule, setRule] = useState<CellRule>('best');
  const hasRows = Ranges.length > 1;
  const rowAt = !hasRows ? null : chosenRow === columnAt ? (columnAt === 0 ? 1 : 0) : chosenRow;
  const options = Ranges.map(({ Name }, at) => ({ value: String(at), label: Name }));
  return (
    <div className={styles.tab}>
      {hasRows ? (
        <div className={styles.tools}>
          <Select
            label="Across"
            value={String(columnAt)}
            options={options}
            onChange={(value) => setColumnAt(Number(value))}
          />
          <Select
            label="Up"
            value={String(rowAt)}
            options={options.filter(({ value }) => value !== String(columnAt))}
            onChange={(value) => setRowAt(Number(value))}
          />
          <Select label="Value" value={rule} options={RULES} onChange={setRule} />
        </div>
      ) : null}
      <HeatPlot search={search} sets={sets} columnAt={columnAt} rowAt={rowAt} rule={rule} onOpen={onOpen} />
    </div>
  );
}
