/** The machine the client runs on: its clock and timers. Tests pass one they control. */
export interface HostClock {
  /** UTC milliseconds of the machine; never shown as market time. */
  nowMs(): number;
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
  /** Calls back before the next repaint. Absent outside a browser. */
  requestFrame?(callback: () => void): void;
}

/** The clock and timers of the host. */
export const systemClock: HostClock = {
  nowMs: () => Date.now(),
  setTimeout: (callback, delayMs) => globalThis.setTimeout(callback, delayMs),
  // The handle is what setTimeout above returned; its type differs between browser and Node.
  clearTimeout: (handle) => globalThis.clearTimeout(handle as number),
  ...(typeof globalThis.requestAnimationFrame === 'function'
    ? { requestFrame: (callback: () => void) => void globalThis.requestAnimationFrame(() => callback()) }
    : {}),
};
