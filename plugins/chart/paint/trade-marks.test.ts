import { describe, expect, it } from 'vitest';
import { markHalfPx } from './trade-marks.ts';

describe('marks of executions', () => {
  it('are large while there is room between them, and small where they stand close', () => {
    expect([markHalfPx(1_000, 0), markHalfPx(1_000, 1), markHalfPx(1_000, 60)]).toEqual([5, 5, 5]);
    expect(markHalfPx(1_000, 100)).toBe(3);
    expect([markHalfPx(1_000, 200), markHalfPx(1_000, 100_000)]).toEqual([2, 2]);
  });
});
