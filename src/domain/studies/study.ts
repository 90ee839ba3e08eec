import type { BarColumns } from './columns.ts';

/** A number that the user can set. A missing value or zero stands for `default`, one outside of the bounds for the nearest bound. */
export interface StudyParameter {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
  /** How it is entered: a number (default), a tick box (0 or 1), or a moment (UTC ms). */
  readonly input?: 'number' | 'switch' | 'time';
}

/** Validated parameters (`settleParameters`): each has a value within its bounds. */
export type StudyParameters<Name extends string = string> = Readonly<Record<Name, number>>;

/** A column of numbers that a study draws. */
export interface StudyOutput {
  readonly id: string;
  readonly title: string;
  /** A mark is drawn at the price in the column: below the bar for a reversal upward, above it for a reversal downward. */
  readonly form: 'line' | 'histogram' | 'dots' | 'markBelow' | 'markAbove';
  /** Colour of the theme. `direction`: up or down as the bar closed; `sign`: up from 0, down below. */
  readonly tone: 'main' | 'second' | 'third' | 'up' | 'down' | 'muted' | 'direction' | 'sign';
  readonly format: 'price' | 'volume' | 'percent' | 'number';
  /** The line starts again with each session: the last value of a day is not connected to the first of the next. */
  readonly breaksBySession?: boolean;
  /** Number of bars by which values are drawn to the right of their bar; negative = to the left. */
  shiftBars?(parameters: StudyParameters): number;
}

/** A study with one value per bar in each output. */
export interface SeriesStudy<Name extends string = string> {
  readonly form: 'series';
  /** Stored in workspaces: never renamed once released. */
  readonly id: string;
  readonly title: string;
  /** One sentence about what it shows, for the dialog and for screen readers. */
  readonly help: string;
  readonly pane: 'overlay' | 'own';
  readonly parameters: Readonly<Record<Name, StudyParameter>>;
  readonly outputs: readonly StudyOutput[];
  /** Pairs of outputs (by index) between which the area is shaded. */
  readonly fills?: readonly (readonly [number, number])[];
  /** Of the prices it reads closes alone: another price of the bar can take their place. */
  readonly readsCloses?: boolean;
  /** Values at which its own pane has a guide line. */
  readonly levels?: readonly number[];
  /** The fixed scale of its own pane; absent = fits the visible values. */
  readonly scale?: readonly [number, number];
  /** Number of internal columns of the kernel, after the outputs. */
  readonly workColumns: number;
  /** Length of the state that the kernel keeps between calls. All numbers are 0 before the first bar. */
  readonly stateLength: number;
  /** Number of bars before the first one on which every output can have a value. */
  warmUpBars(parameters: StudyParameters<Name>): number;
  /**
   * Computes bars [from, to) after [0, from) was computed, and leaves the state for the next call in `state`. Writes every index of every
   * column. `columns` are the outputs, then the internal columns. A call never crosses a multiple of `BLOCK_BARS`.
   */
  compute(
    bars: BarColumns,
    from: number,
    to: number,
    parameters: StudyParameters<Name>,
    columns: readonly Float64Array[],
    state: Float64Array,
  ): void;
}

/** Volume by price over a range of bars. Rows start at `low` and are `rowHeight` dollars high. */
export interface VolumeProfile {
  readonly low: number;
  readonly high: number;
  readonly rowHeight: number;
  /** Volume per row of bars that closed at or above their open, and of the others, in shares. */
  readonly upVolumes: Float64Array;
  readonly downVolumes: Float64Array;
  readonly totalVolume: number;
  /** The row with the most volume (point of control); the lowest of several. */
  readonly busiestRow: number;
  /** The first and last row of the value area around it. */
  readonly valueFromRow: number;
  readonly valueToRow: number;
}

/** A study of a range of bars as a whole, computed again whenever the visible range changes. */
export interface RangeStudy<Name extends string = string> {
  readonly form: 'range';
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly pane: 'overlay';
  readonly parameters: Readonly<Record<Name, StudyParameter>>;
  /** The profile of bars [from, to); null when no bar in it has a price and a volume. */
  profile(
    bars: BarColumns,
    from: number,
    to: number,
    parameters: StudyParameters<Name>,
  ): VolumeProfile | null;
}

/** A study of the catalogue. */
export type StudyKind = SeriesStudy | RangeStudy;

/**
 * Running sums are recomputed at every index that is a multiple of this, and batches run in blocks of this many bars. The columns of a block stay in
 * the cache, and rounding errors cannot accumulate.
 */
export const BLOCK_BARS = 4_096;

/** Declares a study. The type has the names of its parameters. */
export function defineStudy<const Name extends string>(
  study: Omit<SeriesStudy<Name>, 'form'>,
): SeriesStudy<Name> {
  return { form: 'series', ...study };
}

/** A parameter for a lookback in bars. A chart loads 200 bars before the first visible one. */
export function periodParameter(defaultBars: number, label = 'Period', max = 200): StudyParameter {
  return { label, min: 1, max, step: 1, default: defaultBars };
}
