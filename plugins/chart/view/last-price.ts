/** What stands at the last price. */
export interface LastPrice {
  readonly price: number;
  readonly tone: 'up' | 'down' | 'stale';
  readonly countdown: string | null;
}
