import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HttpApi } from '../client/connection/http-api.ts';
import type { SettingsStoreCore } from '../client/settings/settings-types.ts';
import { createSettingsStore } from '../client/settings/settings-store.ts';
import { createManualClock } from '../client/testing/manual-clock.ts';
import { followSettings } from './theme.ts';

let dataset: Record<string, string>;
let settings: SettingsStoreCore;
let echo: string | null;
let page: EventTarget;
let stop: () => void;

beforeEach(async () => {
  dataset = {};
  echo = null;
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('localStorage', {
    setItem: (_key: string, text: string) => {
      echo = text;
    },
  });
  // The two calls that the store makes.
  const api = {
    call: async (name: string) =>
      name === 'loadSettings'
        ? {
            Settings: '{"Density":"compact"}',
            Workspace: null,
            Page: null,
            DefaultAccount: null,
            TradingApi: null,
            TradingApiData: null,
            Revision: 1,
          }
        : { Ok: true, Revision: 2 },
  } as unknown as HttpApi;
  settings = createSettingsStore({
    api,
    clock: createManualClock(),
    user: () => ({ token: 'token', userId: 'ann', isDemo: false }),
  });
  stop = followSettings(settings);
  await settings.load();
});
afterEach(() => vi.unstubAllGlobals());

const echoed = () => JSON.parse(echo ?? '{}') as unknown;

test('a previewed theme applies to the document and to open help pages, and not to the next page', async () => {
  const [compact, dark] = [
    { theme: 'light', density: 'compact', palette: 'classic' },
    { theme: 'dark', density: 'compact', palette: 'classic' },
  ];
  expect([dataset, echoed()]).toEqual([compact, compact]);
  settings.preview({ theme: 'dark' });
  expect([dataset, echoed()]).toEqual([dark, dark]);
  page.dispatchEvent(new Event('pagehide'));
  expect([dataset, echoed()]).toEqual([dark, compact]);
  await settings.save();
  page.dispatchEvent(new Event('pagehide'));
  expect(echoed()).toEqual(dark);
});

test('a page on which nobody has signed in leaves the echo of the one before', () => {
  settings.reset();
  stop();
  echo = 'of the page before';
  stop = followSettings(settings);
  page.dispatchEvent(new Event('pagehide'));
  expect(echo).toBe('of the page before');
});
