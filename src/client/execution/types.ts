import type { OrderExecution } from '../../domain/execution/index.ts';

/** Orders of one day of the selected account, with what their execution is measured by. */
export interface ExecutionPage {
  readonly account: string;
  readonly orders: readonly OrderExecution[];
  /** More orders of the day follow: request those after the last one. */
  readonly hasMore: boolean;
}

/** How orders of the selected account were executed. All calls reject with an Error whose message can be shown. */
export interface ExecutionCalls {
  /** Orders of a day of the exchange (`YYYY-MM-DD`), in the order of their OrderIds; `after` continues behind an OrderId. */
  day(date: string, after?: string): Promise<ExecutionPage>;
}
