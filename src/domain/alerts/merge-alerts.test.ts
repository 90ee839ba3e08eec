import { describe, expect, test } from 'vitest';
import {
  type AlertRow,
  hasOnlyFired,
  isSameAlert,
  mergeAlerts,
  newAlert,
  withLevel,
  withReset,
} from './index.ts';

const base: AlertRow = { ...newAlert('a1', 'AAPL'), HighAlert: 100, LowAlert: 90 };

describe('the merge of two changes of an alert', () => {
  test('takes the side and the pause that one writer changed', () => {
    const mine = withLevel(base, 'High', 110);
    const stored = { ...withLevel(base, 'Low', 80), Paused: true };
    expect(mergeAlerts(base, mine, stored)).toEqual({
      row: { ...base, HighAlert: 110, HighArm: 1, LowAlert: 80, LowArm: 1, Paused: true },
      lost: [],
    });
    expect(mergeAlerts(base, stored, mine).row).toEqual(mergeAlerts(base, mine, stored).row);
  });

  test('keeps a firing time that came to an unchanged side', () => {
    const stored = { ...base, LowAlertTime: 7 };
    expect(mergeAlerts(base, withLevel(base, 'High', 110), stored).row).toMatchObject({
      HighAlert: 110,
      LowAlertTime: 7,
    });
  });

  test('arms a side again that fired meanwhile, without a lost level', () => {
    const merged = mergeAlerts(base, withLevel(base, 'High', 110), { ...base, HighAlertTime: 7 });
    expect(merged).toEqual({ row: withLevel(base, 'High', 110), lost: [] });
  });

  test('takes the higher arm of a side that both changed, and names the other level', () => {
    const once = withLevel(base, 'High', 110);
    const twice = withLevel(withLevel(base, 'High', 111), 'High', 120);
    expect(mergeAlerts(base, twice, once)).toEqual({ row: twice, lost: [{ side: 'High', level: 110 }] });
    expect(mergeAlerts(base, once, twice)).toEqual({ row: twice, lost: [{ side: 'High', level: 110 }] });
  });

  test('takes the stored level of equal arms, since it may have fired under that arm', () => {
    const stored = { ...withLevel(base, 'High', 110), HighAlertTime: 9 };
    expect(mergeAlerts(base, withLevel(base, 'High', null), stored)).toEqual({
      row: stored,
      lost: [{ side: 'High', level: null }],
    });
  });

  test('loses no level when both set the same one', () => {
    const stored = { ...withLevel(base, 'High', 110), HighAlertTime: 9 };
    expect(mergeAlerts(base, withLevel(base, 'High', 110), stored)).toEqual({ row: stored, lost: [] });
  });

  test('takes the higher arm of each side and the unsent pause when there is no base', () => {
    const mine = { ...withReset(base, 'High'), Paused: true };
    expect(mergeAlerts(null, mine, { ...base, LowAlertTime: 3 }).row).toEqual({ ...mine, LowAlertTime: 3 });
  });
});

describe('comparing alerts', () => {
  test('finds a firing, but no change of a user, in a new firing time', () => {
    expect(hasOnlyFired(base, { ...base, HighAlertTime: 4 })).toBe(true);
    expect(hasOnlyFired(base, { ...base, HighAlertTime: 4, Paused: true })).toBe(false);
    expect(hasOnlyFired(base, withReset(base, 'Low'))).toBe(false);
  });

  test('compares alerts by content', () => {
    expect([isSameAlert(base, { ...base }), isSameAlert(null, null)]).toEqual([true, true]);
    expect([isSameAlert(base, null), isSameAlert(base, { ...base, LowArm: 1 })]).toEqual([false, false]);
  });
});
