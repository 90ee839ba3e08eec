import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserHostEvents } from './host-events.ts';

/** As much of a page as the events need. */
class FakeDocument extends EventTarget {
  visibilityState = 'visible';
}
let page: FakeDocument;
let frame: EventTarget;

beforeEach(() => {
  page = new FakeDocument();
  frame = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', frame);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a page that is looked at again, thawed, shown from the cache, turned to or online again has woken; a hidden one has not', () => {
  let wakes = 0;
  const stop = browserHostEvents().onWake(() => wakes++);
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('resume'));
  frame.dispatchEvent(new Event('pageshow'));
  frame.dispatchEvent(new Event('online'));
  frame.dispatchEvent(new Event('focus'));
  expect(wakes).toBe(5);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  stop();
  for (const target of [page, frame])
    for (const name of ['visibilitychange', 'resume', 'pageshow', 'online', 'focus'])
      target.dispatchEvent(new Event(name));
  expect(wakes).toBe(5);
});

test('outside a browser there are no events', () => {
  vi.unstubAllGlobals();
  expect(() => browserHostEvents().onWake(() => {})()).not.toThrow();
});
