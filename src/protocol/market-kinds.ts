import * as v from 'valibot';

/** Most symbols that a `market` message names. */
export const MAX_MOST_TRADED = 50;
/** The source of prices. */
export const MARKET_KINDS = ['Simulated', 'Replay', 'Alpaca', 'Feed'] as const;
/** 0 = paused, else 1 to 100 times as fast as it happened. */
export const replaySpeedField = v.union([v.literal(0), v.pipe(v.number(), v.minValue(1), v.maxValue(100))]);
