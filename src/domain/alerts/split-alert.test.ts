import { describe, expect, it } from 'vitest';
import { newAlert, readAlert, splitAlert, withLevel, type AlertRow } from './index.ts';

const split = {
  kind: 'Split',
  symbol: 'AAPL',
  exDate: '2014-06-09',
  numerator: 7,
  denominator: 1,
  cashInLieuE4: 0,
} as const;
const row = (change: Partial<AlertRow>): AlertRow => ({ ...newAlert('a1', 'AAPL'), ...change });

describe('an alert at a split', () => {
  it('has its levels in new shares, and a line that says so', () => {
    const before = row({ HighAlert: 700, HighAlertTime: 5, HighArm: 3, LowAlert: 600, LowArm: 1 });
    expect(splitAlert(before, split)).toEqual({
      ...before,
      HighAlert: 100,
      LowAlert: 85.7143,
      Adjusted: '7-for-1 split on 2014-06-09: 700.00 became 100.00, 600.00 became 85.7143',
    });
  });

  it('is multiplied by a reverse split, and changes in dollars keep their sign', () => {
    const reverse = { ...split, numerator: 1, denominator: 10 };
    expect(splitAlert(row({ HighAlert: 1.23 }), reverse).HighAlert).toBe(12.3);
    expect(splitAlert(row({ Column: 'Change', LowAlert: -7 }), split).LowAlert).toBe(-1);
    expect(splitAlert(row({ HighAlert: 0.0001 }), split).HighAlert).toBe(0.0001);
  });

  it.each([
    ['of another symbol', { Symbol: 'MSFT', HighAlert: 700 }],
    ['without levels', {}],
    ['of a percentage', { Column: 'ChangeP', HighAlert: 7 }],
  ])('stays as it is: %s', (_name, change) => {
    const before = row(change);
    expect(splitAlert(before, split)).toBe(before);
  });

  it('is read back with its line, which goes when the user sets a level', () => {
    const after = splitAlert(row({ HighAlert: 700 }), split);
    expect(readAlert(1, structuredClone(after))).toEqual({ ok: true, value: after });
    expect(readAlert(1, { ...after, Adjusted: 7 })).toMatchObject({ ok: true, value: { HighAlert: 100 } });
    expect(withLevel(after, 'High', 101)).not.toHaveProperty('Adjusted');
  });
});
