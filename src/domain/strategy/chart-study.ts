import { newYorkDate, newYorkMs } from '../calendar/us-equity.ts';
import { HOUR_MS } from '../calendar/durations.ts';
import type { StudyOutput } from '../studies/study.ts';
import type { ChartStudyParameter } from './chart-study-calls.ts';
import {
  LINE_FORMATS,
  LINE_FORMS,
  LINE_TONES,
  readChoice,
  readFields,
  type ChartStudyOptions,
} from './chart-study-options.ts';
import { Column, type ColumnName } from './column.ts';
import type { DataColumns } from './description.ts';
import { StrategyError } from './fault.ts';
import { rejectPromise } from './handler.ts';
import type { Language } from './language.ts';
import { shown } from './plan.ts';

/** Lines of a chart study. */
export const MAX_STUDY_LINES = 8;
/** Bars that a chart study is computed over. */
export const MAX_STUDY_BARS = 50_000;
/** Characters of the name of a line. */
export const MAX_LINE_NAME = 40;

/** A line of a chart study; its name is its id and its title. */
export type ChartStudyLine = Pick<StudyOutput, 'tone' | 'format'> & {
  readonly name: string;
  readonly form: (typeof LINE_FORMS)[number];
};

/** A file that is a study of charts, known once it was run. */
export interface ChartStudyDescription extends ChartStudyOptions {
  readonly lines: readonly ChartStudyLine[];
  readonly parameters: readonly ChartStudyParameter[];
}

type ReadLine = ChartStudyLine & { readonly read: (bar: unknown) => unknown };

const NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const satisfies readonly ColumnName[];

/**
 * An author's study over the bars of a chart. The lines are made again for each computation, and all bars are computed: what the author's functions
 * remember from bar to bar begins with the first bar, so a last bar that changes many times leaves no trace in them.
 */
export class ChartStudyRun {
  readonly description: ChartStudyDescription;
  readonly #language: Language;
  readonly #lines: () => unknown;
  readonly #columns: Record<ColumnName, Float64Array>;
  #length = 0;

  /** `language` has run the file. Throws a StrategyError when that is no study of a chart, or its lines cannot be drawn. */
  constructor(language: Language) {
    const { declared } = language.chartStudy;
    if (declared === null)
      throw new StrategyError(
        'no study of a chart: write chartStudy({ title }, () => …) at the top of the file',
      );
    this.#language = language;
    this.#lines = declared.lines;
    const empty = () => new Float64Array(0);
    this.#columns = {
      timeMs: empty(),
      open: empty(),
      high: empty(),
      low: empty(),
      close: empty(),
      volume: empty(),
    };
    const lines = this.#read();
    const { timeframes, securities } = language;
    if (!timeframes.isEmpty || securities.all.length > 0)
      throw new StrategyError('a chart study reads the bars of its chart: no timeframe() and no security()');
    this.description = {
      ...declared.options,
      lines: lines.map(({ read: _read, ...line }) => line),
      parameters: language.chartStudy.parameters(),
    };
  }

  /** Replaces the bars from an index on by others. The index is at most the number of bars that are there. */
  put(from: number, rows: DataColumns): void {
    const length = from + rows.timeMs.length;
    if (from > this.#length || length > MAX_STUDY_BARS)
      throw new StrategyError(
        `a chart study is computed over at most ${MAX_STUDY_BARS.toLocaleString('en-US')} bars`,
      );
    for (const name of NAMES) {
      if (this.#columns[name].length < length) {
        const longer = new Float64Array(length + (length >> 2) + 64);
        longer.set(this.#columns[name].subarray(0, from));
        this.#columns[name] = longer;
      }
      this.#columns[name].set(rows[name], from);
    }
    this.#length = length;
  }

  /** Computes all bars. Returns a column for each line with the values from an index on; NaN where there is none. Throws what the author's code throws. */
  values(from: number): readonly Float64Array[] {
    const { bar, columns, cursor, studies } = this.#language;
    for (const name of NAMES) columns[name].values = this.#columns[name].subarray(0, this.#length);
    cursor.index = -1;
    const lines = this.#read();
    if (!hasSameLines(lines, this.description.lines))
      throw new StrategyError('a chart study has the same lines each time that it is computed');
    studies.compute({
      length: this.#length,
      timeMs: columns.timeMs.values,
      open: columns.open.values,
      high: columns.high.values,
      low: columns.low.values,
      close: columns.close.values,
      volume: columns.volume.values,
    });
    const values = lines.map(() => new Float64Array(Math.max(0, this.#length - from)));
    const reads = lines.map((line, n) => ({ line, column: values[n] }));
    for (let index = 0; index < this.#length; index += 1) {
      cursor.index = index;
      this.#followDay(index);
      for (const { line, column } of reads) {
        const value = numberOf(line, bar);
        if (column !== undefined && index >= from) column[index - from] = value;
      }
    }
    return values;
  }

  #read(): readonly ReadLine[] {
    return this.#language.declareLines(() => readLines(this.#lines()));
  }

  /** Keeps the date of the present bar: a session belongs to one day of New York. */
  #followDay(index: number): void {
    const { day } = this.#language;
    const timeMs = this.#columns.timeMs[index] ?? Number.NaN;
    // Every day has at least 23 hours; the last one of a longer day is compared by its date.
    if (index > 0 && timeMs >= day.midnightMs && timeMs < day.midnightMs + 23 * HOUR_MS) return;
    const midnightMs = newYorkMs(newYorkDate(timeMs), 0);
    if (index > 0 && midnightMs === day.midnightMs) return;
    day.midnightMs = midnightMs;
    day.firstRow = index;
  }
}

/** The number of a line at the present bar. An infinite value is none: it would leave the pane without a scale. */
function numberOf({ name, read }: ReadLine, bar: unknown): number {
  const value = read(bar);
  if (typeof value !== 'number') {
    rejectPromise(value);
    throw new StrategyError(`the line '${name}' is a number for each bar, NaN for none: ${shown(value)}`);
  }
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The lines that the function of a chart study returns. */
function readLines(given: unknown): readonly ReadLine[] {
  rejectPromise(given);
  if (given instanceof Column || typeof given === 'function')
    throw new StrategyError('the lines of a chart study have names: return { average }');
  if (typeof given !== 'object' || given === null)
    throw new StrategyError(
      `the lines of a chart study are an object, such as { upper, lower }: ${shown(given)}`,
    );
  const entries = Object.entries(given);
  if (entries.length === 0 || entries.length > MAX_STUDY_LINES)
    throw new StrategyError(`a chart study has 1 to ${MAX_STUDY_LINES} lines: ${entries.length}`);
  return entries.map(([name, line]: [string, unknown], n) => {
    if (name.trim() === '' || name.length > MAX_LINE_NAME)
      throw new StrategyError(`the name of a line has 1 to ${MAX_LINE_NAME} characters: ${shown(name)}`);
    return { name, ...lineOf(name, line, n) };
  });
}

/** The tones of lines that choose none, in their sequence. */
const TONES = ['main', 'second', 'third'] as const;

function lineOf(name: string, line: unknown, n: number): Omit<ReadLine, 'name'> {
  const plain = readOf(line);
  const usual = TONES[Math.min(n, TONES.length - 1)] ?? 'main';
  if (plain !== null) return { form: 'line', tone: usual, format: 'price', read: plain };
  const parts = `the parts of the line '${name}'`;
  const { value, form, color, format } = readFields(parts, line, ['value', 'form', 'color', 'format']);
  const read = readOf(value);
  if (read === null)
    throw new StrategyError(`the value of the line '${name}' is a column or a function: ${shown(value)}`);
  return {
    form: readChoice(`the form of the line '${name}'`, form, LINE_FORMS),
    tone: readChoice(`the color of the line '${name}'`, color, LINE_TONES, usual),
    format: readChoice(`the format of the line '${name}'`, format, LINE_FORMATS),
    read,
  };
}

/** What gives the value of a line at the present bar; null for neither a column nor a function. */
function readOf(line: unknown): ReadLine['read'] | null {
  if (line instanceof Column) return () => line.last;
  // Its result is checked at each bar.
  return typeof line === 'function' ? (line as ReadLine['read']) : null;
}

const hasSameLines = (lines: readonly ChartStudyLine[], others: readonly ChartStudyLine[]): boolean =>
  lines.length === others.length && lines.every(({ name }, n) => name === others[n]?.name);
