import { describe, expect, it } from 'vitest';
import type { SeriesStudy } from '../../study.ts';
import { computeStudy } from '../../run.ts';
import { candles } from '../../testing/bars.ts';
import { closingPriceReversal } from './closing-price.ts';
import { hookReversal } from './hook.ts';
import { islandReversal } from './island.ts';
import { keyReversal } from './key.ts';
import { openCloseReversal } from './open-close.ts';
import { pivotPointReversal } from './pivot-point.ts';

type Candle = readonly [open: number, high: number, low: number, close: number];

/** Six bars that rise by one each, the last at open 105, high 107, low 104, close 106. */
const ADVANCE: readonly Candle[] = Array.from(
  { length: 6 },
  (_, i) => [100 + i, 102 + i, 99 + i, 101 + i] as const,
);

/** Turned upside down around 100, so that a turn down becomes the turn up it should mirror. */
const mirror = (rows: readonly Candle[]): Candle[] =>
  rows.map(([open, high, low, close]) => [200 - open, 200 - low, 200 - high, 200 - close]);

/** The bars with a mark, and the price it stands at. */
function marks(
  study: SeriesStudy,
  rows: readonly Candle[],
): { up: [number, number][]; down: [number, number][] } {
  const [up = new Float64Array(0), down = new Float64Array(0)] = computeStudy(study, {}, candles(...rows));
  const marks = (column: Float64Array): [number, number][] =>
    [...column].flatMap((value, i): [number, number][] => (Number.isNaN(value) ? [] : [[i, value]]));
  return { up: marks(up), down: marks(down) };
}

interface Case {
  readonly study: SeriesStudy;
  /** What follows the advance, and turns down on its last bar. */
  readonly turns: readonly Candle[];
  /** The same but for one condition each, with its description. */
  readonly almost: Readonly<Record<string, readonly Candle[]>>;
}

const CASES: readonly Case[] = [
  {
    study: closingPriceReversal,
    turns: [[106, 108, 104, 105.9]],
    almost: {
      'closes where the bar before did': [[106, 108, 104, 106]],
      'makes no new high': [[106, 107, 104, 105]],
    },
  },
  {
    study: openCloseReversal,
    turns: [[107.5, 108, 104, 104.5]],
    almost: {
      'opens below the top fifth': [[107.1, 108, 104, 104.5]],
      'closes above the bottom fifth': [[107.5, 108, 104, 104.9]],
      'makes no new high': [[106.8, 107, 103, 103.2]],
      'has no range': [[108, 108, 108, 108]],
    },
  },
  {
    study: keyReversal,
    turns: [[106.5, 108, 103, 103.5]],
    almost: {
      'opens at the close before': [[106, 108, 103, 103.5]],
      'closes at the low before': [[106.5, 108, 103, 104]],
      'makes no new high': [[106.5, 107, 103, 103.5]],
    },
  },
  {
    study: pivotPointReversal,
    turns: [
      [106, 109, 105, 108],
      [107, 108, 103, 104],
    ],
    almost: {
      'the third bar has as high a high': [
        [106, 109, 105, 108],
        [107, 109, 103, 104],
      ],
      "closes at the pivot's low": [
        [106, 109, 105, 108],
        [107, 108, 103, 105],
      ],
      'the pivot is no new high': [
        [106, 107, 105, 106],
        [106, 106.5, 103, 104],
      ],
    },
  },
  {
    study: hookReversal,
    turns: [
      [106, 110, 104, 109],
      [108.8, 109, 106, 106.3],
    ],
    almost: {
      'the bar is not inside': [
        [106, 110, 104, 109],
        [108.8, 109, 103.9, 104.2],
      ],
      'opens in the middle': [
        [106, 110, 104, 109],
        [107.5, 109, 106, 106.3],
      ],
      'the bar before is no new high': [
        [106, 107, 103, 106],
        [106.4, 106.5, 104, 104.2],
      ],
    },
  },
  {
    study: islandReversal,
    turns: [
      [108, 110, 107.5, 109],
      [106, 107, 104, 105],
    ],
    almost: {
      'there is no first gap': [
        [108, 110, 107, 109],
        [106, 106.5, 104, 105],
      ],
      'there is no second gap': [
        [108, 110, 107.5, 109],
        [106, 107.5, 104, 105],
      ],
      'a bar of the island fills the first gap': [
        [108, 110, 107.5, 109],
        [108, 109, 106.9, 108],
        [106, 106.8, 104, 105],
      ],
    },
  },
];

describe.each(CASES.map((example) => [example.study.title, example] as const))(
  '%s',
  (_title, { study, turns, almost }) => {
    const rows = [...ADVANCE, ...turns];
    const last = rows.length - 1;

    it('marks a turn down above the bar that completes it', () => {
      expect(marks(study, rows)).toEqual({ up: [], down: [[last, rows[last]?.[1]]] });
    });
    it('marks a turn up below the bar in the mirror image', () => {
      const mirrored = mirror(rows);
      expect(marks(study, mirrored)).toEqual({ up: [[last, mirrored[last]?.[2]]], down: [] });
    });
    it('does not mark the advance itself', () => {
      expect(marks(study, ADVANCE)).toEqual({ up: [], down: [] });
    });
    it.each(Object.entries(almost))('is not there when %s', (_why, other) => {
      expect(marks(study, [...ADVANCE, ...other])).toEqual({ up: [], down: [] });
      expect(marks(study, mirror([...ADVANCE, ...other]))).toEqual({ up: [], down: [] });
    });
    it('does not change the mark of a closed bar when more bars come', () => {
      expect(marks(study, [...rows, [100, 101, 99, 100]]).down[0]).toEqual([last, rows[last]?.[1]]);
    });
    it('needs its bars: a start of the data is no new extreme', () => {
      expect(marks(study, turns)).toEqual({ up: [], down: [] });
    });
  },
);

describe('an island', () => {
  const island = (length: number): Candle[] => Array.from({ length }, () => [109, 110, 108, 109]);
  it('may have up to ten bars', () => {
    expect(marks(islandReversal, [...ADVANCE, ...island(10), [106, 107, 104, 105]]).down).toEqual([
      [16, 107],
    ]);
    expect(marks(islandReversal, [...ADVANCE, ...island(11), [106, 107, 104, 105]]).down).toEqual([]);
  });
});
