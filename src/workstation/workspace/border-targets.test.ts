import { BorderNode } from 'flexlayout-react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BorderTargets } from './border-targets.ts';
import { borderIdOf } from './dock-model.ts';
import { DockBench } from './testing/dock-bench.ts';
import { BORDER_SIDES } from './undocked.ts';

let bench: DockBench;
let targets: BorderTargets;
/** All that is used of browser windows is that they report events. */
const browserWindow = () => new EventTarget() as Window;
const shown = () =>
  BORDER_SIDES.filter((side) => {
    const border = bench.dock.model().getNodeById(borderIdOf(side));
    return border instanceof BorderNode && border.isShowing();
  });

beforeEach(() => {
  vi.useFakeTimers();
  bench = new DockBench();
  targets = new BorderTargets(() => bench.dock.model());
});
afterEach(() => vi.useRealTimers());

test.each(['dragend', 'drop', 'pointermove'])(
  'borders without windows are shown after a drag has begun, until %s',
  (type) => {
    const page = browserWindow();
    bench.dock.pin('Window1', 'left');
    expect(shown()).toEqual(['left']);
    targets.show([page]);
    // What is dragged must not move within the event that begins the drag.
    expect(shown()).toEqual(['left']);
    vi.runAllTimers();
    expect(shown()).toEqual(['left', 'right', 'bottom']);
    page.dispatchEvent(new Event(type));
    vi.runAllTimers();
    expect(shown()).toEqual(['left']);
  },
);

test('a drag that ends in another browser window, or at once, hides the borders, and the next drag shows them', () => {
  const [desk, popout] = [browserWindow(), browserWindow()];
  targets.show([desk, popout]);
  vi.runAllTimers();
  popout.dispatchEvent(new Event('dragend'));
  vi.runAllTimers();
  expect(shown()).toEqual([]);
  targets.show([desk]);
  targets.stop();
  vi.runAllTimers();
  expect(shown()).toEqual([]);
  targets.show([desk]);
  desk.dispatchEvent(new Event('dragend'));
  targets.show([desk]);
  vi.runAllTimers();
  expect(shown()).toEqual([...BORDER_SIDES]);
});
