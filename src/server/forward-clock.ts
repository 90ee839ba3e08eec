/** A forward step of the host's clock that is larger corrects an earlier step back, ms. Smaller ones are measuring error. */
const MIN_CORRECTION_MS = 1_000;

/** The clocks of the host. */
interface HostClocks {
  /** The clock of the machine, UTC ms. It can be set. */
  readonly wallMs: () => number;
  /** Runs evenly from an arbitrary start, ms. */
  readonly steadyMs: () => number;
}

/**
 * Host time (UTC ms) that never goes back and never stops: when the clock of the machine is set back, time continues from where it was, at the pace of the steady
 * clock. Steps forward are followed once they exceed earlier steps back.
 */
export function forwardClock({
  wallMs = () => Date.now(),
  steadyMs = () => performance.now(),
}: Partial<HostClocks> = {}): () => number {
  let offsetMs = 0;
  let last = { wallMs: wallMs(), steadyMs: steadyMs(), nowMs: 0 };
  last.nowMs = last.wallMs;
  return () => {
    const wall = wallMs();
    const steady = steadyMs();
    const elapsedMs = steady - last.steadyMs;
    const stepMs = wall - last.wallMs - elapsedMs;
    if (stepMs > MIN_CORRECTION_MS) offsetMs = Math.max(0, offsetMs - stepMs);
    let nowMs = wall + offsetMs;
    if (nowMs < last.nowMs) {
      nowMs = last.nowMs + elapsedMs;
      offsetMs = nowMs - wall;
    }
    last = { wallMs: wall, steadyMs: steady, nowMs };
    return nowMs;
  };
}
