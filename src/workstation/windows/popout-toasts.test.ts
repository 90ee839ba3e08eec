import { expect, test, vi } from 'vitest';
import type { Toaster } from '../../ui/index.ts';
import { createPopoutToasts } from './popout-toasts.ts';

const message = { message: 'SPY removed', tone: 'neutral' } as const;

test('shows a message in the browser window in use, and in the main one once that has closed', () => {
  const main = { show: vi.fn() };
  const out = { show: vi.fn() };
  // A body is only compared, and of a toaster only this is used.
  const body = {} as HTMLElement;
  let place: HTMLElement | null = null;
  const toasts = createPopoutToasts({ main, create: () => out as unknown as Toaster, placeNow: () => place });
  const end = toasts.add(body);
  toasts.show(message);
  expect([main.show.mock.calls.length, out.show.mock.calls.length]).toEqual([1, 0]);
  place = body;
  toasts.show(message);
  expect([main.show.mock.calls.length, out.show.mock.calls.length]).toEqual([1, 1]);
  end();
  toasts.show(message);
  expect([main.show.mock.calls.length, out.show.mock.calls.length, toasts.store.getState()]).toEqual([
    2,
    1,
    [],
  ]);
});
