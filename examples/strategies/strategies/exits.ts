// A library: exits of long positions, for strategies beside it. It is no strategy, so it cannot be run.
//
//   import { chandelierStop, heldTooLong } from './exits';
//
// chandelierStop  a level some ATR below the highest close since the entry. It never falls while the position is held
// heldTooLong     whether the position is held for more than so many bars
//
// Assumes  that one of its functions is called at each bar, also while the strategy is flat: both begin again with the next position

/** Gives the level of the stop at each bar; NaN while there is no long position. `ranges`: ATR below the highest close. */
export function chandelierStop(period: number, ranges: number): (close: number) => number {
  const range = atr(period);
  let highest = -Infinity;
  let level = NaN;
  return (close) => {
    if (!position.isLong) {
      highest = -Infinity;
      level = NaN;
      return level;
    }
    highest = Math.max(highest, close);
    const next = highest - ranges * range.last;
    // A range that grows would lower it.
    level = Number.isNaN(level) ? next : Math.max(level, next);
    return level;
  };
}

/** Counts the bars of a position; true from the bar on that is one too many. */
export function heldTooLong(maxBars: number): () => boolean {
  let bars = 0;
  return () => {
    bars = position.isFlat ? 0 : bars + 1;
    return bars > maxBars;
  };
}
