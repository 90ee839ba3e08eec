import type { Annotations } from '../../domain/strategy/annotations.ts';
import type { Body } from '../../protocol/index.ts';

/** Net profit of a run marked to market: figures of every bar, and points that contain each extreme of them. Dollars, UTC ms. */
export type RunEquity = NonNullable<Body<'strategyEquity'>['Equity']>;
/** A line that a run logged, with its time in UTC ms. */
export type RunLogLine = Body<'strategyLog'>['Items'][number];
/** A live run that ended although its user did not stop it, with the time in UTC ms and the reason as text. */
export type StoppedRun = Body<'strategyRunsStopped'>['Items'][number];

/** A text that the code of a live run has sent with `alert`, with its exchange time in UTC ms. */
export type SentAlert = Body<'strategyAlert'>;

/** The lines of a log from a given number. */
export interface RunLogPart {
  /** Number of the first line, counted from 0; above the requested one when lines were dropped. */
  readonly from: number;
  readonly lines: readonly RunLogLine[];
  /** Lines of the whole log. */
  readonly total: number;
}

/** Results of runs other than their orders. Loads reject with an Error whose message can be shown to the user. */
export interface RunReports {
  /** Loads the equity curve of a run; null before it has one. */
  equity(name: string, instanceId: string): Promise<RunEquity | null>;
  /** Loads the lines of the log that the server still keeps, from number `from`. */
  log(name: string, instanceId: string, from: number): Promise<RunLogPart>;
  /** Loads what the code of a run has drawn; empty lists when it has drawn nothing. */
  annotations(name: string, instanceId: string): Promise<Annotations>;
  /** Notifies of live runs that were stopped, and again after each sign-in until they are confirmed. Returns a function that unsubscribes. */
  onStopped(listener: (runs: readonly StoppedRun[]) => void): () => void;
  /** Notifies of each alert of the user's live runs that arrives while the page is connected. Returns a function that unsubscribes. */
  onAlert(listener: (alert: SentAlert) => void): () => void;
  /** The user has seen these notices; they are not sent again. */
  confirmStops(runs: readonly StoppedRun[]): void;
}
