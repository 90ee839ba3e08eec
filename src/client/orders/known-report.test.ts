import { expect, test } from 'vitest';
import { report } from '../testing/fixtures.ts';
import { KnownReport } from './known-report.ts';

test('names the newest report only once everything before it has arrived', () => {
  const known = new KnownReport();
  known.note(report({ Serial: 7 }), report({ Serial: 3 }));
  expect(known.get()).toBeUndefined();
  known.complete();
  expect(known.get()?.Serial).toBe(7);
  known.note(report({ Serial: 9 }));
  expect(known.get()?.Serial).toBe(9);
});

test('stays where it was while a new connection has not brought what is missing', () => {
  const known = new KnownReport();
  known.note(report({ Serial: 7 }));
  known.complete();
  known.lost();
  known.note(report({ Serial: 20 }));
  expect(known.get()?.Serial).toBe(7);
  known.complete();
  expect(known.get()?.Serial).toBe(20);
});

test('forgets another account, and refusals that no journal holds', () => {
  const known = new KnownReport();
  known.note(report({ Serial: 0 }));
  known.complete();
  expect(known.get()).toBeUndefined();
  known.note(report({ Serial: 4 }));
  known.reset();
  expect(known.get()).toBeUndefined();
});
