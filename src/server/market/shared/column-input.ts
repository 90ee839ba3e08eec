import type { HistoricalFigures } from '../../../domain/bars/historical-figures.ts';
import type { ColumnInput } from '../../../domain/columns/index.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Instrument, Quote, Snapshot } from '../market-data.ts';

/** The market's facts of a symbol as the columns of a grid take them. */
export function columnInputOf(
  instrument: Instrument,
  snapshot: Snapshot,
  quote: Quote | undefined,
  historical: HistoricalFigures | null = null,
): ColumnInput {
  return {
    symbol: instrument.symbol,
    company: instrument.company,
    exchange: instrument.exchange,
    currency: instrument.currency,
    sector: instrument.sector,
    industry: instrument.industry,
    sharesOutstanding: instrument.sharesOutstanding,
    shortInterest: instrument.shortInterest,
    dividend: instrument.dividend,
    eps: instrument.eps,
    yearHigh: fromE4(snapshot.yearHighE4),
    yearLow: fromE4(snapshot.yearLowE4),
    yearSinceMs: snapshot.yearSinceMs,
    last: fromE4(snapshot.lastE4),
    lastSize: snapshot.lastSize,
    open: fromE4(snapshot.openE4),
    high: fromE4(snapshot.highE4),
    low: fromE4(snapshot.lowE4),
    previousClose: fromE4(snapshot.previousCloseE4),
    volume: snapshot.volume,
    previousVolume: snapshot.previousVolume,
    vwap: fromE4(snapshot.vwapE4),
    tick: snapshot.tick,
    bid: fromE4(snapshot.bidE4),
    bidSize: snapshot.bidSize,
    bidExchange: quote?.bidExchange ?? '',
    ask: fromE4(snapshot.askE4),
    askSize: snapshot.askSize,
    askExchange: quote?.askExchange ?? '',
    timeMs: snapshot.timeMs,
    historical,
  };
}
