import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import { newYorkMinutes } from '../../../src/domain/calendar/us-equity.ts';
import type { PaintScope } from './scope.ts';

const OPEN_MINUTES = 9 * 60 + 30;
const CLOSE_MINUTES = 16 * 60;
/** With more bars on screen a session is too narrow for its edges to be seen. */
const MAX_BARS = 2_000;

/** A shade behind bars before the open and after the close, where there are any. */
export function paintShades(
  { context, theme, from, to, originX, stepX, top, height, bars }: PaintScope,
  period: BarPeriod,
): void {
  if (typeof period === 'string' || to - from > MAX_BARS) return;
  context.fillStyle = theme.shade;
  for (let i = from; i < to; i += 1) {
    const minutes = newYorkMinutes(bars.timeMs[i] ?? 0);
    if (minutes >= OPEN_MINUTES && minutes < CLOSE_MINUTES) continue;
    let end = i + 1;
    while (end < to && isOutside(bars.timeMs[end] ?? 0)) end += 1;
    const left = Math.round(originX + (i - 0.5) * stepX);
    context.fillRect(left, top, Math.round(originX + (end - 0.5) * stepX) - left, height);
    i = end - 1;
  }
}

function isOutside(timeMs: number): boolean {
  const minutes = newYorkMinutes(timeMs);
  return minutes < OPEN_MINUTES || minutes >= CLOSE_MINUTES;
}
