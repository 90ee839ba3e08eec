import type { HostClock } from '../host-clock.ts';

/** The exchange's time as last sent by the server, advanced by the machine's clock. */
export interface ExchangeClock {
  /** UTC ms. The machine's own time until the server has sent one. */
  nowMs(): number;
  /** Exchange time for host time: 1, or the speed of a replay; 0 while it is paused. */
  rate(): number;
  /** The server has sent its time (UTC ms); `latencyMs` is the round trip of that answer, when known. */
  set(exchangeMs: number, latencyMs?: number): void;
}

interface Reading {
  readonly hostMs: number;
  readonly exchangeMs: number;
}

/** Two readings at least this far apart give the speed of the server's clock, ms. */
const APART_MS = 1_000;
/** Faster than any replay: the exchange clock jumped, over a night for example. */
const JUMP_RATE = 200;
/** A rate this near to a whole number is that number. */
const NEAR = 0.05;

/** Starts with the time of the machine, at the rate 1. */
export function createExchangeClock(clock: HostClock): ExchangeClock {
  let rate = 1;
  let last: Reading | null = null;
  /** The reading that the rate is measured from. */
  let anchor: Reading | null = null;
  return {
    rate: () => rate,
    nowMs() {
      const nowMs = clock.nowMs();
      return last === null ? nowMs : last.exchangeMs + (nowMs - last.hostMs) * rate;
    },
    set(exchangeMs, latencyMs = 0) {
      const hostMs = clock.nowMs();
      const reading = { hostMs, exchangeMs };
      if (anchor === null) anchor = reading;
      else if (hostMs - anchor.hostMs >= APART_MS) {
        const measured = (exchangeMs - anchor.exchangeMs) / (hostMs - anchor.hostMs);
        if (measured >= 0 && measured < JUMP_RATE)
          rate =
            Math.abs(measured - Math.round(measured)) < NEAR * Math.max(1, measured)
              ? Math.round(measured)
              : measured;
        anchor = reading;
      }
      last = { hostMs, exchangeMs: exchangeMs + (latencyMs / 2) * rate };
    },
  };
}
