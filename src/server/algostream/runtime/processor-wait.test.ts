import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { processorWaitMs } from './processor-wait.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that uses all it gets of the first processor. */
function spin(): number {
  const child = spawn('taskset', ['--cpu-list', '0', process.execPath, '-e', 'for (;;);'], {
    stdio: 'ignore',
  });
  children.push(child);
  return child.pid ?? 0;
}

it('counts the time in which two busy processes wait for one processor', async () => {
  const pids = [spin(), spin()];
  await expect.poll(() => pids.map(processorWaitMs).every((waitMs) => waitMs > 50)).toBe(true);
});

it('is 0 for a process that is gone', () => {
  expect(processorWaitMs(2 ** 30)).toBe(0);
});
