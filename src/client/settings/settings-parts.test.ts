import { afterEach, expect, test, vi } from 'vitest';
import { browserInput } from './settings-parts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([['keydown'], ['pointerdown'], ['click'], ['input'], ['drop']])(
  'a page is used from its first %s on, and not by what happens without the user',
  (type) => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const hasInput = browserInput();
    page.dispatchEvent(new Event('focus'));
    page.dispatchEvent(new Event('pointermove'));
    expect(hasInput()).toBe(false);
    page.dispatchEvent(new Event(type));
    page.dispatchEvent(new Event('focus'));
    expect(hasInput()).toBe(true);
  },
);

test('outside a browser whatever differs is a change of the user', () => {
  expect(browserInput()()).toBe(true);
});
