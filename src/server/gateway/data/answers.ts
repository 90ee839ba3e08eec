import { assertNever } from '../../../domain/assert/assert.ts';
import { newYorkDate, newYorkMinutes, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { Body, Message } from '../../../protocol/index.ts';
import type { Bar, CandleType, MarketData } from '../../market/market-data.ts';
import { barToWire, exchangeQuoteToWire, symbolInfoToWire, tradeToWire } from '../market-wire.ts';

export type CollectionRequest = Extract<Message<'data', 'toServer'>, { name: 'symbolsInfo' | 'lookup' | 'chartCandles' | 'timeAndSale' | 'bbo' }>;

type AnswerName = 'symbolsInfoAnswer' | 'lookupAnswer' | 'chartCandlesAnswer' | 'timeAndSaleAnswer' | 'bboAnswer';
/** A whole answer before it is cut into chunks. */
export type Answered = { [Name in AnswerName]: { readonly name: Name; readonly id: number } & ({ readonly ok: true; readonly items: Body<Name>['Items'] } | { readonly ok: false; readonly error: string }) }[AnswerName];

/** Prints in a time-and-sale answer. */
export const TIME_AND_SALE_PRINTS = 500;
/** Symbols looked at, or host time spent (ms), before other connections get their turn: a symbol nobody asked about today takes longest. */
const SYMBOLS_PER_TURN = 50;
const TURN_MS = 5;

const DAY_MS = 86_400_000;
/** Longest range of one request, days: keeps one question from costing everybody's time. */
const MAX_RANGE_DAYS: Readonly<Record<CandleType, number>> = { OneMinute: 400, FiveMinutes: 2_000, ThirtyMinutes: 8_000, Day: 200_000 };

const SYMBOL_NOT_FOUND = 'Symbol not found';

/** Answers one question from the market. Stops early, with what it has, when the signal says that nobody waits. */
export async function answerRequest(request: CollectionRequest, market: MarketData, signal: AbortSignal): Promise<Answered> {
  const id = request.body.Id;
  switch (request.name) {
    case 'symbolsInfo':
      return { name: 'symbolsInfoAnswer', id, ok: true, items: await symbolsInfo(request.body.Symbols, market, signal) };
    case 'lookup':
      return {
        name: 'lookupAnswer', id, ok: true,
        items: market.lookup(request.body.Query, request.body.MaxResults).map((found) => ({ Symbol: found.symbol, Info: found.company, Exchange: found.exchange })),
      };
    case 'chartCandles':
      return chartCandles(request.body, market);
    case 'timeAndSale':
      if (!market.instrument(request.body.Symbol)) return { name: 'timeAndSaleAnswer', id, ok: false, error: SYMBOL_NOT_FOUND };
      return { name: 'timeAndSaleAnswer', id, ok: true, items: market.timeAndSales(request.body.Symbol, TIME_AND_SALE_PRINTS).map(tradeToWire) };
    case 'bbo':
      if (!market.instrument(request.body.Symbol)) return { name: 'bboAnswer', id, ok: false, error: SYMBOL_NOT_FOUND };
      return { name: 'bboAnswer', id, ok: true, items: market.depth(request.body.Symbol).map(exchangeQuoteToWire) };
    default:
      return assertNever(request);
  }
}

async function symbolsInfo(symbols: readonly string[], market: MarketData, signal: AbortSignal): Promise<Body<'symbolsInfoAnswer'>['Items']> {
  const items: Body<'symbolsInfoAnswer'>['Items'] = [];
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
    if (snapshot) items.push(symbolInfoToWire(instrument, snapshot));
  }
  return items;
}

async function chartCandles(body: Body<'chartCandles'>, market: MarketData): Promise<Answered> {
  const answer = { name: 'chartCandlesAnswer', id: body.Id } as const;
  if (!market.instrument(body.Symbol)) return { ...answer, ok: false, error: SYMBOL_NOT_FOUND };
  if (body.From >= body.To) return { ...answer, ok: true, items: [] };
  const toMs = Math.min(body.To, market.exchangeMs() + DAY_MS);
  if (toMs - body.From > MAX_RANGE_DAYS[body.CandleType] * DAY_MS) {
    return { ...answer, ok: false, error: `The range is too long for ${body.CandleType} candles; ask for at most ${MAX_RANGE_DAYS[body.CandleType]} days at a time.` };
  }
  const bars = body.From >= toMs ? [] : await market.bars(body.Symbol, body.CandleType, body.From, toMs);
  const kept = body.ExcludePrePostMarket && body.CandleType !== 'Day' ? bars.filter(isInRegularSession) : bars;
  return { ...answer, ok: true, items: kept.map(barToWire) };
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
