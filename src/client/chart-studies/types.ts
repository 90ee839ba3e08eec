import type { chartStudiesHttp } from '../../protocol/http-chart-studies.ts';
import type { AnswerOf } from '../connection/http-api.ts';

/** A file of the user that charts can show as a study. Exactly one of `Study` and `Fault` is null. */
export type WireChartStudy = AnswerOf<typeof chartStudiesHttp.chartStudies>['Items'][number];
/** What is wrong in the code of a study; line and column from 1, 0 = unknown. */
export type WireStudyFault = NonNullable<WireChartStudy['Fault']>;

/** Bars in columns of one length: start in UTC ms, prices in dollars, NaN where there is none. */
export interface StudyBars {
  readonly timeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** What a computation came to: a column for each line, a fault of the author's code, or `gone`: the server has ended the run. */
export type StudyValues =
  | { readonly kind: 'values'; readonly columns: readonly Float64Array[] }
  | { readonly kind: 'fault'; readonly fault: WireStudyFault }
  | { readonly kind: 'gone' };

/** Calls about the studies of charts that the user writes. They reject with an Error whose message can be shown. */
export interface ChartStudyCalls {
  /** The files that charts can show, by name. */
  list(): Promise<readonly WireChartStudy[]>;
  /** Loads a study for the bars of one chart. Resolves with the id of the run, or with the fault of its code. */
  open(
    name: string,
    parameters: Readonly<Record<string, number | boolean>>,
  ): Promise<{ readonly runId: string } | { readonly fault: WireStudyFault }>;
  /** Replaces the bars of a run from an index on with all that `bars` has, and computes the values from `valuesFrom` on. */
  compute(
    runId: string,
    bars: StudyBars,
    range: { readonly from: number; readonly valuesFrom: number },
  ): Promise<StudyValues>;
  /** Ends a run. */
  close(runId: string): Promise<void>;
}
