/**
 * The one source of time of the server process. `exchangeMs` is market time (UTC milliseconds of the exchange's own
 * clock: simulated or replayed); `hostMs` is the machine's, for tokens, sessions and logs only.
 */
export interface Clock {
  exchangeMs(): number;
  hostMs(): number;
}
