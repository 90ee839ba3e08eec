import { describe, expect, it } from 'vitest';
import { targetLeaves, type SentTarget } from './target-shares.ts';

const unsent = (quantity: number): SentTarget => ({ terms: { quantity }, member: undefined });
const sent = (share: number, quantity: number, filled = 0, isOpen = true): SentTarget => ({
  terms: { quantity: share },
  member: { quantity, filled, isOpen },
});
const three = [unsent(40), unsent(30), unsent(30)];

describe('the shares of several targets', () => {
  it.each([
    [0, [0, 0, 0]],
    [25, [25, 0, 0]],
    [50, [40, 10, 0]],
    [100, [40, 30, 30]],
    // The holder replaced the entry by a larger one.
    [120, [40, 30, 50]],
  ])('are allotted to the nearest first when %i shares of the entry are filled', (filled, shares) => {
    expect(targetLeaves(three, filled, filled)).toEqual(shares);
  });

  it('are lost by the farthest first when the stop has closed a part', () => {
    expect(targetLeaves(three, 100, 95)).toEqual([40, 30, 25]);
    expect(targetLeaves(three, 100, 50)).toEqual([40, 10, 0]);
    expect(targetLeaves(three, 100, 0)).toEqual([0, 0, 0]);
  });

  it('are unchanged by a fill of another target', () => {
    expect(targetLeaves([sent(40, 40, 15), unsent(30), unsent(30)], 100, 85)).toEqual([25, 30, 30]);
    expect(targetLeaves([sent(40, 40, 40, false), unsent(30), unsent(30)], 100, 60)).toEqual([0, 30, 30]);
  });

  it('leave the share of a cancelled target to the stop, so that others neither take it nor lose it', () => {
    const cancelled = sent(40, 40, 0, false);
    expect(targetLeaves([cancelled, unsent(30), unsent(30)], 50, 50)).toEqual([0, 10, 0]);
    expect(targetLeaves([cancelled, unsent(30), unsent(30)], 100, 100)).toEqual([0, 30, 30]);
    expect(targetLeaves([cancelled, unsent(30), unsent(30)], 100, 60)).toEqual([0, 30, 30]);
    expect(targetLeaves([cancelled, unsent(30), unsent(30)], 100, 50)).toEqual([0, 30, 20]);
  });

  it('pass to the next target when a smaller order of the nearest was filled before the entry filled more', () => {
    expect(targetLeaves([sent(40, 20, 20, false), unsent(30), unsent(30)], 50, 30)).toEqual([0, 30, 0]);
  });
});
