import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../domain/calendar/durations.ts';
import { newYorkDate } from '../../domain/calendar/us-equity.ts';
import { csvText } from '../../domain/csv/csv.ts';
import { fromE4, type PriceE4 } from '../../domain/money/price.ts';
import type { Instrument, MarketData, Quote, Trade } from '../market/market-data.ts';
import { TickFile } from './tick-file.ts';

/** Days of daily bars before the recorded one, for charts and the figures of 52 weeks. */
const HISTORY_DAYS = 400;

const TRADE_HEADER = ['Timestamp', 'Price', 'Size', 'Exchange'];
const QUOTE_HEADER = ['Timestamp', 'BidExchange', 'Bid', 'BidSize', 'Ask', 'AskSize', 'AskExchange'];
const DAILY_HEADER = ['Date', 'Open', 'High', 'Low', 'Close', 'Volume'];
const SYMBOLS_HEADER = ['Symbol', 'Name', 'Exchange', 'IsETF', 'Sector', 'Industry', 'SharesOutstanding'];

type Kind = 'trades' | 'nbbo';

/** What was recorded. `late`: events older than one that was recorded before them, which a recording cannot hold. */
export interface RecordedCounts {
  readonly trades: number;
  readonly quotes: number;
  readonly late: number;
}

interface RecorderOptions {
  readonly market: MarketData;
  readonly symbols: readonly string[];
  readonly folder: string;
}

/** Records trades and changes of the best bid and offer of symbols as files that a replay plays. */
export class Recorder {
  readonly #market: MarketData;
  readonly #symbols: readonly string[];
  readonly #folder: string;
  /** By kind, symbol and date. */
  readonly #files = new Map<string, TickFile>();
  readonly #lastQuotes = new Map<string, string>();
  readonly #stops: (() => void)[] = [];
  #waiting: { readonly kind: Kind; readonly event: Trade | Quote }[] = [];
  #counts = { trades: 0, quotes: 0, late: 0 };

  constructor({ market, symbols, folder }: RecorderOptions) {
    this.#market = market;
    this.#symbols = symbols;
    this.#folder = folder;
  }

  counts(): RecordedCounts {
    return this.#counts;
  }

  /** The symbols that the market does not have. */
  unknown(): readonly string[] {
    return this.#symbols.filter((symbol) => this.#market.instrument(symbol) === undefined);
  }

  /** Writes the company of each symbol, and its daily bars before the present session. */
  async writeHistory(signal: AbortSignal): Promise<void> {
    const { openMs } = this.#market.sessionDay();
    for (const symbol of this.#symbols) {
      if (signal.aborted) return;
      const bars = await this.#market.bars(
        symbol,
        'Day',
        openMs - HISTORY_DAYS * DAY_MS,
        openMs,
        'background',
      );
      const past = bars.filter(({ timeMs }) => newYorkDate(timeMs) < newYorkDate(openMs));
      const rows = past.map(({ timeMs, openE4, highE4, lowE4, closeE4, volume }) => [
        newYorkDate(timeMs),
        ...[openE4, highE4, lowE4, closeE4].map(fromE4),
        volume,
      ]);
      await this.#write('daily', symbol, csvText(DAILY_HEADER, rows));
      const instrument = this.#market.instrument(symbol);
      if (instrument !== undefined)
        await this.#write('symbols', symbol, csvText(SYMBOLS_HEADER, [companyRow(instrument)]));
    }
  }

  /** Begins to record. The present quote of each symbol is the first one. */
  start(): void {
    for (const symbol of this.#symbols) {
      const quote = this.#market.quote(symbol);
      if (quote !== undefined && (quote.bidE4 !== 0 || quote.askE4 !== 0))
        this.#onQuote({ ...quote, timeMs: this.#market.exchangeMs() });
      const stop = this.#market.watch(symbol, {
        onTrade: (trade) => void this.#waiting.push({ kind: 'trades', event: trade }),
        onQuote: (changed) => this.#onQuote(changed),
      });
      if (stop !== undefined) this.#stops.push(stop);
    }
  }

  /** Writes what has come since the last call. Rejects when it cannot be written. */
  async flush(): Promise<void> {
    for (const { kind, event } of this.#waiting.splice(0)) {
      const file = await this.#fileOf(kind, event);
      const isKept = file.add(event.timeMs, 'priceE4' in event ? tradeCells(event) : quoteCells(event));
      this.#counts[isKept ? (kind === 'trades' ? 'trades' : 'quotes') : 'late'] += 1;
    }
    for (const file of this.#files.values()) await file.flush();
  }

  /** Ends the recording and writes the rest of it. */
  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.flush();
  }

  /** A market may send a quote again, or with a part that is not recorded: only changes are kept. */
  #onQuote(quote: Quote): void {
    const text = quoteCells(quote).join(',');
    if (this.#lastQuotes.get(quote.symbol) === text) return;
    this.#lastQuotes.set(quote.symbol, text);
    this.#waiting.push({ kind: 'nbbo', event: quote });
  }

  async #fileOf(kind: Kind, { symbol, timeMs }: Trade | Quote): Promise<TickFile> {
    const name = `${fileSymbol(symbol)}_${newYorkDate(timeMs)}_${kind}.csv`;
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const header = kind === 'trades' ? TRADE_HEADER : QUOTE_HEADER;
    const file = await TickFile.open(join(this.#folder, 'ticks', name), header);
    this.#files.set(name, file);
    return file;
  }

  /** Replaces the file of a symbol. */
  async #write(subfolder: string, symbol: string, text: string): Promise<void> {
    await mkdir(join(this.#folder, subfolder), { recursive: true });
    await writeFile(join(this.#folder, subfolder, `${fileSymbol(symbol)}.csv`), text);
  }
}

/** A symbol as the name of a file: an index has another prefix. */
const fileSymbol = (symbol: string): string => symbol.replace(/^\$/, 'INDEX-');

/** Nothing for a side without a quote. */
const sideCells = (priceE4: PriceE4, size: number) =>
  priceE4 === 0 ? ([null, null] as const) : ([fromE4(priceE4), size] as const);

const tradeCells = ({ priceE4, size, exchange }: Trade) => [fromE4(priceE4), size, exchange];

function quoteCells({ bidExchange, bidE4, bidSize, askE4, askSize, askExchange }: Quote) {
  return [bidExchange, ...sideCells(bidE4, bidSize), ...sideCells(askE4, askSize), askExchange];
}

const companyRow = ({
  symbol,
  company,
  exchange,
  isEtf,
  sector,
  industry,
  sharesOutstanding,
}: Instrument) => [symbol, company, exchange, isEtf ? 'Y' : 'N', sector, industry, sharesOutstanding];
