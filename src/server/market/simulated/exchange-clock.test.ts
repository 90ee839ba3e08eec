import fc from 'fast-check';
import { expect, it } from 'vitest';
import { epochFor, ExchangeClock } from './exchange-clock.ts';
import { SessionTable } from './session-table.ts';

const epoch = { hostMs: Date.UTC(2026, 10, 16), date: '2026-11-02' };
const sessions = new SessionTable('2026-01-01');

it('is in session at any host time, weekends included, moves forward only and can be inverted', () => {
  const clock = new ExchangeClock(sessions, epoch, () => epoch.hostMs);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 120 * 86_400_000 }),
      fc.integer({ min: 1, max: 86_400_000 }),
      (afterMs, laterMs) => {
        const { exchangeMs, session } = clock.momentAt(epoch.hostMs + afterMs);
        expect(exchangeMs).toBeGreaterThanOrEqual(session.openMs);
        expect(exchangeMs).toBeLessThan(session.closeMs);
        expect(clock.hostMsOf(exchangeMs)).toBe(epoch.hostMs + afterMs);
        expect(clock.momentAt(epoch.hostMs + afterMs + laterMs).exchangeMs).toBeGreaterThan(exchangeMs);
      },
    ),
  );
});

it('opens the next session the moment one closes', () => {
  const clock = new ExchangeClock(sessions, epoch, () => epoch.hostMs);
  const first = clock.momentAt(epoch.hostMs).session;
  const closeHostMs = epoch.hostMs + first.closeMs - first.openMs;
  expect(clock.momentAt(closeHostMs - 1).exchangeMs).toBe(first.closeMs - 1);
  expect(clock.momentAt(closeHostMs).exchangeMs).toBe(sessions.at(first.day + 1).openMs);
});

it('never goes back when the host clock does', () => {
  let hostMs = epoch.hostMs + 5_000_000;
  const clock = new ExchangeClock(sessions, epoch, () => hostMs);
  const before = clock.now().exchangeMs;
  hostMs -= 4_000_000;
  expect(clock.now().exchangeMs).toBe(before);
});

it('starts within three weeks of the host date, the same for a whole host week', () => {
  const monday = epochFor(Date.UTC(2026, 10, 16));
  expect(epochFor(Date.UTC(2026, 10, 22, 23, 59))).toEqual(monday);
  expect(epochFor(Date.UTC(2026, 10, 23)).hostMs).toBe(monday.hostMs + 7 * 86_400_000);
  for (const hostMs of [Date.UTC(2026, 10, 16), Date.UTC(2026, 10, 22, 23)]) {
    const clock = new ExchangeClock(sessions, monday, () => hostMs);
    expect(Math.abs(clock.now().exchangeMs - hostMs)).toBeLessThan(24 * 86_400_000);
  }
});
