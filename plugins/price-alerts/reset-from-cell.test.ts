import { expect, test } from 'vitest';
import { type AlertRow, newAlert, withLevel } from '../../src/domain/alerts/index.ts';
import { AlertView } from './alert-view.ts';
import { changeRow, togglePause } from './alerts.ts';
import { resetFromCell } from './grid-columns.tsx';
import { FakeAlertPlatform } from './testing.ts';

const fired: AlertRow = {
  ...newAlert('a', 'AAPL'),
  HighAlert: 5,
  HighAlertTime: 9,
  HighArm: 1,
  LowAlert: 2,
  LowArm: 1,
};

/** Resets the high side of `fired` from its cell. */
function resetHigh() {
  const fake = new FakeAlertPlatform(fired);
  const window = fake.open(['a']);
  resetFromCell(window, new AlertView(fired, fake.platform.symbols), 'HighAlertTime');
  return fake;
}

test('arms a side again from the cell of its time, and restores the time with undo', () => {
  const fake = resetHigh();
  expect(fake.rows).toEqual([{ ...fired, HighAlertTime: null, HighArm: 2 }]);
  fake.runAction();
  expect(fake.rows).toEqual([fired]);
});

test('undo of a reset keeps what was changed since on the other side, and the pause', () => {
  const fake = resetHigh();
  changeRow(fake.platform, 'a', (row) => withLevel(row, 'Low', 3));
  togglePause(fake.platform, 'a');
  fake.runAction();
  expect(fake.rows).toEqual([{ ...withLevel(fired, 'Low', 3), Paused: true }]);
});

test('undo of a reset does nothing once the side has a new level', () => {
  const fake = resetHigh();
  changeRow(fake.platform, 'a', (row) => withLevel(row, 'High', 7));
  fake.runAction();
  expect(fake.rows).toEqual([{ ...withLevel(fired, 'High', 7), HighArm: 3 }]);
});
