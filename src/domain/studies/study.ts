import type { BarColumns } from './columns.ts';

/** One number that the user can set. Missing, zero or no number at all = `default`; outside of the bounds = the nearest bound. */
export interface StudyParameter {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
  /** How it is entered: a number (default), a tick box (0 or 1), or a moment (UTC ms). */
  readonly input?: 'number' | 'switch' | 'time';
}

/** Settled parameters: every one there and inside of its bounds. */
export type StudyParameters<Name extends string = string> = Readonly<Record<Name, number>>;

/** One column of numbers a study draws. */
export interface StudyOutput {
  readonly id: string;
  readonly title: string;
  /** A mark is drawn at the price the column holds, below the bar (a turn up) or above it (a turn down). */
  readonly form: 'line' | 'histogram' | 'dots' | 'markBelow' | 'markAbove';
  /** Which colour of the theme. `direction`: up or down by the bar; `sign`: up from 0 on, down below. */
  readonly tone: 'main' | 'second' | 'third' | 'up' | 'down' | 'muted' | 'direction' | 'sign';
  readonly format: 'price' | 'volume' | 'percent' | 'number';
  /** A line that starts again with each session: the last value of a day is not joined to the first of the next. */
  readonly breaksBySession?: boolean;
  /** How many bars to the right of its own bar a value is drawn (left: negative). */
  shiftBars?(parameters: StudyParameters): number;
}

/** A study with one value a bar in each output. */
export interface SeriesStudy<Name extends string = string> {
  readonly form: 'series';
  /** Stored in workspaces: never renamed once released. */
  readonly id: string;
  readonly title: string;
  /** What it shows, in a sentence, for the dialog and for screen readers. */
  readonly help: string;
  readonly pane: 'overlay' | 'own';
  readonly parameters: Readonly<Record<Name, StudyParameter>>;
  readonly outputs: readonly StudyOutput[];
  /** Pairs of outputs (by index) with the space between them shaded. */
  readonly fills?: readonly (readonly [number, number])[];
  /** Values at which its own pane has a guide line. */
  readonly levels?: readonly number[];
  /** The fixed scale of its own pane; absent = fits what is visible. */
  readonly scale?: readonly [number, number];
  /** Columns beside the outputs that the kernel keeps for itself. */
  readonly workColumns: number;
  /** Numbers that the kernel keeps from one call to the next. All 0 before the first bar. */
  readonly stateLength: number;
  /** How many bars come before the first at which every output can have a value. */
  warmUpBars(parameters: StudyParameters<Name>): number;
  /**
   * Works out bars [from, to) after [0, from) has been worked out, and leaves in `state` what the next call needs. Writes every
   * index of every column. `columns` are the outputs, then the work columns. A call never crosses a multiple of `BLOCK_BARS`.
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

/** Volume by price of a run of bars. Rows go from `low` up, all `rowHeight` tall. */
export interface VolumeProfile {
  readonly low: number;
  readonly high: number;
  readonly rowHeight: number;
  /** Volume a row of bars that closed at or above their open, and of the others. */
  readonly upVolumes: Float64Array;
  readonly downVolumes: Float64Array;
  readonly totalVolume: number;
  /** The row with the most volume (point of control); the lowest of several. */
  readonly busiestRow: number;
  /** The first and last row of the value area around it. */
  readonly valueFromRow: number;
  readonly valueToRow: number;
}

/** A study of a run of bars as a whole: worked out afresh for what is visible. */
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
 * Running sums are rebuilt at every index that is a multiple of this, and batches run in blocks of this many bars, so the columns of a
 * block stay in the cache and rounding cannot pile up.
 */
export const BLOCK_BARS = 4_096;

/** Declares a study; the names of its parameters come from the declaration. */
export function defineStudy<const Name extends string>(
  study: Omit<SeriesStudy<Name>, 'form'>,
): SeriesStudy<Name> {
  return { form: 'series', ...study };
}

/** A lookback in bars. 200 is what a chart loads before the first visible bar. */
export function periodParameter(defaultBars: number, label = 'Period', max = 200): StudyParameter {
  return { label, min: 1, max, step: 1, default: defaultBars };
}
