import { expect, test } from 'vitest';
import { liftToasts, type LiftPage } from './toasts-lift.ts';

function setUp(isHovered: boolean) {
  const set: string[] = [];
  const leave: (() => void)[] = [];
  const page: LiftPage = {
    documentElement: { style: { setProperty: (name, value) => void set.push(`${name} ${value}`) } },
    querySelector: () =>
      isHovered ? { addEventListener: (_type, listener) => void leave.push(listener) } : null,
  };
  return { page, set, leave };
}

test('the messages move up for what comes under them, and down when it has gone', () => {
  const { page, set } = setUp(false);
  liftToasts(120, page)();
  expect(set).toEqual(['--toasts-lift 120px', '--toasts-lift 0px']);
});
test('a message does not move from under the pointer: it goes where it belongs when the pointer has left', () => {
  const { page, set, leave } = setUp(true);
  const end = liftToasts(120, page);
  expect(set).toEqual([]);
  leave[0]?.();
  expect(set).toEqual(['--toasts-lift 120px']);
  end();
  liftToasts(80, page);
  expect([set.length, leave.length]).toEqual([1, 2]);
  leave[1]?.();
  expect(set).toEqual(['--toasts-lift 120px', '--toasts-lift 80px']);
});
