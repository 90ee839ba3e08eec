import { expect, test, vi } from 'vitest';
import { leaveBy } from './leave-by.ts';
import { until } from '../../../tests/support/until.ts';

test('closes a dialog at once when its content has no check', () => {
  const leave = vi.fn();
  leaveBy(leave, undefined)();
  expect(leave).toHaveBeenCalledOnce();
});
test('runs one check at a time, and stays open when the check fails', async () => {
  const leave = vi.fn();
  const answers: ((isAgreed: boolean) => void)[] = [];
  const mayLeave = vi.fn(
    () =>
      new Promise<boolean>((resolve) => {
        answers.push(resolve);
      }),
  );
  const press = leaveBy(leave, mayLeave);
  press();
  press();
  expect(mayLeave).toHaveBeenCalledOnce();
  answers[0]?.(false);
  await until(() => {
    press();
    expect(mayLeave).toHaveBeenCalledTimes(2);
  });
  expect(leave).not.toHaveBeenCalled();
  answers[1]?.(true);
  await until(() => expect(leave).toHaveBeenCalledOnce());
});
