import { expect, it, vi } from 'vitest';
import { Drain } from './drain.ts';

it('waits until the work in progress has ended, whether it succeeds or fails', async () => {
  const drain = new Drain();
  const order = Promise.withResolvers<void>();
  const cancel = Promise.withResolvers<void>();
  drain.track(order.promise);
  drain.track(cancel.promise);
  const settled = vi.fn();
  const end = drain.settled(60_000).then(settled);
  order.resolve();
  await Promise.resolve();
  expect(settled).not.toHaveBeenCalled();
  cancel.reject(new Error('the journal is full'));
  await end;
  expect(settled).toHaveBeenCalled();
});

it('waits no longer than the limit for work that hangs', async () => {
  vi.useFakeTimers();
  const drain = new Drain();
  drain.track(new Promise(() => {}));
  const end = drain.settled(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(end).resolves.toBeUndefined();
  vi.useRealTimers();
});
