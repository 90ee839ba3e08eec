/** The text of a dialog about an order that failed at the external broker. */
export interface TradingProblem {
  readonly title: string;
  readonly lines: readonly string[];
}
