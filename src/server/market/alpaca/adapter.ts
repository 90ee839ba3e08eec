import type { MarketAdapter, MarketSetting } from '../market-adapter.ts';
import type { AlpacaSettings } from './settings.ts';

const MAX_REQUESTS = 10_000;

/** Live prices of US stocks and funds from Alpaca. */
export const ALPACA_ADAPTER: MarketAdapter<AlpacaSettings> = {
  title: 'Alpaca',
  argument: null,
  settings: {
    key: secretSetting('TAPEDECK_ALPACA_KEY'),
    secret: secretSetting('TAPEDECK_ALPACA_SECRET'),
    feed: choiceSetting('TAPEDECK_ALPACA_FEED', ['iex', 'sip']),
    dataUrl: addressSetting('TAPEDECK_ALPACA_DATA_URL', 'https://data.alpaca.markets', ['https:', 'http:']),
    tradingUrl: addressSetting('TAPEDECK_ALPACA_TRADING_URL', 'https://paper-api.alpaca.markets', [
      'https:',
      'http:',
    ]),
    streamUrl: addressSetting('TAPEDECK_ALPACA_STREAM_URL', 'wss://stream.data.alpaca.markets', [
      'wss:',
      'ws:',
    ]),
    requestsPerMinute: {
      variable: 'TAPEDECK_ALPACA_REQUESTS',
      fallback: 200,
      expectation: `a whole number of requests a minute from 10 to ${MAX_REQUESTS}`,
      parse: parseRequests,
    },
    quoteSizes: choiceSetting('TAPEDECK_ALPACA_QUOTE_SIZES', ['shares', 'lots']),
  },
  capabilities: {
    bars: ['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day'],
    hasTrades: true,
    hasQuotes: true,
    hasDepth: false,
    options: 'modelled',
    history: 'since 2016',
    hasSpeed: false,
    requestsPerMinute: 200,
  },
  nameOf: () => 'Alpaca',
  async open({ settings }, { folder, nowMs, wallMs, note }) {
    if (settings.key === '' || settings.secret === '')
      throw new Error(
        'The market of Alpaca needs a key: set TAPEDECK_ALPACA_KEY and TAPEDECK_ALPACA_SECRET, or TAPEDECK_ALPACA_KEY_FILE and TAPEDECK_ALPACA_SECRET_FILE.',
      );
    const { createAlpacaMarket } = await import('./alpaca-market.ts');
    return createAlpacaMarket({ settings, folder, nowMs, wallMs, note: (line) => note(line, 'problem') });
  },
};

function secretSetting(variable: string): MarketSetting<string> {
  return {
    variable,
    fallback: '',
    expectation: 'a text of letters, digits and signs without spaces',
    parse: (text) => (/^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined),
  };
}

/** The first value is the fallback. */
function choiceSetting<Value extends string>(
  variable: string,
  values: readonly [Value, ...Value[]],
): MarketSetting<Value> {
  return {
    variable,
    fallback: values[0],
    expectation: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text),
  };
}

function addressSetting(
  variable: string,
  fallback: string,
  protocols: readonly string[],
): MarketSetting<string> {
  return {
    variable,
    fallback,
    expectation: `an address such as ${fallback}`,
    parse: (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined),
  };
}

function parseRequests(text: string): number | undefined {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= 10 && value <= MAX_REQUESTS ? value : undefined;
}
