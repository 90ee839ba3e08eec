import { expect, test } from 'vitest';
import { type AlertRow, newAlert } from '../../src/domain/alerts/index.ts';
import { AlertView } from './alert-view.ts';
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

test('arms a side again from the cell of its time', () => {
  const fake = new FakeAlertPlatform(fired);
  const window = fake.open(['a']);
  const row = new AlertView(fired, fake.platform.symbols);
  expect(resetFromCell(window, row, 'HighAlertTime')).toBe(true);
  expect(fake.rows).toEqual([{ ...fired, HighAlertTime: null, HighArm: 2 }]);
  expect(fake.toasts).toMatchObject([{ message: 'High alert of AAPL is armed again' }]);
  expect(resetFromCell(window, row, 'LowAlertTime')).toBe(false);
});
