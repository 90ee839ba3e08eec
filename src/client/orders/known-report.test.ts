import { describe, expect, test } from 'vitest';
import { report } from '../testing/fixtures.ts';
import { KnownReport } from './known-report.ts';

test('names the newest report only once everything before it has arrived', () => {
  const known = new KnownReport();
  known.note(report({ Serial: 7 }), report({ Serial: 3 }));
  expect(known.inDay()).toBeUndefined();
  known.completeDay();
  expect(known.inDay()?.Serial).toBe(7);
  known.note(report({ Serial: 9 }));
  expect(known.inDay()?.Serial).toBe(9);
});

test('stays where it was while a new connection has not brought what is missing', () => {
  const known = new KnownReport();
  known.note(report({ Serial: 7 }));
  known.completeDay();
  known.lost();
  known.note(report({ Serial: 20 }));
  expect(known.inDay()?.Serial).toBe(7);
  known.completeDay();
  expect(known.inDay()?.Serial).toBe(20);
});

test('forgets another account, and refusals that no journal holds', () => {
  const known = new KnownReport();
  known.note(report({ Serial: 0 }));
  known.completeDay();
  expect(known.inDay()).toBeUndefined();
  known.note(report({ Serial: 4 }));
  known.reset();
  expect(known.inDay()).toBeUndefined();
});

describe('the trade log', () => {
  const part = (HasMore: boolean, ...serials: readonly number[]) => ({
    Items: serials.map((Serial) => report({ Serial })),
    HasMore,
  });

  test('is not complete by the list of the present day that selecting the account brings', () => {
    const known = new KnownReport();
    known.noteHistory(part(false, 7, 8));
    known.completeDay();
    expect([known.inDay()?.Serial, known.inLog()]).toEqual([8, undefined]);
    known.noteHistory(part(true, 1, 2));
    expect(known.inLog()).toBeUndefined();
    known.noteHistory(part(false, 3));
    expect(known.inLog()?.Serial).toBe(8);
    known.note(report({ Serial: 9 }));
    expect(known.inLog()?.Serial).toBe(9);
  });

  test('stays where it was on a new connection until its own list has ended there', () => {
    const known = new KnownReport();
    known.completeDay();
    known.noteHistory(part(false, 7));
    known.lost();
    known.noteHistory(part(false, 20));
    known.completeDay();
    expect([known.inDay()?.Serial, known.inLog()?.Serial]).toEqual([20, 7]);
    known.noteHistory(part(false, 15));
    expect(known.inLog()?.Serial).toBe(20);
  });

  test('is requested whole after its list was cut off, and of another account', () => {
    const known = new KnownReport();
    known.completeDay();
    known.noteHistory(part(true, 7));
    known.lost();
    expect(known.inLog()).toBeUndefined();
    known.completeDay();
    known.noteHistory(part(false, 8));
    known.reset();
    expect(known.inLog()).toBeUndefined();
  });
});
