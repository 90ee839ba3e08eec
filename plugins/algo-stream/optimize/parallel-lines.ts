import { extent, scaleLinear, scalePoint } from 'd3';
import type { SearchSet } from '../types.ts';

/** A vertical axis of a parameter, or of the score. */
export interface ParallelAxis {
  readonly name: string;
  readonly x: number;
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
}

/** A set as a line over all axes. */
export interface ParallelLine {
  readonly set: SearchSet;
  /** Heights at the axes, px. */
  readonly ys: readonly number[];
  readonly path: string;
}

/** Parallel coordinates in a place of so many px. */
export interface ParallelLayout {
  readonly top: number;
  readonly bottom: number;
  readonly axes: readonly ParallelAxis[];
  /** Best first. */
  readonly lines: readonly ParallelLine[];
  /** The lines as a few paths, the worst first: thousands of lines are not as many elements. */
  readonly bands: readonly { readonly path: string; readonly opacity: number }[];
}

const SIDE_PX = 56;
const TOP_PX = 26;
const BOTTOM_PX = 14;
const BANDS = 8;
const MAX_TICKS = 12;

const rounded = (px: number): number => Math.round(px * 10) / 10;

interface Scale {
  readonly yOf: (set: SearchSet) => number;
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
}

/** Numbers by their size; other texts in their sequence. */
function parameterScale(sets: readonly SearchSet[], at: number, range: readonly [number, number]): Scale {
  const texts = [...new Set(sets.map(({ Values }) => Values[at] ?? ''))].sort();
  const numbers = texts.map(Number);
  if (texts.some((text) => text === '') || numbers.some(Number.isNaN)) {
    const scale = scalePoint().domain(texts).range(range);
    return {
      yOf: ({ Values }) => rounded(scale(Values[at] ?? '') ?? 0),
      ticks: texts.slice(0, MAX_TICKS).map((text) => ({ y: rounded(scale(text) ?? 0), text })),
    };
  }
  const [low = 0, high = 1] = extent(numbers);
  const scale = scaleLinear()
    .domain(low === high ? [low - 1, high + 1] : [low, high])
    .range(range);
  const ticks = texts.length <= MAX_TICKS ? numbers : [low, ...scale.ticks(6), high];
  return {
    yOf: ({ Values }) => rounded(scale(Number(Values[at]))),
    ticks: [...new Set(ticks)].map((value) => ({ y: rounded(scale(value)), text: String(value) })),
  };
}

function scoreScale(
  sets: readonly SearchSet[],
  range: readonly [number, number],
  textOf: (score: number) => string,
): Scale {
  const [low = 0, high = 1] = extent(sets, ({ Score }) => Score ?? undefined);
  const scale = scaleLinear()
    .domain(low === high ? [low - 1, high + 1] : [low, high])
    .range(range);
  return {
    yOf: ({ Score }) => rounded(scale(Score ?? low)),
    ticks: scale.ticks(6).map((value) => ({ y: rounded(scale(value)), text: textOf(value) })),
  };
}

/** Lays out the sets that have a score. `names`: of the parameters and of the score. */
export function parallelLayout(
  sets: readonly SearchSet[],
  { names, textOf }: { readonly names: readonly string[]; readonly textOf: (score: number) => string },
  widthPx: number,
  heightPx: number,
): ParallelLayout {
  const scored = sets
    .filter(({ Score }) => Score !== null)
    .toSorted((a, b) => (b.Score ?? 0) - (a.Score ?? 0) || a.Serial - b.Serial);
  const bottom = Math.max(TOP_PX + 1, heightPx - BOTTOM_PX);
  const range = [bottom, TOP_PX] as const;
  const x = scalePoint<number>()
    .domain(names.map((_name, at) => at))
    .range([SIDE_PX, Math.max(SIDE_PX + 1, widthPx - SIDE_PX)]);
  const scales = names.map((_name, at) =>
    at === names.length - 1 ? scoreScale(scored, range, textOf) : parameterScale(scored, at, range),
  );
  const lines = scored.map((set) => {
    const ys = scales.map(({ yOf }) => yOf(set));
    return {
      set,
      ys,
      path: ys.map((y, at) => `${at === 0 ? 'M' : 'L'}${rounded(x(at) ?? 0)},${y}`).join(''),
    };
  });
  return {
    top: TOP_PX,
    bottom,
    axes: names.map((name, at) => ({ name, x: rounded(x(at) ?? 0), ticks: scales[at]?.ticks ?? [] })),
    lines,
    bands: bandsOf(lines),
  };
}

function bandsOf(lines: readonly ParallelLine[]): ParallelLayout['bands'] {
  const size = Math.max(1, Math.ceil(lines.length / BANDS));
  const bands = Array.from({ length: Math.ceil(lines.length / size) }, (_, at) => ({
    path: lines
      .slice(at * size, (at + 1) * size)
      .map(({ path }) => path)
      .join(''),
    opacity: Math.max(0.12, 1 - at / Math.max(1, BANDS - 1)),
  }));
  return bands.toReversed();
}

/** How far from a line the pointer selects it, px. */
const REACH_PX = 16;

/** Index of the line nearest to a place, the best of several; null when none is near. */
export function lineAt({ axes, lines }: ParallelLayout, x: number, y: number): number | null {
  const right = axes.findIndex((axis) => axis.x >= x);
  const [from, to] = [axes[right - 1], axes[right]];
  if (from === undefined || to === undefined) return null;
  const share = (x - from.x) / Math.max(1, to.x - from.x);
  let [found, nearest]: [number | null, number] = [null, REACH_PX];
  for (const [at, { ys }] of lines.entries()) {
    const [before = 0, after = 0] = [ys[right - 1], ys[right]];
    const distance = Math.abs(before + (after - before) * share - y);
    if (distance < nearest) [found, nearest] = [at, distance];
  }
  return found;
}
