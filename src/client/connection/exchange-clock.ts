import type { HostClock } from '../host-clock.ts';

/** The exchange's time as last told by the server, carried on by the machine's clock. */
export interface ExchangeClock {
  /** UTC ms. Until the server has spoken there is nothing better than the machine's own time. */
  nowMs(): number;
  /** How fast exchange time passes against the machine's: 1, or what a replay is played at; 0 while it is paused. */
  rate(): number;
  /** The server said what time it is; `latencyMs` is the round trip of that answer, when known. */
  hear(exchangeMs: number, latencyMs?: number): void;
}

interface Word {
  readonly hostMs: number;
  readonly exchangeMs: number;
}

/** Two words of the server that are this far apart tell how fast its clock runs, ms. */
const APART_MS = 1_000;
/** Faster than any replay: the exchange clock jumped, over a night for example. */
const JUMP_RATE = 200;
/** A rate this near to a whole number is that number. */
const NEAR = 0.05;

export function createExchangeClock(clock: HostClock): ExchangeClock {
  let rate = 1;
  let last: Word | null = null;
  /** The word that the rate is counted from. */
  let anchor: Word | null = null;
  return {
    rate: () => rate,
    nowMs() {
      const nowMs = clock.nowMs();
      return last === null ? nowMs : last.exchangeMs + (nowMs - last.hostMs) * rate;
    },
    hear(exchangeMs, latencyMs = 0) {
      const hostMs = clock.nowMs();
      const heard = { hostMs, exchangeMs };
      if (anchor === null) anchor = heard;
      else if (hostMs - anchor.hostMs >= APART_MS) {
        const measured = (exchangeMs - anchor.exchangeMs) / (hostMs - anchor.hostMs);
        if (measured >= 0 && measured < JUMP_RATE)
          rate =
            Math.abs(measured - Math.round(measured)) < NEAR * Math.max(1, measured)
              ? Math.round(measured)
              : measured;
        anchor = heard;
      }
      last = { hostMs, exchangeMs: exchangeMs + (latencyMs / 2) * rate };
    },
  };
}
