import { expect, test } from 'vitest';
import { LateCode } from './late-code.ts';

test('what waits for code runs once, in its order, when the code is there', () => {
  const code = new LateCode<() => number>();
  const done: string[] = [];
  code.whenThere(() => done.push('first'));
  code.whenThere(() => done.push(`second, with ${code.get()?.()}`));
  expect([code.get(), done]).toEqual([null, []]);
  code.bring(() => 7);
  expect(done).toEqual(['first', 'second, with 7']);
  code.whenThere(() => done.push('third'));
  code.bring(() => 8);
  expect(done).toEqual(['first', 'second, with 7', 'third']);
});
