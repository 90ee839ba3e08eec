import { scaleLog, ticks } from 'd3';
import type { ScaleMode } from '../model/scale-mode.ts';

/** Part of a pane's height left free above and below what is drawn. */
const MARGIN = 0.08;
const MIN_LABEL_PX = 34;

/**
 * Values to heights of one pane and back. Linear and percent are straight lines; percent only names values by their distance from a base. Log falls back
 * to linear where there are values that have no logarithm.
 */
export class ValueScale {
  mode: ScaleMode = 'linear';
  /** What 0 % is, for percent. */
  base = 1;
  least = 0;
  largest = 1;
  /** Straight line from the value (or its logarithm) to the height. */
  #at = 0;
  #slope = 0;
  #isLog = false;
  #top = 0;
  #height = 1;
  #spare = 0;

  /** False when nothing changed. `isTight`: without margins, for fixed scales. `spare`: left free beside the margins, px. */
  set(
    mode: ScaleMode,
    base: number,
    least: number,
    largest: number,
    top: number,
    height: number,
    isTight = false,
    spare = 0,
  ): boolean {
    const [low, high] = settle(least, largest);
    const isLog = mode === 'log' && low > 0;
    if (
      mode === this.mode &&
      Object.is(base, this.base) &&
      low === this.least &&
      high === this.largest &&
      top === this.#top &&
      height === this.#height &&
      isLog === this.#isLog &&
      spare === this.#spare &&
      this.#slope !== 0
    )
      return false;
    this.mode = mode;
    this.base = base;
    this.least = low;
    this.largest = high;
    this.#top = top;
    this.#height = height;
    this.#isLog = isLog;
    this.#spare = spare;
    const margin = isTight
      ? Math.min(4, height / 8)
      : Math.max(height * MARGIN, Math.min(8, height / 4)) + Math.min(spare, height / 8);
    const from = isLog ? Math.log(low) : low;
    const to = isLog ? Math.log(high) : high;
    this.#slope = -(height - 2 * margin) / (to - from);
    this.#at = top + height - margin - from * this.#slope;
    return true;
  }

  y(value: number): number {
    return this.#at + this.#slope * (this.#isLog ? Math.log(value) : value);
  }

  valueAt(y: number): number {
    const value = (y - this.#at) / this.#slope;
    return this.#isLog ? Math.exp(value) : value;
  }

  get isLog(): boolean {
    return this.#isLog;
  }
  /** For painters that inline the straight line: y = offset + slope * value, or of its logarithm. */
  get offset(): number {
    return this.#at;
  }
  get slope(): number {
    return this.#slope;
  }
  get top(): number {
    return this.#top;
  }
  get height(): number {
    return this.#height;
  }

  /** Values worth a line and a label, ascending, at least `MIN_LABEL_PX` apart. */
  ticks(): number[] {
    const low = this.valueAt(this.#top + this.#height);
    const high = this.valueAt(this.#top);
    const wanted = Math.max(2, Math.floor(this.#height / (MIN_LABEL_PX * 1.4)));
    if (this.mode === 'percent' && this.base > 0) {
      return ticks(low / this.base - 1, high / this.base - 1, wanted).map((part) => (part + 1) * this.base);
    }
    if (this.#isLog && high / low > 4)
      return thinOut(scaleLog().domain([low, high]).ticks(wanted), (value) => this.y(value));
    return ticks(low, high, wanted);
  }
}

function thinOut(values: readonly number[], y: (value: number) => number): number[] {
  const kept: number[] = [];
  let last = Infinity;
  for (const value of values) {
    if (Math.abs(last - y(value)) < MIN_LABEL_PX) continue;
    kept.push(value);
    last = y(value);
  }
  return kept;
}

/** A range with a height: a single value gets one, nothing at all becomes 0 to 1. */
function settle(least: number, largest: number): [number, number] {
  if (!Number.isFinite(least) || !Number.isFinite(largest) || least > largest) return [0, 1];
  if (largest - least > Math.abs(largest) * 1e-9) return [least, largest];
  const half = Math.max(Math.abs(largest) * 0.01, 1e-4);
  return [least > 0 ? Math.max(least - half, least / 2) : least - half, largest + half];
}
