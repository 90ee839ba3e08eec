import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { closeAfterTest } from '../testing/rendered.ts';
import { useWhileActive } from './hooks.ts';

/** A window that comes on screen and goes. */
class Place {
  #isActive: boolean;
  readonly #listeners = new Set<() => void>();

  constructor(isActive: boolean) {
    this.#isActive = isActive;
  }

  readonly isActive = () => this.#isActive;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(isActive: boolean): void {
    this.#isActive = isActive;
    for (const listener of this.#listeners) listener();
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }
}

let log: string[];
let render: (place: Place, effect: () => undefined | (() => void)) => void;
let unmount: () => void;

function follow(symbol: string): () => () => void {
  return () => {
    log.push(`follow ${symbol}`);
    return () => void log.push(`release ${symbol}`);
  };
}

beforeEach(() => {
  log = [];
  const root = createRoot(document.createElement('div'));
  unmount = () => flushSync(() => root.unmount());
  closeAfterTest(unmount);
  function Probe({ place, effect }: { place: Place; effect: () => undefined | (() => void) }) {
    useWhileActive(place, effect);
    log.push('render');
    return null;
  }
  render = (place, effect) => flushSync(() => root.render(<Probe place={place} effect={effect} />));
});

const withoutRenders = () => log.filter((entry) => entry !== 'render');

test('the effect runs while the window is on screen, and nothing renders as it comes and goes', () => {
  const place = new Place(false);
  render(place, follow('SPY'));
  expect(log).toEqual(['render']);
  place.set(true);
  place.set(false);
  place.set(true);
  expect(log).toEqual(['render', 'follow SPY', 'release SPY', 'follow SPY']);
});

test('a change that leaves the window where it is does not start the effect again', () => {
  const place = new Place(true);
  render(place, follow('SPY'));
  place.set(true);
  expect(withoutRenders()).toEqual(['follow SPY']);
  place.set(false);
  place.set(false);
  expect(withoutRenders()).toEqual(['follow SPY', 'release SPY']);
});

test('another effect, another window and the end of the component each release what was followed', () => {
  const place = new Place(true);
  const spy = follow('SPY');
  render(place, spy);
  render(place, spy);
  expect(withoutRenders()).toEqual(['follow SPY']);
  render(place, follow('QQQ'));
  expect(withoutRenders()).toEqual(['follow SPY', 'release SPY', 'follow QQQ']);

  log = [];
  const iwm = follow('IWM');
  render(place, iwm);
  const hidden = new Place(false);
  render(hidden, iwm);
  expect(withoutRenders()).toEqual(['release QQQ', 'follow IWM', 'release IWM']);
  expect(place.listenerCount).toBe(0);

  hidden.set(true);
  unmount();
  expect(withoutRenders().slice(-2)).toEqual(['follow IWM', 'release IWM']);
  expect(hidden.listenerCount).toBe(0);
});

test('an effect that returns nothing needs no release', () => {
  const place = new Place(true);
  render(place, () => void log.push('once'));
  place.set(false);
  place.set(true);
  expect(withoutRenders()).toEqual(['once', 'once']);
});
