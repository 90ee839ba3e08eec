import type { OrderExecution } from '../../domain/execution/index.ts';
import type { Explanation, OrderToExplain, WireTimeline } from '../../protocol/http-executions.ts';

export type { Explanation, WireTimeline } from '../../protocol/http-executions.ts';

/** Orders of one day of an account, with what their execution is measured by. */
export interface ExecutionPage {
  readonly orders: readonly OrderExecution[];
  /** More orders of the day follow: request those after the last one. */
  readonly hasMore: boolean;
}

/** How orders were executed by Tapedeck's own order service. All calls reject with an Error whose message can be shown. */
export interface ExecutionCalls {
  /** Orders of an account of the user on a day of the exchange (`YYYY-MM-DD`), in the order of their OrderIds; `after` continues behind an OrderId. */
  day(account: string, date: string, after?: string): Promise<ExecutionPage>;
  /** Why an order is where it is, beside its reports. */
  timeline(account: string, orderId: string): Promise<WireTimeline>;
  /** What every risk check says of an order that would arrive now. */
  explain(order: OrderToExplain): Promise<Explanation>;
}
