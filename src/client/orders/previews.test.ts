import { expect, it, vi } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createPreviews } from './previews.ts';

/** The signal of a ticket that counts its listeners. */
function countedSignal() {
  const controller = new AbortController();
  let listeners = 0;
  const { signal } = controller;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  vi.spyOn(signal, 'addEventListener').mockImplementation((type, listener, options) => {
    listeners++;
    add(type, listener, options);
  });
  vi.spyOn(signal, 'removeEventListener').mockImplementation((type, listener) => {
    listeners--;
    remove(type, listener);
  });
  return { controller, listeners: () => listeners };
}

it('leaves the signal when the answer is there, late, refused or lost', async () => {
  const clock = createManualClock();
  const previews = createPreviews(clock);
  const { controller, listeners } = countedSignal();
  const ids: number[] = [];
  const send = (id: number) => ids.push(id) > 0;
  const outcomes = [1, 2, 3].map(() =>
    previews.request(send, controller.signal).catch((cause: Error) => cause.message),
  );
  expect(listeners()).toBe(3);
  // Only the Id is read.
  previews.answer({ Id: ids[0] } as Parameters<typeof previews.answer>[0]);
  previews.reject('refused');
  expect(listeners()).toBe(0);
  const late = previews.request(send, controller.signal).catch((cause: Error) => cause.message);
  clock.advance(5_000);
  const lost = previews.request(() => false, controller.signal).catch((cause: Error) => cause.message);
  expect(listeners()).toBe(0);
  expect([...(await Promise.all(outcomes)).slice(1), await late, await lost]).toEqual([
    'refused',
    'refused',
    'The server did not check the order in time.',
    'The connection was lost before the server had checked the order.',
  ]);
  const aborted = previews.request(send, controller.signal).catch((cause: Error) => cause.message);
  controller.abort();
  expect(await aborted).toBe('The order was changed.');
});
