import { extent, scaleBand, scaleLinear } from 'd3';
import type { SearchSet } from '../types.ts';

/** How the sets of a cell make its value: those that differ in other parameters only. */
export type CellRule = 'best' | 'mean';

/** The sets with one pair of values. */
export interface HeatCell {
  readonly column: number;
  readonly row: number;
  /** Null when no set of it has a score. */
  readonly value: number | null;
  /** The set with the best score, else the first one. */
  readonly best: SearchSet;
  readonly count: number;
}

/** The scores of sets over two of their parameters. */
export interface HeatTable {
  /** Values of the parameters, ascending. */
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly cells: readonly HeatCell[];
}

function ascending(left: string, right: string): number {
  const [a, b] = [Number(left), Number(right)];
  if (Number.isNaN(a) || Number.isNaN(b)) return left < right ? -1 : left > right ? 1 : 0;
  return a - b;
}

const valuesAt = (sets: readonly SearchSet[], at: number): readonly string[] =>
  [...new Set(sets.map(({ Values }) => Values[at] ?? ''))].sort(ascending);

/** Groups sets by two of their parameters. `rowAt` null: one row for all. */
export function heatTable(
  sets: readonly SearchSet[],
  columnAt: number,
  rowAt: number | null,
  rule: CellRule,
): HeatTable {
  const columns = valuesAt(sets, columnAt);
  const rows = rowAt === null ? [''] : valuesAt(sets, rowAt);
  const columnOf = new Map(columns.map((value, at) => [value, at]));
  const rowOf = new Map(rows.map((value, at) => [value, at]));
  const groups = new Map<number, SearchSet[]>();
  for (const set of sets) {
    const column = columnOf.get(set.Values[columnAt] ?? '') ?? 0;
    const row = rowAt === null ? 0 : (rowOf.get(set.Values[rowAt] ?? '') ?? 0);
    const key = row * columns.length + column;
    const group = groups.get(key);
    if (group) group.push(set);
    else groups.set(key, [set]);
  }
  const cells = [...groups].flatMap(([key, group]) => {
    const cell = cellOf(group, rule);
    return cell === null
      ? []
      : { ...cell, column: key % columns.length, row: Math.floor(key / columns.length) };
  });
  return { columns, rows, cells };
}

function cellOf(sets: readonly SearchSet[], rule: CellRule): Omit<HeatCell, 'column' | 'row'> | null {
  let [first] = sets;
  let sum = 0;
  let count = 0;
  for (const set of sets) {
    if (set.Score === null) continue;
    sum += set.Score;
    count += 1;
    const bestScore = first?.Score ?? null;
    if (bestScore === null || set.Score > bestScore) first = set;
  }
  if (first === undefined) return null;
  const value = count === 0 ? null : rule === 'best' ? first.Score : sum / count;
  return { value, best: first, count: sets.length };
}

/** A cell with its place, px. */
export interface PlacedCell extends HeatCell {
  readonly x: number;
  readonly y: number;
  /** How strong its colour is, 0 to 1: 1 has the highest value. */
  readonly strength: number | null;
}

/** A heat map in a place of so many px. */
export interface HeatLayout {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly cellWidthPx: number;
  readonly cellHeightPx: number;
  readonly cells: readonly PlacedCell[];
  readonly columnTicks: readonly { readonly x: number; readonly text: string }[];
  readonly rowTicks: readonly { readonly y: number; readonly text: string }[];
}

const LEFT_PX = 64;
const BOTTOM_PX = 36;
const PAD_PX = 8;
const MIN_COLUMN_LABEL_PX = 44;
const MIN_ROW_LABEL_PX = 18;

/** Every so many of the values has a label. */
const labelStep = (cellPx: number, minPx: number): number =>
  Math.max(1, Math.ceil(minPx / Math.max(1, cellPx)));

/** The lowest and the highest value of a table; undefined when no cell has one. */
export const valueRange = ({ cells }: HeatTable) => extent(cells, ({ value }) => value ?? undefined);

/** Lays a table out; the smallest values are at the left and at the bottom. */
export function heatLayout(table: HeatTable, widthPx: number, heightPx: number): HeatLayout {
  const { columns, rows, cells } = table;
  const bottom = Math.max(1, heightPx - BOTTOM_PX);
  const right = Math.max(LEFT_PX + 1, widthPx - PAD_PX);
  const x = scaleBand<number>()
    .domain(columns.map((_value, at) => at))
    .range([LEFT_PX, right]);
  const y = scaleBand<number>()
    .domain(rows.map((_value, at) => at))
    .range([bottom, PAD_PX]);
  const [low, high] = valueRange(table);
  const strength = scaleLinear()
    .domain(low === undefined || high === undefined || low === high ? [0, 1] : [low, high])
    .clamp(true);
  const [cellWidthPx, cellHeightPx] = [x.bandwidth(), y.bandwidth()];
  const columnStep = labelStep(cellWidthPx, MIN_COLUMN_LABEL_PX);
  const rowStep = labelStep(cellHeightPx, MIN_ROW_LABEL_PX);
  return {
    left: LEFT_PX,
    right,
    bottom,
    cellWidthPx,
    cellHeightPx,
    cells: cells.map((cell) => ({
      ...cell,
      x: x(cell.column) ?? 0,
      y: y(cell.row) ?? 0,
      strength: cell.value === null ? null : low === high ? 1 : strength(cell.value),
    })),
    columnTicks: columns
      .map((text, at) => ({ x: (x(at) ?? 0) + cellWidthPx / 2, text }))
      .filter((_tick, at) => at % columnStep === 0),
    rowTicks: rows
      .map((text, at) => ({ y: (y(at) ?? 0) + cellHeightPx / 2, text }))
      .filter((_tick, at) => at % rowStep === 0),
  };
}

/** The cell at a place, px; undefined outside of all. */
export const cellAt = (
  { cells, cellWidthPx, cellHeightPx }: HeatLayout,
  x: number,
  y: number,
): PlacedCell | undefined =>
  cells.find((cell) => x >= cell.x && x < cell.x + cellWidthPx && y >= cell.y && y < cell.y + cellHeightPx);

/** The cell that a step of the keyboard leads to: the next one in this direction that has a set. */
export function cellAfter(
  { cells }: Pick<HeatLayout, 'cells'>,
  from: HeatCell | undefined,
  step: { readonly columns: number; readonly rows: number },
): PlacedCell | undefined {
  if (from === undefined) return cells[0];
  let [found, nearest]: [PlacedCell | undefined, number] = [undefined, Infinity];
  for (const cell of cells) {
    const [dx, dy] = [cell.column - from.column, cell.row - from.row];
    const along = dx * step.columns + dy * step.rows;
    if (along <= 0) continue;
    const aside = Math.abs(dx * step.rows) + Math.abs(dy * step.columns);
    const distance = along + aside * 1_000;
    if (distance < nearest) [found, nearest] = [cell, distance];
  }
  return found;
}
