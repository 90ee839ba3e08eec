import { expect, it } from 'vitest';
import { FEED_ADAPTER } from './adapter.ts';

it('names the feed without what may be a token', () => {
  expect(FEED_ADAPTER.nameOf('wss://user:pass@feed.example.com/v1?token=secret')).toBe(
    'feed at feed.example.com',
  );
});

it.each(['http://feed.example.com', 'feed.example.com', 'ws://feed.example.com/#v1'])(
  'refuses the address %s with what to set',
  async (argument) => {
    const host = {
      ...{ seed: 1, nowMs: Date.now, wallMs: Date.now, folder: '', preparesAhead: false, note: () => {} },
      system: { get: async () => undefined, set: async () => {} },
    };
    await expect(FEED_ADAPTER.open({ argument, settings: {} }, host)).rejects.toThrow(
      'The address of the feed cannot be read; set TAPEDECK_MARKET to feed: and an address',
    );
  },
);
