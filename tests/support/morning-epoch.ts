import type { MarketEpoch } from '../../src/server/market/simulated/exchange-clock.ts';

/**
 * A simulated market whose exchange time is now 10:15 on Wednesday, 4 March 2026. Unless its time is fixed, it depends on the hour of the run: one run in
 * thirty passes the end of a session, at which day orders expire, contracts settle and the bars of the day begin again, and each run has other prices and halts.
 */
export function morningEpoch(hostMs = Date.now(), intoSessionMs = INTO_SESSION_MS): MarketEpoch {
  return { hostMs: hostMs - intoSessionMs, date: '2026-03-04' };
}

const INTO_SESSION_MS = 45 * 60_000;
