import type { ApiV1EventData, ApiV1EventName } from '../../../../protocol/api-v1-stream.ts';

/** Quotes and trades are written at most this often, ms. */
export const EVENT_FLUSH_MS = 100;
/** Above this many unread bytes only the newest quote and trade of each symbol are kept, and written once the reader has caught up. */
export const EVENT_CONFLATE_ABOVE_BYTES = 64 * 1024;
/** A reader this far behind is disconnected: order reports are not left out. */
export const EVENT_CUT_ABOVE_BYTES = 1024 * 1024;
/** Trades that wait for a flush; beyond it only the newest of each symbol are kept. */
const MAX_WAITING_TRADES = 1_000;

/** The connection of a reader. */
export interface EventSink {
  write(text: string): void;
  /** Bytes that were written and not sent yet. */
  bufferedBytes(): number;
  /** Disconnects a reader that is too slow. */
  cut(): void;
}

/** An event in the form of server-sent events. */
const eventText = <Name extends ApiV1EventName>(name: Name, data: ApiV1EventData<Name>): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * What one reader of the stream is sent, in bounded memory. Quotes are conflated by symbol. Trades are all sent while the reader keeps up.
 * Order reports are written at once. The timer runs only while something waits.
 */
export class EventOutbox {
  readonly #sink: EventSink;
  readonly #quotes = new Map<string, ApiV1EventData<'quote'>>();
  #trades: ApiV1EventData<'trade'>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(sink: EventSink) {
    this.#sink = sink;
  }

  addQuote(quote: ApiV1EventData<'quote'>): void {
    this.#quotes.set(quote.symbol, quote);
    this.#schedule();
  }

  addTrade(trade: ApiV1EventData<'trade'>): void {
    this.#trades.push(trade);
    if (this.#trades.length > MAX_WAITING_TRADES || this.#isBehind()) this.#keepNewestTrades();
    this.#schedule();
  }

  /** Writes an event now; prices that wait stay behind it. */
  send<Name extends ApiV1EventName>(name: Name, data: ApiV1EventData<Name>): void {
    if (this.#isClosed) return;
    if (this.#sink.bufferedBytes() > EVENT_CUT_ABOVE_BYTES) {
      this.close();
      this.#sink.cut();
      return;
    }
    this.#sink.write(eventText(name, data));
  }

  /** Writes nothing from now on. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#quotes.clear();
    this.#trades = [];
  }

  #isBehind(): boolean {
    return this.#sink.bufferedBytes() > EVENT_CONFLATE_ABOVE_BYTES;
  }

  #keepNewestTrades(): void {
    this.#trades = [...new Map(this.#trades.map((trade) => [trade.symbol, trade])).values()];
  }

  #schedule(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, EVENT_FLUSH_MS);
  }

  #flush(): void {
    if (this.#isBehind()) return this.#schedule();
    const texts = [
      ...this.#trades.map((trade) => eventText('trade', trade)),
      ...[...this.#quotes.values()].map((quote) => eventText('quote', quote)),
    ];
    this.#trades = [];
    this.#quotes.clear();
    if (texts.length > 0) this.#sink.write(texts.join(''));
  }
}
