import { expect, test } from 'vitest';
import { demoLeft } from './demo-left.ts';

test('the end of a demo is counted down from five minutes before it', () => {
  expect(demoLeft(null, 0)).toBeNull();
  expect(demoLeft(300_001, 0)).toBeNull();
  expect(demoLeft(300_000, 0)).toBe('5:00');
  expect(demoLeft(300_000, 290_500)).toBe('0:10');
  expect(demoLeft(300_000, 400_000)).toBe('0:00');
});
