/** How Alpaca is reached. */
export interface AlpacaSettings {
  readonly key: string;
  readonly secret: string;
  /** `iex`: trades and quotes of one exchange, included in every plan. `sip`: those of all exchanges. */
  readonly feed: 'iex' | 'sip';
  /** Prices and history. */
  readonly dataUrl: string;
  /** The list of symbols. */
  readonly tradingUrl: string;
  readonly streamUrl: string;
  /** Requests that the plan allows in a minute. */
  readonly requestsPerMinute: number;
  /** What sizes of quotes count: shares, or round lots of 100. */
  readonly quoteSizes: 'shares' | 'lots';
}
