import type { HistoricalFigures } from '../../../domain/bars/historical-figures.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Body } from '../../../protocol/index.ts';
import type { Bar, ExchangeQuote, Instrument, Quote, Snapshot, Trade } from '../../market/market-data.ts';

// Market data in the form of the wire: dollars instead of 1/10,000 dollar.

/** A trade as the streaming socket sends it. */
export function tradeToWire(trade: Trade): Body<'trade'> {
  return {
    S: trade.symbol,
    P: fromE4(trade.priceE4),
    V: trade.size,
    TV: trade.totalVolume,
    X: trade.exchange,
    TS: trade.timeMs,
  };
}

/** The national best bid and offer as the streaming socket sends them. */
export function quoteToWire(quote: Quote): Body<'quote'> {
  return {
    S: quote.symbol,
    B: fromE4(quote.bidE4),
    BS: quote.bidSize,
    BE: quote.bidExchange,
    A: fromE4(quote.askE4),
    AS: quote.askSize,
    AE: quote.askExchange,
    TS: quote.timeMs,
  };
}

/**
 * The last price as a trade of no exchange, for clients whose subscription begins. Its time is the snapshot's: the price holds
 * then, and was printed earlier. Undefined while no price is known.
 */
export function lastTradeToWire(snapshot: Snapshot): Body<'trade'> | undefined {
  if (snapshot.lastE4 === 0) return undefined;
  return {
    S: snapshot.symbol,
    P: fromE4(snapshot.lastE4),
    V: snapshot.lastSize,
    TV: snapshot.volume,
    X: '',
    TS: snapshot.timeMs,
  };
}

/** A bar as the answer to chartCandles has it. */
export function barToWire(bar: Bar): Body<'chartCandlesAnswer'>['Items'][number] {
  return {
    TS: bar.timeMs,
    O: fromE4(bar.openE4),
    H: fromE4(bar.highE4),
    L: fromE4(bar.lowE4),
    C: fromE4(bar.closeE4),
    V: bar.volume,
  };
}

/** The quote of one exchange as the answer to bbo has it. */
export function exchangeQuoteToWire(quote: ExchangeQuote): Body<'bboAnswer'>['Items'][number] {
  return {
    Exchange: quote.exchange,
    Bid: fromE4(quote.bidE4),
    BidSize: quote.bidSize,
    Ask: fromE4(quote.askE4),
    AskSize: quote.askSize,
  };
}

/** A changed quote of one exchange as the streaming socket sends it; `timeMs` is exchange time. */
export function exchangeQuoteChangeToWire(
  symbol: string,
  quote: ExchangeQuote,
  timeMs: number,
): Body<'exchangeQuote'> {
  return {
    S: symbol,
    X: quote.exchange,
    B: fromE4(quote.bidE4),
    BS: quote.bidSize,
    A: fromE4(quote.askE4),
    AS: quote.askSize,
    TS: timeMs,
  };
}

/** Whether a symbol trades, as the streaming socket sends it; `timeMs` is exchange time, an empty reason is left out, and so is `knownFromMs` when it is null. */
export const tradingStatusToWire = (
  symbol: string,
  isHalted: boolean,
  timeMs: number,
  reason: string,
  knownFromMs: number | null = null,
): Body<'tradingStatus'> => ({
  Symbol: symbol,
  Status: isHalted ? 'Halted' : 'Trading',
  TS: timeMs,
  ...(reason === '' ? {} : { Reason: reason }),
  ...(knownFromMs === null ? {} : { KnownFrom: knownFromMs }),
});

/** `averages`: of the daily history, when they are known. */
export function symbolInfoToWire(
  instrument: Instrument,
  snapshot: Snapshot,
  averages?: Pick<HistoricalFigures, 'ADV' | 'ADTR'>,
): Body<'symbolsInfoAnswer'>['Items'][number] {
  return {
    Symbol: instrument.symbol,
    Prices: {
      Last: fromE4(snapshot.lastE4),
      LastSize: snapshot.lastSize,
      Open: fromE4(snapshot.openE4),
      High: fromE4(snapshot.highE4),
      Low: fromE4(snapshot.lowE4),
      PreviousClose: fromE4(snapshot.previousCloseE4),
      Volume: snapshot.volume,
      PreviousVolume: snapshot.previousVolume,
      Bid: fromE4(snapshot.bidE4),
      BidSize: snapshot.bidSize,
      Ask: fromE4(snapshot.askE4),
      AskSize: snapshot.askSize,
      VWAP: fromE4(snapshot.vwapE4),
      Tick: snapshot.tick,
      Timestamp: snapshot.timeMs,
    },
    Fundamentals: {
      Company: instrument.company,
      Exchange: instrument.exchange,
      Currency: instrument.currency,
      IsEtf: instrument.isEtf,
      Shortable: instrument.shortable,
      Sector: instrument.sector,
      Industry: instrument.industry,
      SharesOutstanding: instrument.sharesOutstanding,
      ShortInterest: instrument.shortInterest,
      Dividend: instrument.dividend,
      EPS: instrument.eps,
      YearHigh: fromE4(snapshot.yearHighE4),
      YearLow: fromE4(snapshot.yearLowE4),
      ...(snapshot.yearSinceMs !== undefined && { YearSince: snapshot.yearSinceMs }),
      ADV: averages?.ADV ?? null,
      ADTR: averages?.ADTR ?? null,
    },
  };
}
