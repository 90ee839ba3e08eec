import type { MarketAdapter } from '../market-adapter.ts';

/** The address is all that this market needs. */
export type FeedSettings = Readonly<Record<never, never>>;

/** Prices from a WebSocket server that speaks the protocol of `docs/adapters/feed.md`. */
export const FEED_ADAPTER: MarketAdapter<FeedSettings> = {
  title: 'JSON feed',
  argument: '<url>',
  settings: {},
  capabilities: {
    bars: ['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day'],
    hasTrades: true,
    hasQuotes: true,
    hasDepth: false,
    options: 'modelled',
    history: 'as far as the feed has it',
    hasSpeed: false,
    requestsPerMinute: null,
  },
  // Without path and query: they may contain a token.
  nameOf: (argument) => `feed at ${addressOf(argument)?.host ?? 'a wrong address'}`,
  async open({ argument }, { nowMs, wallMs, note }) {
    const address = addressOf(argument);
    if (address === undefined)
      throw new Error(
        'The address of the feed cannot be read; set TAPEDECK_MARKET to feed: and an address that begins with ws:// or wss://, such as feed:ws://127.0.0.1:4701.',
      );
    const { openFeedMarket } = await import('./feed-market.ts');
    return openFeedMarket({
      url: address.href,
      host: address.host,
      nowMs,
      wallMs,
      note: (line) => note(line, 'problem'),
    });
  },
};

function addressOf(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && ['ws:', 'wss:'].includes(url.protocol) && url.hash === '' ? url : undefined;
}
