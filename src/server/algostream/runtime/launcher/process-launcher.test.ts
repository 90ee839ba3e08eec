import { afterEach, expect, it } from 'vitest';
import { ProcessLauncher, type LaunchEvents } from './process-launcher.ts';

const launcher = new ProcessLauncher();
afterEach(() => launcher.close());

/** Starts a process, and keeps what it reports. */
function launch(events: Partial<LaunchEvents> = {}) {
  const reports: string[] = [];
  const child = launcher.start(
    { niceness: 10, onlyWhenIdle: false },
    {
      onMessage: (raw) => void reports.push(JSON.stringify(raw)),
      onExit: (code) => void reports.push(`exit ${String(code)}`),
      onFailure: (reason) => void reports.push(reason),
      ...events,
    },
  );
  return { child, reports };
}

it('one process starts them all, and each has a number of its own', async () => {
  const [first, second] = [launch(), launch()];
  await expect.poll(() => second.child.pid).toBeGreaterThan(0);
  expect(first.child.pid).not.toBe(second.child.pid);
  expect(launcher.pid).not.toBe(first.child.pid);
});

it('a killed process is reported with its code, and what is sent to it afterwards does not wait', async () => {
  const { child, reports } = launch();
  await expect.poll(() => child.pid).toBeGreaterThan(0);
  child.kill();
  await expect.poll(() => reports).toEqual(['exit null']);
  await child.send({ kind: 'stop', id: 1 });
});

it('a message has left before send resolves', async () => {
  const { child, reports } = launch();
  // A process that gets a command before its modules ends.
  await child.send({ kind: 'stop', id: 1 });
  await expect.poll(() => reports.at(-1)).toMatch(/^exit [1-9]/);
});

it('the end of the launching process ends what it started, and the next start begins with a new one', async () => {
  const first = launch();
  await expect.poll(() => first.child.pid).toBeGreaterThan(0);
  const before = launcher.pid ?? 0;
  process.kill(before, 'SIGKILL');
  await expect.poll(() => first.reports).toEqual(['the process that starts them has ended']);
  const isAlive = (pid = 0): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => isAlive(first.child.pid)).toBe(false);
  const second = launch();
  await expect.poll(() => second.child.pid).toBeGreaterThan(0);
  expect(launcher.pid).not.toBe(before);
});
