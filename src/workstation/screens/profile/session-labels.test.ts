import { describe, expect, test } from 'vitest';
import { sessionLabel, sessionName } from './session-labels.ts';

// Times are local, as on the page.
const session = {
  id: 'x',
  isThis: false,
  isConnected: false,
  signedInMs: new Date(2026, 10, 21, 9, 5).getTime(),
  lastSeenMs: new Date(2026, 10, 22, 0, 30).getTime(),
  address: '192.0.2.1',
  browser: 'Firefox on Linux',
};

describe('the label of a session', () => {
  test.each([
    [
      'shows when a disconnected session was last seen',
      {},
      'Last seen Nov 22, 00:30 · signed in Nov 21, 09:05 · 192.0.2.1',
    ],
    [
      'shows that a connected session is active now',
      { isConnected: true },
      'Active now · signed in Nov 21, 09:05 · 192.0.2.1',
    ],
    [
      'shows which session is the present one',
      { isConnected: true, isThis: true },
      'This session · signed in Nov 21, 09:05 · 192.0.2.1',
    ],
    [
      'says so when the address is unknown',
      { address: '' },
      'Last seen Nov 22, 00:30 · signed in Nov 21, 09:05 · address unknown',
    ],
  ])('%s', (_name, change, label) => {
    expect(sessionLabel({ ...session, ...change })).toBe(label);
  });

  test('the name of a session contains its browser and its sign-in time', () => {
    expect(sessionName(session)).toBe('Firefox on Linux, signed in Nov 21, 09:05');
  });
});
