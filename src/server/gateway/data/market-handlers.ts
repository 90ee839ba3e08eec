import { newYorkDate, newYorkMinutes, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { Body } from '../../../protocol/index.ts';
import type { Bar, CandleType, MarketData } from '../../market/market-data.ts';
import type { DailyFigures } from '../../market/history/daily-figures.ts';
import type { GatewayDeps } from '../deps.ts';
import { barToWire, exchangeQuoteToWire, symbolInfoToWire, tradeToWire } from '../market-wire.ts';
import { DataRefusal, requireSymbol, type DataHandlers, type ItemsOf } from './handlers.ts';
import { withOptionInfo } from './option-wire.ts';

/** Prints in a time-and-sale answer. */
export const TIME_AND_SALE_PRINTS = 500;
/** Symbols looked at, or host time spent (ms), before other connections get their turn: a symbol nobody asked about today takes longest. */
const SYMBOLS_PER_TURN = 50;
const TURN_MS = 5;

const DAY_MS = 86_400_000;
/** Longest range of one request, days: keeps one question from costing everybody's time. */
const MAX_RANGE_DAYS: Readonly<Record<CandleType, number>> = {
  OneMinute: 400,
  FiveMinutes: 2_000,
  ThirtyMinutes: 8_000,
  Day: 200_000,
};

/** What is answered from the market alone. A long answer stops early, with what it has, when the signal says that nobody waits. */
export function createMarketHandlers(
  history: Pick<DailyFigures, 'known'>,
): DataHandlers<'symbolsInfo' | 'lookup' | 'chartCandles' | 'timeAndSale' | 'bbo'> {
  return {
    symbolsInfo: (body, { market, signal }) => symbolsInfo(body.Symbols, market, history, signal),
    lookup: (body, { market }) =>
      market
        .lookup(body.Query, body.MaxResults)
        .map((found) => ({ Symbol: found.symbol, Info: found.company, Exchange: found.exchange })),
    chartCandles: (body, { market }) => chartCandles(body, market),
    timeAndSale(body, { market }) {
      requireSymbol(market, body.Symbol);
      return market.timeAndSales(body.Symbol, TIME_AND_SALE_PRINTS).map(tradeToWire);
    },
    bbo(body, { market }) {
      requireSymbol(market, body.Symbol);
      return market.depth(body.Symbol).map(exchangeQuoteToWire);
    },
  };
}

async function symbolsInfo(
  symbols: readonly string[],
  market: GatewayDeps['market'],
  history: Pick<DailyFigures, 'known'>,
  signal: AbortSignal,
): Promise<ItemsOf<'symbolsInfo'>> {
  const items: ItemsOf<'symbolsInfo'> = [];
  let looked = 0;
  let turnStartMs = performance.now();
  for (const symbol of new Set(symbols)) {
    if (looked >= SYMBOLS_PER_TURN || performance.now() - turnStartMs >= TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      looked = 0;
      turnStartMs = performance.now();
    }
    if (signal.aborted) break;
    looked += 1;
    const instrument = market.instrument(symbol);
    const snapshot = instrument && market.snapshot(symbol);
    if (snapshot)
      items.push(
        withOptionInfo(symbolInfoToWire(instrument, snapshot, history.known(symbol)), market, snapshot),
      );
  }
  return items;
}

async function chartCandles(
  body: Body<'chartCandles'>,
  market: MarketData,
): Promise<ItemsOf<'chartCandles'>> {
  requireSymbol(market, body.Symbol);
  if (body.From >= body.To) return [];
  const toMs = Math.min(body.To, market.exchangeMs() + DAY_MS);
  if (toMs - body.From > MAX_RANGE_DAYS[body.CandleType] * DAY_MS) {
    throw new DataRefusal(
      `The range is too long for ${body.CandleType} candles; ask for at most ${MAX_RANGE_DAYS[body.CandleType]} days at a time.`,
    );
  }
  const bars = body.From >= toMs ? [] : await market.bars(body.Symbol, body.CandleType, body.From, toMs);
  const kept =
    body.ExcludePrePostMarket && body.CandleType !== 'Day' ? bars.filter(isInRegularSession) : bars;
  return kept.map(barToWire);
}

const OPEN_MINUTES = 9 * 60 + 30;
const CLOSE_MINUTES = 16 * 60;

/** A simulated market also trades on days without an exchange session: those count as ordinary days. */
function isInRegularSession(bar: Bar): boolean {
  const session = sessionOn(newYorkDate(bar.timeMs));
  if (session) return bar.timeMs >= session.openMs && bar.timeMs < session.closeMs;
  const minutes = newYorkMinutes(bar.timeMs);
  return minutes >= OPEN_MINUTES && minutes < CLOSE_MINUTES;
}
