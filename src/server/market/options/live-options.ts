import { E4 } from '../../../domain/money/price.ts';
import type { MarketData, MarketListener, Quote, Trade } from '../market-data.ts';
import type { Contract } from './contract.ts';
import { quoteOf, type OptionBook } from './option-book.ts';
import { NO_PRICES, priceOption } from './option-pricer.ts';
import { printAt, printsOfTrade } from './option-prints.ts';
import type { UnderlyingView } from './underlying-day.ts';

/** Min time between two quotes of an option without a print, ms of exchange time; and how often held-back quotes are checked, host ms. */
const QUOTE_MS = 250;

interface WatchedOption {
  readonly contract: Contract;
  readonly listeners: Set<MarketListener>;
  sent: Quote | undefined;
}

interface WatchedUnderlying {
  readonly symbol: string;
  readonly options: Map<string, WatchedOption>;
  readonly stop: () => void;
}

/**
 * Live events of watched options, made from the trades of their underlyings, which are watched for as long as one of their options is:
 * a print with the trade that brings it about, quotes as the price moves. One timer, only while anything is watched, sends quotes that
 * were held back and those that change with time alone, or with a halt.
 */
export class LiveOptions {
  readonly #market: MarketData;
  readonly #book: OptionBook;
  readonly #underlyings = new Map<string, WatchedUnderlying>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(market: MarketData, book: OptionBook) {
    this.#market = market;
    this.#book = book;
  }

  /** Options watched now. */
  get watchedCount(): number {
    let count = 0;
    for (const { options } of this.#underlyings.values()) count += options.size;
    return count;
  }

  /** Symbols of an underlying's options that are watched. */
  watchedOf(underlying: string): string[] {
    return [...(this.#underlyings.get(underlying)?.options.keys() ?? [])];
  }

  watch(contract: Contract, listener: MarketListener): (() => void) | undefined {
    const underlying = this.#underlyings.get(contract.underlying) ?? this.#open(contract.underlying);
    if (!underlying) return undefined;
    const option = underlying.options.get(contract.symbol) ?? {
      contract,
      listeners: new Set<MarketListener>(),
      sent: undefined,
    };
    underlying.options.set(contract.symbol, option);
    // A listener that watches twice is called twice, and removed by itself each time.
    const entry: MarketListener = {
      onTrade: (trade) => listener.onTrade?.(trade),
      onQuote: (quote) => listener.onQuote?.(quote),
    };
    option.listeners.add(entry);
    this.#timer ??= this.#startTimer();
    return () => {
      if (
        !option.listeners.delete(entry) ||
        option.listeners.size > 0 ||
        underlying.options.get(contract.symbol) !== option
      )
        return;
      underlying.options.delete(contract.symbol);
      if (underlying.options.size > 0) return;
      underlying.stop();
      this.#underlyings.delete(contract.underlying);
      if (this.#underlyings.size === 0) this.#stopTimer();
    };
  }

  /** Sends the quotes that have changed; the timer does the same. */
  flush(): void {
    for (const underlying of this.#underlyings.values()) {
      const view = this.#book.view(underlying.symbol);
      if (!view) continue;
      for (const option of underlying.options.values()) {
        const isListed = this.#book.contract(option.contract.symbol) !== undefined;
        const { timeMs } = view.moment;
        this.#tell(
          option,
          isListed
            ? this.#book.quote(option.contract, view, timeMs)
            : quoteOf(option.contract, NO_PRICES, timeMs, timeMs),
        );
      }
    }
  }

  /** Lets go of everything. */
  stop(): void {
    this.#stopTimer();
    for (const { stop } of this.#underlyings.values()) stop();
    this.#underlyings.clear();
  }

  #open(symbol: string): WatchedUnderlying | undefined {
    const options = new Map<string, WatchedOption>();
    const stop = this.#market.watch(symbol, { onTrade: (trade) => this.#onTrade(options, trade) });
    if (!stop) return undefined;
    const underlying: WatchedUnderlying = { symbol, options, stop };
    this.#underlyings.set(symbol, underlying);
    return underlying;
  }

  #onTrade(options: ReadonlyMap<string, WatchedOption>, trade: Trade): void {
    let view: UnderlyingView | undefined;
    for (const option of options.values()) {
      const { contract, sent } = option;
      view ??= this.#book.view(trade.symbol);
      // The last prints of a session may come when the next has begun: they are no part of it.
      if (!view || trade.timeMs < view.day.session.openMs) return;
      // Recorded quotes follow their snapshots, which the timer looks for.
      if (view.recorded) return;
      const contractDay = view.day.ofContract(contract);
      const { after, upTo } = printsOfTrade(contractDay, trade);
      const isDue = sent === undefined || trade.timeMs - sent.timeMs >= QUOTE_MS;
      if (upTo === after && !isDue) continue;
      const prices = view.isHalted
        ? NO_PRICES
        : priceOption(contract, view.day.moment(view.snapshot, trade.priceE4 / E4, trade.timeMs));
      this.#tell(option, quoteOf(contract, prices, trade.timeMs, trade.timeMs));
      const print = printAt(contract, contractDay, view, trade);
      if (print) for (const listener of [...option.listeners]) listener.onTrade?.(print);
    }
  }

  #tell(option: WatchedOption, quote: Quote): void {
    const { sent } = option;
    const isSame =
      sent?.bidE4 === quote.bidE4 &&
      sent.askE4 === quote.askE4 &&
      sent.bidSize === quote.bidSize &&
      sent.askSize === quote.askSize;
    if (isSame) return;
    option.sent = quote;
    for (const listener of [...option.listeners]) listener.onQuote?.(quote);
  }

  #startTimer(): ReturnType<typeof setInterval> {
    const timer = setInterval(() => this.flush(), QUOTE_MS);
    // A market that is only looked at keeps no process alive.
    timer.unref();
    return timer;
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
