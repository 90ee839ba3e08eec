/** Moments of an order in this page, host UTC ms. */
export interface PageTimes {
  /** The press of a key or a pointer before it was sent; null when there was none within a minute. */
  readonly pressedMs: number | null;
  readonly sentMs: number;
  /** The first report; null before it. */
  readonly acknowledgedMs: number | null;
  /** The first fill; null before it. */
  readonly filledMs: number | null;
}
