import { MINUTE_MS } from '../../../../src/domain/calendar/durations.ts';
import { createScene, type Scene, type SceneView } from '../scene.ts';

export const START_MS = Date.UTC(2026, 5, 15, 13, 30);

/** A chart of `count` bars of five minutes, each 10 px wide; a dollar is 1 px, 1000 at the top. Bar i opens at 500 + i and closes at 520 + i. */
function flatView(count = 100, barSize = 'Minute5', barMinutes = 5): SceneView {
  const column = (value: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => value(index));
  const length = barMinutes * MINUTE_MS;
  const timeMs = column((index) => START_MS + index * length);
  const bars = {
    length: count,
    timeMs,
    open: column((i) => 500 + i),
    high: column((i) => 540 + i),
    low: column((i) => 480 + i),
    close: column((i) => 520 + i),
    indexFrom: (at: number) => {
      const found = timeMs.findIndex((each) => each >= at);
      return found === -1 ? count : found;
    },
  };
  return {
    bars: () => bars,
    barSize: () => barSize,
    area: () => ({ left: 0, top: 0, width: 1000, height: 1000 }),
    xOfTime: (at) => ((at - START_MS) / length) * 10,
    timeAt: (x) => START_MS + (x / 10) * length,
    yOf: (value) => 1000 - value,
    valueAt: (y) => 1000 - y,
    textWidth: (text, fontPx) => text.length * fontPx * 0.5,
    formatValue: (value) => value.toFixed(2),
    style: () => ({ text: '#eeeeee', background: '#111111', fontFamily: 'sans-serif' }),
  };
}
export const flatScene = (count?: number, barSize?: string, barMinutes?: number): Scene =>
  createScene(flatView(count, barSize, barMinutes));
