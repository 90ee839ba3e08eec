import { afterEach, expect, test, vi } from 'vitest';
import { browserPeers } from './peers.ts';
import { until } from '../../../tests/support/until.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('pages of one origin hear what the others have stored, not what they have stored themselves', async () => {
  vi.stubGlobal('document', {});
  const [one, other] = [browserPeers(), browserPeers()];
  const heard: unknown[] = [];
  one.onTold((revision) => heard.push(['one', revision]));
  const stop = other.onTold((revision) => heard.push(['other', revision]));
  one.tell(7);
  await until(() => expect(heard).toEqual([['other', 7]]));
  stop();
  other.tell(8);
  await until(() =>
    expect(heard).toEqual([
      ['other', 7],
      ['one', 8],
    ]),
  );
  one.dispose();
  other.dispose();
});

test('outside a browser there is nobody to tell', () => {
  expect(() => {
    const peers = browserPeers();
    peers.tell(1);
    peers.onTold(() => {})();
    peers.dispose();
  }).not.toThrow();
});
