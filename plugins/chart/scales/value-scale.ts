import { scaleLog, ticks } from 'd3';
import type { ScaleMode } from '../model/scale-mode.ts';

/** Part of a pane's height left free above and below what is drawn. */
const MARGIN = 0.08;
const MIN_LABEL_PX = 34;

/** What a scale is made from. */
interface Settings {
  readonly mode: ScaleMode;
  readonly base: number;
  readonly least: number;
  readonly largest: number;
  readonly top: number;
  readonly height: number;
  readonly isLog: boolean;
  readonly isTight: boolean;
  readonly spare: number;
}

/**
 * Values to heights of one pane and back. Linear and percent are straight lines; percent only names values by their distance from a base. Log falls back
 * to linear where there are values that have no logarithm.
 */
export class ValueScale {
  #settings: Settings = {
    mode: 'linear',
    base: 1,
    least: 0,
    largest: 1,
    top: 0,
    height: 1,
    isLog: false,
    isTight: false,
    spare: 0,
  };
  /** Straight line from the value (or its logarithm) to the height. */
  #at = 0;
  #slope = 0;

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
    const next = { mode, base, least: low, largest: high, top, height, isLog, isTight, spare };
    if (this.#slope !== 0 && isSame(this.#settings, next)) return false;
    this.#settings = next;
    const margin = marginOf(next);
    const from = isLog ? Math.log(low) : low;
    const to = isLog ? Math.log(high) : high;
    this.#slope = -(height - 2 * margin) / (to - from);
    this.#at = top + height - margin - from * this.#slope;
    return true;
  }

  y(value: number): number {
    return this.#at + this.#slope * (this.#settings.isLog ? Math.log(value) : value);
  }

  valueAt(y: number): number {
    const value = (y - this.#at) / this.#slope;
    return this.#settings.isLog ? Math.exp(value) : value;
  }

  get mode(): ScaleMode {
    return this.#settings.mode;
  }
  /** What 0 % is, for percent. */
  get base(): number {
    return this.#settings.base;
  }
  get least(): number {
    return this.#settings.least;
  }
  get largest(): number {
    return this.#settings.largest;
  }
  get isLog(): boolean {
    return this.#settings.isLog;
  }
  /** For painters that inline the straight line: y = offset + slope * value, or of its logarithm. */
  get offset(): number {
    return this.#at;
  }
  get slope(): number {
    return this.#slope;
  }
  get top(): number {
    return this.#settings.top;
  }
  get height(): number {
    return this.#settings.height;
  }

  /** Values worth a line and a label, ascending, at least `MIN_LABEL_PX` apart. */
  ticks(): number[] {
    const low = this.valueAt(this.#settings.top + this.#settings.height);
    const high = this.valueAt(this.#settings.top);
    const wanted = Math.max(2, Math.floor(this.#settings.height / (MIN_LABEL_PX * 1.4)));
    if (this.mode === 'percent' && this.base > 0) {
      return ticks(low / this.base - 1, high / this.base - 1, wanted).map((part) => (part + 1) * this.base);
    }
    if (this.#settings.isLog && high / low > 4)
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

const isSame = (before: Settings, now: Settings): boolean =>
  before.mode === now.mode &&
  Object.is(before.base, now.base) &&
  before.least === now.least &&
  before.largest === now.largest &&
  before.top === now.top &&
  before.height === now.height &&
  before.isLog === now.isLog &&
  before.isTight === now.isTight &&
  before.spare === now.spare;

/** Left free above and below what is drawn, px. */
const marginOf = ({ height, isTight, spare }: Settings): number =>
  isTight
    ? Math.min(4, height / 8)
    : Math.max(height * MARGIN, Math.min(8, height / 4)) + Math.min(spare, height / 8);

/** A range with a height: a single value gets one, nothing at all becomes 0 to 1. */
function settle(least: number, largest: number): [number, number] {
  if (!Number.isFinite(least) || !Number.isFinite(largest) || least > largest) return [0, 1];
  if (largest - least > Math.abs(largest) * 1e-9) return [least, largest];
  const half = Math.max(Math.abs(largest) * 0.01, 1e-4);
  return [least > 0 ? Math.max(least - half, least / 2) : least - half, largest + half];
}
