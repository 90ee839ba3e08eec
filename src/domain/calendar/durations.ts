/** A minute, ms. */
export const MINUTE_MS = 60_000;
/** An hour, ms. */
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours, ms. The New York days on which the clocks change are an hour shorter or longer (`new-york-time.ts`). */
export const DAY_MS = 24 * HOUR_MS;
