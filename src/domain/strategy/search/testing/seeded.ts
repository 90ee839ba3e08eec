import type { SearchRandom } from '../types.ts';

/** Numbers of a seed, for tests: the generator of Park and Miller. */
export function seeded(seed: number): SearchRandom {
  let state = (Math.abs(seed) % 2_147_483_646) + 1;
  for (let skipped = 0; skipped < 8; skipped += 1) state = (state * 48_271) % 2_147_483_647;
  return {
    next() {
      state = (state * 48_271) % 2_147_483_647;
      return (state - 1) / 2_147_483_646;
    },
  };
}
