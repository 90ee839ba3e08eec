import type { Result } from '../../../domain/assert/assert.ts';
import type { ChartStudyDescription, DataColumns, StrategyFault } from '../runtime/types.ts';

/** A file of a user that charts can show as a study. Exactly one of `study` and `fault` is null. */
export interface ListedChartStudy {
  readonly name: string;
  /** Another one for other code, of the file or of one that it imports. */
  readonly version: string;
  readonly study: ChartStudyDescription | null;
  readonly fault: StrategyFault | null;
}

/** A value of a parameter. */
export interface ChartStudyValue {
  readonly name: string;
  readonly value: number | boolean;
}

/** Bars that replace those of a run from an index on. */
export interface ChartBars {
  readonly from: number;
  readonly rows: DataColumns;
  /** Where the values of the answer begin; null = further bars follow, and nothing is computed. */
  readonly valuesFrom: number | null;
}

/** Why a call is not served. */
export type ChartStudyRefusal = 'not-found' | 'too-many-runs' | 'too-many-calls' | 'unavailable';

/** What a call came to: a value, the author's fault, or the refusal of the call. */
export type ChartStudyAnswer<Value> = Result<Value | { readonly fault: StrategyFault }, ChartStudyRefusal>;

/** The studies of charts that users write. No user reaches the files or the runs of another. */
export interface ChartStudies {
  /** The files that charts can show, by name. */
  list(userId: string): Promise<readonly ListedChartStudy[]>;
  /** Loads a study for the bars of one chart. The caller sends the bars next. */
  open(
    userId: string,
    name: string,
    parameters: readonly ChartStudyValue[],
  ): Promise<ChartStudyAnswer<{ readonly runId: string }>>;
  /** Replaces bars. Answers with the values of each line, null when none were wanted. */
  putBars(
    userId: string,
    runId: string,
    bars: ChartBars,
  ): Promise<ChartStudyAnswer<{ readonly values: readonly Float64Array[] | null }>>;
  /** Ends a run. One that there is not is no error. */
  close(userId: string, runId: string): ChartStudyAnswer<null>;
  /** Ends all runs. */
  stop(): void;
}
