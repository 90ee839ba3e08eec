import { describe, expect, test } from 'vitest';
import { sessionName, sessionWords } from './session-words.ts';

// Local times, as they are shown.
const session = {
  id: 'x',
  isThis: false,
  isConnected: false,
  signedInMs: new Date(2026, 10, 21, 9, 5).getTime(),
  lastSeenMs: new Date(2026, 10, 22, 0, 30).getTime(),
  address: '192.0.2.1',
  browser: 'Firefox on Linux',
};

describe('a session in words', () => {
  test.each([
    ['one that was left', {}, 'Last seen Nov 22, 00:30 · signed in Nov 21, 09:05 · 192.0.2.1'],
    [
      'one with an open connection',
      { isConnected: true },
      'Active now · signed in Nov 21, 09:05 · 192.0.2.1',
    ],
    [
      'the present one',
      { isConnected: true, isThis: true },
      'This session · signed in Nov 21, 09:05 · 192.0.2.1',
    ],
    [
      'one of which it was not kept from where',
      { address: '' },
      'Last seen Nov 22, 00:30 · signed in Nov 21, 09:05 · address unknown',
    ],
  ])('%s', (_name, change, words) => {
    expect(sessionWords({ ...session, ...change })).toBe(words);
  });

  test('is told from others of the same browser by when it was signed in', () => {
    expect(sessionName(session)).toBe('Firefox on Linux, signed in Nov 21, 09:05');
  });
});
