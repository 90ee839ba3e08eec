import { at } from '../../columns.ts';
import { reversalStudy } from './reversal.ts';

/** The longest island that is still a short-term one. */
const ISLAND_BARS = 10;

/**
 * Island reversal: one to ten bars cut off from the rest by a gap with the move before them and a gap against it after them. Down: every bar of the island trades
 * above the high of the bar before it, and this bar trades wholly below the island. Up: the mirror image. Marked on the bar after the second gap.
 */
export const islandReversal = reversalStudy({
  id: 'strsIsland',
  title: 'Island reversal',
  help: 'A few bars that gaps on both sides cut off from the rest, above the price when it turns down and below it when it turns up.',
  leadBars: 2,
  turnsUp: ({ high, low }, i) => {
    const ceiling = at(low, i);
    let islandTop = -Infinity;
    for (let j = i - 1; j >= Math.max(1, i - ISLAND_BARS); j -= 1) {
      const top = at(high, j);
      if (!(top < ceiling)) return false;
      islandTop = Math.max(islandTop, top);
      if (at(low, j - 1) > islandTop) return true;
    }
    return false;
  },
  turnsDown: ({ high, low }, i) => {
    const floor = at(high, i);
    let islandBottom = Infinity;
    for (let j = i - 1; j >= Math.max(1, i - ISLAND_BARS); j -= 1) {
      const bottom = at(low, j);
      if (!(bottom > floor)) return false;
      islandBottom = Math.min(islandBottom, bottom);
      if (at(high, j - 1) < islandBottom) return true;
    }
    return false;
  },
});
