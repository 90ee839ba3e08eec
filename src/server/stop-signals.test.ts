import { expect, it, vi } from 'vitest';
import { SAME_REQUEST_MS, StopSignals } from './stop-signals.ts';

function signals() {
  let nowMs = 10_000;
  const stop = vi.fn();
  const end = vi.fn();
  const received = new StopSignals({ stop, end, nowMs: () => nowMs });
  return { received, stop, end, wait: (ms: number) => (nowMs += ms) };
}

it('stops once when a process group, npm and the start script pass the same signal on', () => {
  const { received, stop, end, wait } = signals();
  received.receive('SIGINT');
  received.receive('SIGINT');
  wait(SAME_REQUEST_MS - 1);
  received.receive('SIGTERM');
  expect([stop.mock.calls.length, end.mock.calls.length]).toEqual([1, 0]);
});

it('ends at once with the code of the signal when a second one comes', () => {
  const { received, stop, end, wait } = signals();
  received.receive('SIGTERM');
  wait(SAME_REQUEST_MS);
  received.receive('SIGINT');
  expect(stop).toHaveBeenCalledTimes(1);
  expect(end).toHaveBeenCalledWith(130);
});
