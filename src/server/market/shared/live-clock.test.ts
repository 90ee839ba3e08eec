import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import { LiveClock } from './live-clock.ts';

/** A clock whose host time a test sets, at a New York wall time of a date at first. */
function clockAt(date: string, hour: number) {
  const host = { ms: newYorkMs(date, hour * 60) };
  const seen: string[] = [];
  const clock = new LiveClock({
    nowMs: () => host.ms,
    onPhase: (phase) => void seen.push(`before ${phase}`),
  });
  return { clock, host, seen };
}

it('has the sessions and phases of the exchange calendar, a short day and a weekend included', () => {
  const phasesAt = (date: string) =>
    [3, 5, 10, 13.5, 16.5, 18, 21].map((hour) => clockAt(date, hour).clock.phase());
  expect(phasesAt('2026-11-25')).toEqual(['closed', 'pre', 'open', 'open', 'post', 'post', 'closed']);
  expect(phasesAt('2026-11-27')).toEqual(['closed', 'pre', 'open', 'post', 'post', 'closed', 'closed']);
  expect(new Set(phasesAt('2026-11-28'))).toEqual(new Set(['closed']));
  expect(clockAt('2026-11-30', 9).clock.sessionDay().date).toBe('2026-11-27');
  expect(clockAt('2026-11-30', 10).clock.sessionDay().date).toBe('2026-11-30');
});

it('does not pass a close before its listener has received it', () => {
  const { clock, host, seen } = clockAt('2026-11-25', 15);
  const closeMs = newYorkMs('2026-11-25', 16 * 60);
  const stop = clock.onSession({
    onPhase: (phase, timeMs) => seen.push(`${phase} ${(timeMs - closeMs) / HOUR_MS}`),
  });
  host.ms = closeMs + 5_000;
  expect([clock.exchangeMs(), clock.phase()]).toEqual([closeMs - 1, 'open']);
  clock.check();
  expect([clock.exchangeMs(), clock.phase()]).toEqual([closeMs + 5_000, 'post']);
  expect(seen).toEqual(['before post', 'post 0']);
  stop();
  host.ms = closeMs + 5 * HOUR_MS;
  expect([clock.exchangeMs(), clock.phase()]).toEqual([host.ms, 'closed']);
});

it('publishes each phase that a sleeping host has missed, in order', () => {
  const { clock, host, seen } = clockAt('2026-11-27', 12);
  clock.onSession({ onPhase: (phase) => seen.push(phase) });
  host.ms = newYorkMs('2026-11-30', 10 * 60);
  clock.check();
  expect(seen.filter((phase) => !phase.startsWith('before'))).toEqual(['post', 'closed', 'pre', 'open']);
});
