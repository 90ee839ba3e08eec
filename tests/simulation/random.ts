/** A small seeded generator (mulberry32): the seed of a failing run reproduces it. */
export interface Random {
  /** 0 ≤ value < 1. */
  next(): number;
  /** Whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  chance(probability: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
  };
}
