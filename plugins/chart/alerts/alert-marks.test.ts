import { describe, expect, it } from 'vitest';
import { newAlert, type AlertRow } from '../../../src/domain/alerts/index.ts';
import { alertMarks } from './alert-marks.ts';

const row = (change: Partial<AlertRow>): AlertRow => ({ ...newAlert('a1', 'AAPL'), ...change });
const marks = (...rows: readonly AlertRow[]) =>
  alertMarks(rows, 'AAPL').map(({ level, isPaused, label }) => [level, isPaused, label]);

describe('the price alerts on a chart', () => {
  it('marks the levels of the symbol that have not fired, the highest first', () => {
    expect(marks(row({ LowAlert: 90, HighAlert: 1100.5 }), row({ Id: 'a2', HighAlert: 105 }))).toEqual([
      [1100.5, false, 'Alert above 1,100.50'],
      [105, false, 'Alert above 105.00'],
      [90, false, 'Alert below 90.00'],
    ]);
    expect(marks(row({ HighAlert: 110, HighAlertTime: 5, LowAlert: 90 }))).toEqual([
      [90, false, 'Alert below 90.00'],
    ]);
    expect(marks(row({ Symbol: 'MSFT', HighAlert: 110 }), row({}))).toEqual([]);
  });

  it('marks alerts on the price, not on another column', () => {
    expect(marks(row({ Column: 'ChangeP', HighAlert: 5 }))).toEqual([]);
  });

  it('labels paused alerts, and shows a level twice as paused only when both are', () => {
    expect(marks(row({ HighAlert: 110, Paused: true }))).toEqual([[110, true, 'Alert above 110.00, paused']]);
    for (const pauses of [
      [true, false],
      [false, true],
    ])
      expect(marks(...pauses.map((Paused, n) => row({ Id: `a${n}`, HighAlert: 110, Paused })))).toEqual([
        [110, false, 'Alert above 110.00'],
      ]);
  });

  it('leaves out a level of 0, which no price passes', () => {
    expect(marks(row({ HighAlert: 0 }))).toEqual([]);
  });
});
