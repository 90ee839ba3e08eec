import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardProblem, guardsLabel, hasSameGuards, isUnguarded, MinuteRate, NO_GUARDS } from './guards.ts';

describe('the order rate of a run', () => {
  it('admits at most so many orders in any 60 seconds, and the next once the oldest is a minute old', () => {
    const rate = new MinuteRate(2);
    expect([0, 30_000, 59_999, 60_000, 60_001, 90_000].map((ms) => rate.admits(ms))).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it('never admits more than its most in a window, whatever the times, and counts those of an earlier part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 60 }),
        (most, gaps, restartAt) => {
          let nowMs = 0;
          let rate = new MinuteRate(most);
          const sent: number[] = [];
          for (const [at, gap] of gaps.entries()) {
            nowMs += gap;
            if (at === restartAt) {
              rate = new MinuteRate(most);
              for (const ms of sent) rate.add(ms);
            }
            if (rate.admits(nowMs)) sent.push(nowMs);
          }
          for (const ms of sent)
            expect(sent.filter((other) => other <= ms && ms - other < 60_000).length).toBeLessThanOrEqual(
              most,
            );
        },
      ),
    );
  });
});

describe('guard settings', () => {
  it('are labelled, compared and checked', () => {
    const settings = { Loss: 500, OrdersPerMinute: 10, Position: 1_000, ClosesPosition: true };
    expect(guardsLabel(settings)).toBe(
      'loss $500.00, 10 orders a minute, position 1,000, closes the position',
    );
    expect([guardsLabel(null), isUnguarded({ ...NO_GUARDS, ClosesPosition: true })]).toEqual(['', true]);
    expect([
      hasSameGuards(null, NO_GUARDS),
      hasSameGuards(settings, { ...settings }),
      hasSameGuards(settings, { ...settings, Loss: 501 }),
    ]).toEqual([true, true, false]);
    expect([guardProblem('Loss', null), guardProblem('Loss', 0.01), guardProblem('Position', 1)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(guardProblem('OrdersPerMinute', 1.5)).toContain('from 1 to 3,000');
  });
});
