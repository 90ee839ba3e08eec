import { test as property, fc } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import {
  alertText,
  type AlertRow,
  firingsAt,
  isArmed,
  newAlert,
  withFiring,
  withLevel,
  withReset,
} from './index.ts';

const row = (change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert('a1', 'AAPL'),
  HighAlert: 100,
  LowAlert: 90,
  ...change,
});
const sides = (...firings: ReturnType<typeof firingsAt>) => firings.map((firing) => firing.Side);

describe('a price alert', () => {
  test('fires high when the last price exceeds the level, and not at the level', () => {
    expect(sides(...firingsAt(row(), 100, 1))).toEqual([]);
    expect(firingsAt(row(), 100.01, 7)).toEqual([
      {
        AlertId: 'a1',
        Side: 'High',
        Arm: 0,
        Symbol: 'AAPL',
        Column: 'Last',
        Level: 100,
        Value: 100.01,
        Timestamp: 7,
      },
    ]);
  });

  test('fires low when the last price falls below the level, and not at the level', () => {
    expect(sides(...firingsAt(row(), 90, 1))).toEqual([]);
    expect(sides(...firingsAt(row(), 89.99, 1))).toEqual(['Low']);
  });

  test('does not fire again once its firing time is recorded', () => {
    const [firing] = firingsAt(row(), 101, 5);
    const fired = withFiring(row(), firing ?? expect.fail('it did not fire'));
    expect([fired.HighAlertTime, sides(...firingsAt(fired, 150, 6))]).toEqual([5, []]);
  });

  test('never fires while it is paused, and fires after it is resumed', () => {
    const paused = row({ Paused: true });
    expect([isArmed(paused, 'High'), firingsAt(paused, 500, 1)]).toEqual([false, []]);
    expect(sides(...firingsAt({ ...paused, Paused: false }, 500, 1))).toEqual(['High']);
  });

  test('arms a side again by a reset', () => {
    const fired = row({ HighAlertTime: 5, LowAlertTime: 6 });
    const reset = withReset(fired, 'High');
    expect(reset).toMatchObject({
      HighAlert: 100,
      HighAlertTime: null,
      HighArm: 1,
      LowAlertTime: 6,
      LowArm: 0,
    });
    expect(sides(...firingsAt(reset, 101, 9))).toEqual(['High']);
  });

  test('clears only the firing time of the side whose level is set again', () => {
    expect(withLevel(row({ HighAlertTime: 5, LowAlertTime: 6 }), 'Low', 80)).toMatchObject({
      HighAlertTime: 5,
      LowAlert: 80,
      LowAlertTime: null,
      LowArm: 1,
    });
  });

  test('does not record the firing of an earlier arming', () => {
    const reset = withReset(row({ HighAlertTime: 5 }), 'High');
    expect(withFiring(reset, { AlertId: 'a1', Side: 'High', Arm: 0, Timestamp: 5 })).toBe(reset);
    expect(withFiring(reset, { AlertId: 'other', Side: 'High', Arm: 1, Timestamp: 5 })).toBe(reset);
    expect(withFiring(reset, { AlertId: 'a1', Side: 'High', Arm: 1, Timestamp: 8 }).HighAlertTime).toBe(8);
  });

  test('does not fire at a price of 0 or without a price', () => {
    expect([firingsAt(row(), 0, 1), firingsAt(row(), null, 1), firingsAt(row(), Number.NaN, 1)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('fires at 0 and below on columns other than the price', () => {
    expect(sides(...firingsAt(row({ Column: 'ChangeP', HighAlert: 5, LowAlert: -1 }), -2, 1))).toEqual([
      'Low',
    ]);
    expect(sides(...firingsAt(row({ Column: 'ChangeP', HighAlert: -5, LowAlert: -9 }), 0, 1))).toEqual([
      'High',
    ]);
  });

  test('has the notification text of the specification', () => {
    expect(alertText({ Symbol: 'AAPL', Column: 'Last', Side: 'High' }, '100.00', 'Last')).toBe(
      'AAPL is trading above 100.00',
    );
    expect(alertText({ Symbol: 'AAPL', Column: 'Last', Side: 'Low' }, '90.00', 'Last')).toBe(
      'AAPL is trading below 90.00',
    );
    expect(alertText({ Symbol: 'AAPL', Column: 'ChangeP', Side: 'Low' }, '-2.00%', '% Change')).toBe(
      'AAPL: % Change is below -2.00%',
    );
  });

  property.prop([
    fc.array(fc.double({ min: 0.01, max: 1000, noNaN: true }), { maxLength: 60 }),
    fc.double({ min: 1, max: 999, noNaN: true }),
    fc.double({ min: 1, max: 999, noNaN: true }),
  ])(
    'fires each side at most once on any walk of prices, and exactly when the walk went beyond the level',
    (walk, high, low) => {
      let alert = row({ HighAlert: high, LowAlert: low });
      const fired: string[] = [];
      walk.forEach((price, index) => {
        for (const firing of firingsAt(alert, price, index + 1)) {
          fired.push(firing.Side);
          alert = withFiring(alert, firing);
        }
      });
      expect(fired.toSorted()).toEqual([
        ...(walk.some((price) => price > high) ? ['High'] : []),
        ...(walk.some((price) => price < low) ? ['Low'] : []),
      ]);
    },
  );
});
