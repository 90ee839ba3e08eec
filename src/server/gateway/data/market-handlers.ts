import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { dateOfDay, dayNumber } from '../../../domain/calendar/new-york-time.ts';
import { isInRegularHours } from '../../../domain/calendar/regular-hours.ts';
import { newYorkDate, newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { Body, ItemsOf } from '../../../protocol/index.ts';
import type { Bar, CandleType } from '../../market/market-data.ts';
import type { DailyFigures } from '../../market/history/daily-figures.ts';
import { symbolActionToWire } from '../translate/corporate-actions.ts';
import { barToWire, exchangeQuoteToWire, symbolInfoToWire, tradeToWire } from '../translate/market.ts';
import { SLICE_MS } from '../../fair-turns.ts';
import { DataRefusal, requireSymbol, type DataCall, type DataHandlers } from './handlers.ts';
import { withOptionInfo } from '../translate/options.ts';

/** Prints in a time-and-sale answer. */
const TIME_AND_SALE_PRINTS = 500;

/** Longest range of one request, days, so that one request cannot occupy the server. */
const MAX_RANGE_DAYS: Readonly<Record<CandleType, number>> = {
  OneMinute: 400,
  FiveMinutes: 2_000,
  ThirtyMinutes: 8_000,
  Day: 200_000,
};

/** Days of the first part of an answer; later parts follow the time that it took. */
const FIRST_DAYS: Readonly<Record<CandleType, number>> = {
  OneMinute: 4,
  FiveMinutes: 8,
  ThirtyMinutes: 16,
  Day: 256,
};
const MAX_DAYS_AT_ONCE = 8_192;

/** Requests that the market alone can answer. A long answer stops early, with the items so far, when the signal is aborted. */
export function createMarketHandlers(
  history: Pick<DailyFigures, 'known'>,
): DataHandlers<'symbolsInfo' | 'lookup' | 'chartCandles' | 'symbolActions' | 'timeAndSale' | 'bbo'> {
  return {
    symbolsInfo: (body, call) => symbolsInfo(body.Symbols, history, call),
    lookup: (body, { market }) =>
      market
        .lookup(body.Query, body.MaxResults)
        .map((found) => ({ Symbol: found.symbol, Info: found.company, Exchange: found.exchange })),
    chartCandles,
    symbolActions(body, { market }) {
      requireSymbol(market, body.Symbol);
      const actions = market.corporateActions?.('', market.sessionDay().date) ?? [];
      return actions.filter((action) => action.symbol === body.Symbol).map(symbolActionToWire);
    },
    async timeAndSale(body, { market }) {
      requireSymbol(market, body.Symbol);
      await market.ready?.([body.Symbol], 'prints');
      return market.timeAndSales(body.Symbol, TIME_AND_SALE_PRINTS).map(tradeToWire);
    },
    async bbo(body, { market }) {
      requireSymbol(market, body.Symbol);
      await market.ready?.([body.Symbol], 'prices');
      return market.depth(body.Symbol).map(exchangeQuoteToWire);
    },
  };
}

async function symbolsInfo(
  symbols: readonly string[],
  history: Pick<DailyFigures, 'known'>,
  { market, signal, pace }: DataCall,
): Promise<ItemsOf<'symbolsInfo'>> {
  const items: ItemsOf<'symbolsInfo'> = [];
  await market.ready?.(symbols, 'prices');
  for (const symbol of new Set(symbols)) {
    await pace();
    if (signal.aborted) break;
    const instrument = market.instrument(symbol);
    const snapshot = instrument && market.snapshot(symbol);
    if (snapshot)
      items.push(
        withOptionInfo(symbolInfoToWire(instrument, snapshot, history.known(symbol)), market, snapshot),
      );
  }
  return items;
}

function chartCandles(
  body: Body<'chartCandles'>,
  { market, signal, pace }: DataCall,
): ItemsOf<'chartCandles'> | AsyncIterable<ItemsOf<'chartCandles'>> {
  requireSymbol(market, body.Symbol);
  const toMs = Math.min(body.To, market.exchangeMs() + DAY_MS);
  if (body.From >= toMs) return [];
  if (toMs - body.From > MAX_RANGE_DAYS[body.CandleType] * DAY_MS) {
    throw new DataRefusal(
      `The range is too long for ${body.CandleType} candles; request at most ${MAX_RANGE_DAYS[body.CandleType]} days at a time.`,
    );
  }
  const isKept =
    body.ExcludePrePostMarket && body.CandleType !== 'Day'
      ? (bar: Bar): boolean => isInRegularHours(bar.timeMs)
      : (): boolean => true;
  const { Symbol: symbol, CandleType: candle } = body;
  const raw = body.Unadjusted === true ? market.rawBars?.bind(market) : undefined;
  return candleParts(
    (fromMs, endMs) =>
      raw ? raw(symbol, candle, fromMs, endMs) : market.bars(symbol, candle, fromMs, endMs),
    { fromMs: body.From, toMs, daysAtOnce: FIRST_DAYS[body.CandleType] },
    { signal, pace },
    isKept,
  );
}

/** Reads as many days at a time as fit into a slice. Parts begin at New York midnights, so no bar is cut in two. */
async function* candleParts(
  read: (fromMs: number, toMs: number) => Promise<readonly Bar[]>,
  range: { readonly fromMs: number; readonly toMs: number; readonly daysAtOnce: number },
  { signal, pace }: Pick<DataCall, 'signal' | 'pace'>,
  isKept: (bar: Bar) => boolean,
): AsyncGenerator<ItemsOf<'chartCandles'>> {
  let days = range.daysAtOnce;
  for (let fromMs = range.fromMs; fromMs < range.toMs;) {
    await pace();
    if (signal.aborted) return;
    const endDay = dayNumber(newYorkDate(fromMs)) + days;
    const toMs = Math.min(range.toMs, newYorkMs(dateOfDay(endDay), 0));
    const startedMs = performance.now();
    const bars = await read(fromMs, toMs);
    yield bars.filter(isKept).map(barToWire);
    const tookMs = performance.now() - startedMs;
    if (tookMs > SLICE_MS) days = Math.max(1, Math.floor(days / 2));
    else if (tookMs < SLICE_MS / 4) days = Math.min(days * 2, MAX_DAYS_AT_ONCE);
    fromMs = toMs;
  }
}
