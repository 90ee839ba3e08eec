/** The end of a demo is announced this long before it. */
const COUNTDOWN_MS = 5 * 60_000;

/** Minutes and seconds to the end of a demo; null while it is far, or when there is none. */
export function demoLeft(endsAtMs: number | null, nowMs: number): string | null {
  if (endsAtMs === null || endsAtMs - nowMs > COUNTDOWN_MS) return null;
  const seconds = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
