import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import {
  afterGuardEvent,
  flattenDueMs,
  guardsOfSession,
  isNewHigh,
  limitsAfterRequest,
  NO_GUARD_LIMITS,
  NO_GUARDS,
  passedGuard,
  type GuardLimits,
} from './guards.ts';

const amount = fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: null });
const limits: fc.Arbitrary<GuardLimits> = fc.record({ dailyLossE4: amount, drawdownE4: amount });
const NAMES = ['dailyLossE4', 'drawdownE4'] as const;
const numberOf = (limit: number | null): number => limit ?? Number.POSITIVE_INFINITY;
const figure = fc.integer({ min: -2_000, max: 2_000 });

describe('a request for other limits', () => {
  test.prop([limits, limits])(
    'never loosens a limit in force, and leads to the requested ones',
    (inForce, requested) => {
      const after = limitsAfterRequest(inForce, requested);
      for (const name of NAMES) {
        expect(numberOf(after.limits[name])).toBe(
          Math.min(numberOf(inForce[name]), numberOf(requested[name])),
        );
        expect((after.next ?? after.limits)[name]).toBe(requested[name]);
      }
    },
  );

  test.prop([limits, limits])('is complete in the next session', (inForce, requested) => {
    const { limits: now, next } = limitsAfterRequest(inForce, requested);
    expect(guardsOfSession({ ...NO_GUARDS, userId: 'u', limits: now, next }, '2026-03-03').limits).toEqual(
      requested,
    );
  });
});

describe('a guard', () => {
  test.prop([figure, figure, limits, limits])(
    'is passed exactly when the loss or the fall reaches the stricter limit',
    (plE4, high, holder, administrator) => {
      const highE4 = Math.max(0, high, plE4);
      const passed = passedGuard({ plE4, highE4, baseE4: 0 }, holder, administrator);
      const strictest = (name: (typeof NAMES)[number]): number =>
        Math.min(numberOf(holder[name]), numberOf(administrator[name]));
      expect(passed !== undefined).toBe(
        -plE4 >= strictest('dailyLossE4') || highE4 - plE4 >= strictest('drawdownE4'),
      );
      if (passed) expect(passed.figureE4).toBeGreaterThanOrEqual(passed.limitE4);
    },
  );

  it('counts from the P&L at which an administrator unlocked the account', () => {
    const holder = { dailyLossE4: 500, drawdownE4: null };
    expect(passedGuard({ plE4: -900, highE4: -500, baseE4: -500 }, holder, NO_GUARD_LIMITS)).toBeUndefined();
    expect(passedGuard({ plE4: -1_000, highE4: -500, baseE4: -500 }, holder, NO_GUARD_LIMITS)).toEqual({
      guard: 'DailyLoss',
      by: 'Holder',
      figureE4: 500,
      limitE4: 500,
    });
  });

  it('keeps the figures of an account that is not locked when an administrator unlocks it', () => {
    const guards = { ...NO_GUARDS, highE4: 700 };
    const event = { kind: 'guardReleased', account: 'A', instruction: 'x', baseE4: -100, timeMs: 1 } as const;
    expect(afterGuardEvent(guards, event)).toEqual({ ...guards, release: 'x' });
  });

  it('records a high once it is a hundredth of the limit above the recorded one', () => {
    expect([isNewHigh(199, 100, 10_000), isNewHigh(200, 100, 10_000), isNewHigh(101, 100, 50)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('the time of a flatten', () => {
  const at = (minute: number, date: string | null = null, sinceMs = 0) => ({ minute, date, sinceMs });
  const session = { date: '2026-03-02', closeMs: newYorkMs('2026-03-02', 960) };
  /** The day after Thanksgiving closes at 13:00. */
  const half = { date: '2026-11-27', closeMs: newYorkMs('2026-11-27', 780) };
  const due = (time: ReturnType<typeof at>, day = session) => flattenDueMs(time, day, newYorkMs);

  it('is that of the New York day', () => {
    expect(due(at(955))).toBe(newYorkMs('2026-03-02', 955));
  });
  it('moves to five minutes before an earlier close, and stays where it is before that close', () => {
    expect(due(at(955), half)).toBe(newYorkMs('2026-11-27', 775));
    expect(due(at(778), half)).toBe(newYorkMs('2026-11-27', 778));
  });
  it('does not come in another session than the only one that was named, nor for a time that had passed when it was set', () => {
    expect(due(at(955, '2026-03-02'))).not.toBeNull();
    expect(due(at(955, '2026-03-03'))).toBeNull();
    expect(due(at(955, null, newYorkMs('2026-03-02', 956)))).toBeNull();
  });
  it('is forgotten after the only session that was named', () => {
    const flattenAt = at(955, '2026-03-02');
    const guards = { ...NO_GUARDS, userId: 'u', flattenAt };
    expect(guardsOfSession(guards, '2026-03-02').flattenAt).toEqual(flattenAt);
    expect(guardsOfSession(guards, '2026-03-03').flattenAt).toBeNull();
    expect(guardsOfSession({ ...guards, flattenAt: at(955) }, '2026-03-03').flattenAt).toEqual(at(955));
  });
});
