import { expect, test, vi } from 'vitest';
import { createPlaces } from './places.ts';

/** As much of a browser window as places need. */
const browserWindow = (body = {}, hasFocus = () => true): Window =>
  Object.assign(new EventTarget(), { document: { body, hasFocus } }) as unknown as Window;

test.each([['pointerdown'], ['keydown'], ['wheel'], ['click'], ['input'], ['drop']])(
  'the desk is used from the first %s on, not by what happens without the user',
  (action) => {
    const deskWindow = browserWindow();
    const places = createPlaces(deskWindow);
    deskWindow.dispatchEvent(new Event('focus'));
    deskWindow.dispatchEvent(new Event('pointermove'));
    expect(places.isUsed()).toBe(false);
    deskWindow.dispatchEvent(new Event(action));
    expect(places.isUsed()).toBe(true);
  },
);

test("a tool's browser window counts as well, and is the place in use until it closes or the user acts in the desk's own", () => {
  const deskWindow = browserWindow();
  const body = {};
  const popout = browserWindow(body);
  const places = createPlaces(deskWindow);
  const leave = places.enter(popout);
  expect([places.body(), places.isUsed()]).toEqual([null, false]);
  popout.dispatchEvent(new Event('keydown'));
  expect(places.body()).toBe(body);
  expect(places.isUsed()).toBe(true);
  deskWindow.dispatchEvent(new Event('pointerdown'));
  expect(places.body()).toBeNull();
  popout.dispatchEvent(new Event('keydown'));
  leave();
  expect(places.body()).toBeNull();
});

test('what has the focus is that of the browser window in use', () => {
  const place = (activeElement: object) =>
    Object.assign(new EventTarget(), { document: { activeElement } }) as unknown as Window;
  const [button, list] = [{ id: 'button' }, { id: 'list' }];
  const popout = place(list);
  const places = createPlaces(place(button));
  const leave = places.enter(popout);
  expect(places.activeElement()).toBe(button);
  popout.dispatchEvent(new Event('keydown'));
  expect(places.activeElement()).toBe(list);
  leave();
  expect(places.activeElement()).toBe(button);
});

test('reports that the focus was lost once it is in none of the browser windows', () => {
  vi.useFakeTimers();
  const focused = new Set<string>();
  const placeOf = (name: string) => browserWindow({}, () => focused.has(name));
  const deskWindow = placeOf('desk');
  const popout = placeOf('popout');
  const places = createPlaces(deskWindow);
  const leave = places.enter(popout);
  let count = 0;
  const stop = places.onFocusLost(() => count++);
  const move = (from: Window, to: string | null) => {
    focused.clear();
    from.dispatchEvent(new Event('blur'));
    if (to !== null) focused.add(to);
    vi.runAllTimers();
  };
  move(deskWindow, 'popout');
  expect(count).toBe(0);
  move(popout, null);
  expect(count).toBe(1);
  leave();
  move(deskWindow, 'popout');
  expect(count).toBe(2);
  stop();
  move(deskWindow, null);
  expect(count).toBe(2);
  vi.useRealTimers();
});

test('leaves the main window as it was', () => {
  const deskWindow = browserWindow();
  const places = createPlaces(deskWindow);
  places.dispose();
  deskWindow.dispatchEvent(new Event('keydown'));
  expect(places.isUsed()).toBe(false);
});
