/** Stretches of a line; when all are used, each two neighbours become one. */
const MAX_STRETCHES = 200;
/** Of each stretch the lowest, the highest and the last point are kept. */
export const MAX_PLOT_POINTS = MAX_STRETCHES * 3;

/** A value of a plot at the end of a bar, UTC ms. */
export interface PlotPoint {
  readonly timeMs: number;
  readonly value: number;
}

interface Stretch {
  low: PlotPoint;
  high: PlotPoint;
  last: PlotPoint;
}

/** A line over the bars of a run in bounded memory: however many bars there are, its extremes and its end are kept. Of the points of one moment the last one counts. */
export class PlotLine {
  #stretches: Stretch[] = [];
  #pointsPerStretch = 1;
  #count = 0;
  #present: PlotPoint | null = null;

  /** Times must not descend. */
  add(timeMs: number, value: number): void {
    if (this.#present !== null && this.#present.timeMs !== timeMs) this.#keep(this.#present);
    this.#present = { timeMs, value };
  }

  /** Ascending in time. */
  points(): PlotPoint[] {
    const kept = new Set<PlotPoint>();
    for (const { low, high, last } of this.#stretches) {
      const [first, second] = low.timeMs <= high.timeMs ? [low, high] : [high, low];
      kept.add(first).add(second).add(last);
    }
    if (this.#present !== null) kept.add(this.#present);
    return [...kept].slice(-MAX_PLOT_POINTS);
  }

  #keep(point: PlotPoint): void {
    let at = Math.floor(this.#count / this.#pointsPerStretch);
    if (at >= MAX_STRETCHES) {
      this.#halve();
      at = Math.floor(this.#count / this.#pointsPerStretch);
    }
    this.#count += 1;
    const stretch = this.#stretches[at];
    if (stretch === undefined) {
      this.#stretches.push({ low: point, high: point, last: point });
      return;
    }
    if (point.value < stretch.low.value) stretch.low = point;
    if (point.value > stretch.high.value) stretch.high = point;
    stretch.last = point;
  }

  #halve(): void {
    const merged: Stretch[] = [];
    for (let at = 0; at < this.#stretches.length; at += 2) {
      const [first, second] = [this.#stretches[at], this.#stretches[at + 1]];
      if (first === undefined) break;
      merged.push(
        second === undefined
          ? first
          : {
              low: second.low.value < first.low.value ? second.low : first.low,
              high: second.high.value > first.high.value ? second.high : first.high,
              last: second.last,
            },
      );
    }
    this.#stretches = merged;
    this.#pointsPerStretch *= 2;
  }
}
