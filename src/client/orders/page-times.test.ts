import { expect, it } from 'vitest';
import { SentTimes } from './page-times.ts';

function setUp(inputMs: number | null) {
  let nowMs = 1_000;
  const times = new SentTimes({ nowMs: () => nowMs, lastInputMs: () => inputMs });
  const at = (ms: number, run: () => void) => {
    nowMs = ms;
    run();
  };
  return { times, at };
}

it('measures from the press to the first fill', () => {
  const { times, at } = setUp(998);
  at(1_001, () => times.sent('ord1'));
  at(1_006, () => times.reported({ ClientId: 'ord1', ReportType: 'OrderAccepted' }));
  at(1_007, () => times.reported({ ClientId: 'ord1', ReportType: 'OrderConfirmed' }));
  at(1_020, () => times.reported({ ClientId: 'ord1', ReportType: 'OrderExecuted' }));
  at(1_030, () => times.reported({ ClientId: 'ord1', ReportType: 'OrderExecuted' }));
  expect(times.get('ord1')).toEqual({
    pressedMs: 998,
    sentMs: 1_001,
    acknowledgedMs: 1_006,
    filledMs: 1_020,
  });
  times.reported({ ClientId: 'ord2', ReportType: 'OrderAccepted' });
  expect(times.get('ord2')).toBeUndefined();
  times.clear();
  expect(times.get('ord1')).toBeUndefined();
});

it('names no press for an order that none has sent', () => {
  for (const inputMs of [null, -59_001]) {
    const { times } = setUp(inputMs);
    times.sent('ord1');
    expect(times.get('ord1')?.pressedMs).toBeNull();
  }
});

it('keeps the newest 500 orders', () => {
  const { times } = setUp(null);
  for (let order = 0; order <= 500; order += 1) times.sent(`ord${order}`);
  expect([times.get('ord0'), times.get('ord1')?.sentMs, times.get('ord500')?.sentMs]).toEqual([
    undefined,
    1_000,
    1_000,
  ]);
});
