import { performance } from 'node:perf_hooks';

/** Share of the time since the last question in which the event loop was busy, 0 to 1. */
export type BusyShare = () => number;

/** Above this share background work waits: an order would wait behind it. */
const BUSY_ABOVE = 0.4;
/** Maximum wait of background work on a busy server, ms: it must end even then. */
const MAX_WAIT_MS = 250;

/** Measures this thread's event loop between two calls. */
export function eventLoopBusyShare(): BusyShare {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Decides when background work may run, so that orders and market data come first on a busy server. */
export class SpareTime {
  readonly #busyShare: BusyShare;
  #lastWorkMs = -Infinity;

  constructor(busyShare: BusyShare = eventLoopBusyShare()) {
    this.#busyShare = busyShare;
  }

  /** Whether the next slice of work may run now. Ask once before each slice. `nowMs` is a monotonic host time. */
  permitsWork(nowMs: number): boolean {
    const isBusy = this.#busyShare() > BUSY_ABOVE;
    if (isBusy && nowMs - this.#lastWorkMs < MAX_WAIT_MS) return false;
    this.#lastWorkMs = nowMs;
    return true;
  }
}
