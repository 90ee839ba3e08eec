import type { Bar, CandleType, Urgency } from '../market-data.ts';
import { barsFromWire } from './from-wire.ts';
import type { AlpacaRest } from './rest-client.ts';
import type { AlpacaSettings } from './settings.ts';
import {
  ACTIVES_FIELD,
  activesAnswer,
  assetsAnswer,
  barsPage,
  snapshotsAnswer,
  tradesPage,
  type WireAsset,
  type WireBar,
  type WireSnapshot,
  type WireTrade,
} from './wire.ts';

const TIMEFRAMES: Readonly<Record<CandleType, string>> = {
  OneMinute: '1Min',
  FiveMinutes: '5Min',
  ThirtyMinutes: '30Min',
  Day: '1Day',
};
/** Points in one answer: the most that Alpaca allows. */
const PAGE_POINTS = 10_000;
/** Symbols that Alpaca lists by activity. */
const MAX_ACTIVES = 100;

/** The queries that the market makes of Alpaca's REST hosts. */
export class AlpacaSource {
  readonly #rest: Pick<AlpacaRest, 'get' | 'pages'>;
  readonly #feed: AlpacaSettings['feed'];

  constructor(rest: Pick<AlpacaRest, 'get' | 'pages'>, { feed }: Pick<AlpacaSettings, 'feed'>) {
    this.#rest = rest;
    this.#feed = feed;
  }

  /** Bars that start in [fromMs, toMs), ascending, adjusted for splits. */
  async bars(
    symbol: string,
    candle: CandleType,
    fromMs: number,
    toMs: number,
    urgency: Urgency,
  ): Promise<Bar[]> {
    if (fromMs >= toMs) return [];
    const found: WireBar[] = [];
    const pages = this.#rest.pages({
      host: 'data',
      path: '/v2/stocks/bars',
      query: {
        ...this.#range([symbol], fromMs, toMs - 1),
        timeframe: TIMEFRAMES[candle],
        adjustment: 'split',
        sort: 'asc',
      },
      schema: barsPage,
      urgency,
    });
    for await (const page of pages) found.push(...(page.bars?.[symbol] ?? []));
    return barsFromWire(found).filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
  }

  /** Trades from a time on, ascending by symbol; at most `maxPages` pages, so that a long gap does not use up the limit. */
  async tradesSince(
    symbols: readonly string[],
    fromMs: number,
    toMs: number,
    maxPages: number,
  ): Promise<Map<string, WireTrade[]>> {
    const found = new Map<string, WireTrade[]>();
    let pageCount = 0;
    const pages = this.#rest.pages({
      host: 'data',
      path: '/v2/stocks/trades',
      query: { ...this.#range(symbols, fromMs, toMs), sort: 'asc' },
      schema: tradesPage,
      urgency: 'visible',
    });
    for await (const page of pages) {
      for (const [symbol, trades] of Object.entries(page.trades ?? {}))
        found.set(symbol, [...(found.get(symbol) ?? []), ...(trades ?? [])]);
      pageCount += 1;
      if (pageCount >= maxPages) break;
    }
    return found;
  }

  /** The latest trades of a symbol since a time, at most `limit`. */
  async latestTrades(symbol: string, fromMs: number, limit: number): Promise<readonly WireTrade[]> {
    const page = await this.#rest.get({
      host: 'data',
      path: '/v2/stocks/trades',
      query: { ...this.#range([symbol], fromMs, undefined), limit, sort: 'desc' },
      schema: tradesPage,
      urgency: 'visible',
    });
    return page.trades?.[symbol] ?? [];
  }

  /** The present state of symbols. Those that Alpaca has no data of are missing. */
  async snapshots(symbols: readonly string[], urgency: Urgency): Promise<Map<string, WireSnapshot>> {
    const answer = await this.#rest.get({
      host: 'data',
      path: '/v2/stocks/snapshots',
      query: { symbols: symbols.join(','), feed: this.#feed },
      schema: snapshotsAnswer,
      urgency,
    });
    const found = new Map<string, WireSnapshot>();
    for (const [symbol, snapshot] of Object.entries(answer)) if (snapshot) found.set(symbol, snapshot);
    return found;
  }

  /** The active stocks and funds. */
  async assets(): Promise<WireAsset[]> {
    return this.#rest.get({
      host: 'trading',
      path: '/v2/assets',
      query: { status: 'active', asset_class: 'us_equity' },
      schema: assetsAnswer,
      urgency: 'visible',
    });
  }

  /** The symbols of which most shares were traded today, or in the last session. */
  async activeSymbols(): Promise<string[]> {
    const answer = await this.#rest.get({
      host: 'data',
      path: '/v1beta1/screener/stocks/most-actives',
      query: { by: 'volume', top: MAX_ACTIVES },
      schema: activesAnswer,
      urgency: 'visible',
    });
    return answer[ACTIVES_FIELD].map(({ symbol }) => symbol);
  }

  /** Both ends are included. */
  #range(
    symbols: readonly string[],
    fromMs: number,
    toMs: number | undefined,
  ): Record<string, string | number | undefined> {
    return {
      symbols: symbols.join(','),
      start: new Date(fromMs).toISOString(),
      end: toMs === undefined ? undefined : new Date(toMs).toISOString(),
      limit: PAGE_POINTS,
      feed: this.#feed,
    };
  }
}
