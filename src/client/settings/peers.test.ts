import { afterEach, expect, test, vi } from 'vitest';
import { browserPeers, followPeers } from './peers.ts';
import { until } from '../../../tests/support/until.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('pages of one origin receive the revisions that the others publish, not their own', async () => {
  vi.stubGlobal('document', {});
  const [first, second] = [browserPeers(), browserPeers()];
  const received: unknown[] = [];
  first.onPublished((revision) => received.push(['first', revision]));
  const stop = second.onPublished((revision) => received.push(['second', revision]));
  first.publish(7);
  await until(() => expect(received).toEqual([['second', 7]]));
  stop();
  second.publish(8);
  await until(() =>
    expect(received).toEqual([
      ['second', 7],
      ['first', 8],
    ]),
  );
  first.dispose();
  second.dispose();
});

test('outside a browser there is nobody to notify', () => {
  expect(() => {
    const peers = browserPeers();
    peers.publish(1);
    peers.onPublished(() => {})();
    peers.dispose();
  }).not.toThrow();
});

/** Peers whose messages the test sends, and settings that count how often they are refreshed. */
function followed() {
  const settings: { loaded: number | null; refreshes: number } = { loaded: null, refreshes: 0 };
  let send: (revision: number) => void = () => {};
  const { catchUp, stop } = followPeers(
    {
      onPublished(listener) {
        send = listener;
        return () => (send = () => {});
      },
    },
    {
      revision: () => settings.loaded,
      refresh() {
        settings.refreshes += 1;
        return Promise.resolve();
      },
    },
  );
  return { settings, catchUp, stop, send: (revision: number) => send(revision) };
}

test('what another page stores while this one is loading is taken over once it has loaded', () => {
  const { settings, catchUp, send } = followed();
  send(8);
  expect(settings.refreshes).toBe(0);
  settings.loaded = 7;
  catchUp();
  expect(settings.refreshes).toBe(1);
});

test('a page that loaded the newest revision does not load it again, and one that could not load does not try again', () => {
  const { settings, catchUp, stop, send } = followed();
  send(8);
  catchUp();
  settings.loaded = 8;
  catchUp();
  send(7);
  expect(settings.refreshes).toBe(0);
  send(9);
  expect(settings.refreshes).toBe(1);
  stop();
  send(10);
  expect(settings.refreshes).toBe(1);
});
