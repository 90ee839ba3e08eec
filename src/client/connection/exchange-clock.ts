import type { HostClock } from '../host-clock.ts';

/** The exchange's time as last told by the server, carried on by the machine's clock. */
export interface ExchangeClock {
  /** UTC ms. Until the server has spoken there is nothing better than the machine's own time. */
  nowMs(): number;
  /** The server said what time it is; `latencyMs` is the round trip of that answer, when known. */
  hear(exchangeMs: number, latencyMs?: number): void;
}

export function createExchangeClock(clock: HostClock): ExchangeClock {
  let offsetMs = 0;
  return {
    nowMs: () => clock.nowMs() + offsetMs,
    hear(exchangeMs, latencyMs = 0) {
      offsetMs = exchangeMs + latencyMs / 2 - clock.nowMs();
    },
  };
}
