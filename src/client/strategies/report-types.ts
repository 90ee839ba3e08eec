import type { Body } from '../../protocol/index.ts';

/** Net profit of a run marked to market: figures of every bar, and points that contain each extreme of them. Dollars, UTC ms. */
export type RunEquity = NonNullable<Body<'strategyEquity'>['Equity']>;
export type RunLogLine = Body<'strategyLog'>['Items'][number];
/** A live run that ended without its user's doing. */
export type StoppedRun = Body<'strategyRunsStopped'>['Items'][number];

/** Lines of a log from one on. */
export interface RunLogPart {
  /** Number of the first line, counted from 0; above the requested one when lines were dropped. */
  readonly from: number;
  readonly lines: readonly RunLogLine[];
  /** Lines of the whole log. */
  readonly total: number;
}

/** What runs leave behind beside their orders. Loads reject with an Error whose message can be shown. */
export interface RunReports {
  /** Null while there is none. */
  equity(name: string, instanceId: string): Promise<RunEquity | null>;
  /** All kept lines from one on. */
  log(name: string, instanceId: string, from: number): Promise<RunLogPart>;
  /** Calls with live runs that were stopped; again after each sign-in until they are confirmed. */
  onStopped(listener: (runs: readonly StoppedRun[]) => void): () => void;
  confirmStops(runs: readonly StoppedRun[]): void;
}
