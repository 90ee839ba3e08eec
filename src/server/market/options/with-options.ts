import type { CorporateAction } from '../../../domain/corporate-actions/types.ts';
import { isOptionSymbol, underlyingOf } from '../../../domain/symbols/symbol.ts';
import type {
  Bar,
  CandleType,
  ExchangeQuote,
  Instrument,
  LastPrice,
  MarketData,
  MarketListener,
  MarketPhase,
  Quote,
  ReadyPart,
  RecordedDetail,
  ReplayControl,
  SessionDay,
  SessionListener,
  Snapshot,
  Trade,
  Urgency,
} from '../market-data.ts';
import type { MarketKind } from '../market-kinds.ts';
import type { SeedPart } from '../shared/random.ts';
import type { Contract } from './contract.ts';
import { LiveOptions } from './live-options.ts';
import { optionBars } from './option-bars.ts';
import { OptionBook } from './option-book.ts';
import { createOptionLookup } from './option-lookup.ts';
import type { OptionMarket } from './option-market.ts';
import { latestPrints } from './option-prints.ts';
import type { UnderlyingView } from './underlying-day.ts';

/** How the options of a market are made. */
export interface OptionsSetup {
  /** Decides smiles, spreads, open interest and when options print; the same seed over the same market gives the same options. */
  readonly seed: SeedPart;
}

/**
 * Adds options to a market: queries about an option's symbol are answered from its underlying's present, all others by the
 * market itself. An option that the market lists itself stays as it is there. Options need no timers, and only watched ones
 * keep state.
 */
export function withOptions(market: MarketData, { seed }: OptionsSetup): MarketData & OptionMarket {
  return new MarketWithOptions(market, seed);
}

interface FoundOption {
  readonly contract: Contract;
  readonly view: UnderlyingView;
}

class MarketWithOptions implements MarketData, OptionMarket {
  readonly kind: MarketKind;
  readonly flowedAtMs?: () => number;
  readonly ready?: (symbols: readonly string[], part: ReadyPart) => Promise<void>;
  readonly recordedDetail?: (symbol: string, date: string) => RecordedDetail;
  readonly rawBars?: NonNullable<MarketData['rawBars']>;
  readonly corporateActions?: (afterDate: string, throughDate: string) => readonly CorporateAction[];
  readonly replay?: ReplayControl;
  readonly #market: MarketData;
  readonly #book: OptionBook;
  readonly #live: LiveOptions;
  readonly #lookup: ReturnType<typeof createOptionLookup>;

  constructor(market: MarketData, seed: SeedPart) {
    this.kind = market.kind;
    this.#market = market;
    this.#book = new OptionBook(market, seed);
    this.#live = new LiveOptions(market, this.#book);
    this.#lookup = createOptionLookup(this.#book, (symbol) => this.#contractOf(symbol));
    if (market.flowedAtMs) this.flowedAtMs = market.flowedAtMs.bind(market);
    // The price of an option is computed from its underlying.
    if (market.ready)
      this.ready = (symbols, part) => market.ready?.(symbols.map(underlyingOf), part) ?? Promise.resolve();
    if (market.recordedDetail) this.recordedDetail = (symbol, date) => this.#recordedDetail(symbol, date);
    if (market.rawBars) {
      const rawBars = market.rawBars.bind(market);
      // Options are priced on the scale of the present shares: they have no other one.
      this.rawBars = (symbol, candle, fromMs, toMs) =>
        this.#contractOf(symbol)
          ? this.bars(symbol, candle, fromMs, toMs)
          : rawBars(symbol, candle, fromMs, toMs);
    }
    if (market.corporateActions) this.corporateActions = market.corporateActions.bind(market);
    if (market.replay) this.replay = market.replay;
  }

  start(): Promise<void> {
    return this.#market.start();
  }

  stop(): Promise<void> {
    this.#live.stop();
    return this.#market.stop();
  }

  exchangeMs(): number {
    return this.#market.exchangeMs();
  }

  sessionDay(): SessionDay {
    return this.#market.sessionDay();
  }

  isOpen(): boolean {
    return this.#market.isOpen();
  }

  phase(): MarketPhase {
    return this.#market.phase();
  }

  isHalted(symbol: string): boolean {
    return this.#market.isHalted(this.#contractOf(symbol)?.underlying ?? symbol);
  }

  haltReason(symbol: string): string {
    return this.#market.haltReason?.(this.#contractOf(symbol)?.underlying ?? symbol) ?? '';
  }

  haltsKnownFromMs(symbol: string): number | null {
    return this.#market.haltsKnownFromMs?.(this.#contractOf(symbol)?.underlying ?? symbol) ?? null;
  }

  /** A halt of an underlying halts its options; those that are watched are reported by name. */
  onSession(listener: SessionListener): () => void {
    return this.#market.onSession({
      onPhase: (phase, timeMs) => listener.onPhase?.(phase, timeMs),
      onAuctionPrint: (kind, trade) => listener.onAuctionPrint?.(kind, trade),
      onHalt: (symbol, ...halt) => {
        listener.onHalt?.(symbol, ...halt);
        for (const option of this.#live.watchedOf(symbol)) listener.onHalt?.(option, ...halt);
      },
      onHaltsKnown: (symbol, ...known) => {
        listener.onHaltsKnown?.(symbol, ...known);
        for (const option of this.#live.watchedOf(symbol)) listener.onHaltsKnown?.(option, ...known);
      },
    });
  }

  symbols(): readonly string[] {
    return this.#market.symbols();
  }

  symbolCount(): number {
    return this.#market.symbolCount();
  }

  byTurnover(limit: number): Promise<readonly string[]> {
    return this.#market.byTurnover(limit);
  }

  instrument(symbol: string): Instrument | undefined {
    const contract = this.#contractOf(symbol);
    return contract ? this.#book.instrument(contract) : this.#market.instrument(symbol);
  }

  lookup(query: string, limit: number): Instrument[] {
    const entered = this.#lookup.byEntry(query, limit);
    if (entered.length > 0) return entered;
    const stocks = this.#market.lookup(query, limit);
    return stocks.length >= limit
      ? stocks
      : [...stocks, ...this.#lookup.byBeginning(query, limit - stocks.length)];
  }

  snapshot(symbol: string): Snapshot | undefined {
    const option = this.#optionOf(symbol);
    return option ? this.#book.snapshot(option.contract, option.view) : this.#market.snapshot(symbol);
  }

  quote(symbol: string): Quote | undefined {
    const option = this.#optionOf(symbol);
    return option ? this.#book.quote(option.contract, option.view) : this.#market.quote(symbol);
  }

  lastPrice(symbol: string): LastPrice | undefined {
    const option = this.#optionOf(symbol);
    return option ? this.#book.lastPrice(option.contract, option.view) : this.#market.lastPrice(symbol);
  }

  depth(symbol: string): ExchangeQuote[] {
    const option = this.#optionOf(symbol);
    return option ? this.#book.depth(option.contract, option.view) : this.#market.depth(symbol);
  }

  timeAndSales(symbol: string, limit: number): Trade[] {
    const option = this.#optionOf(symbol);
    if (!option) return this.#market.timeAndSales(symbol, limit);
    // A chain is recorded without its trades.
    return option.view.recorded ? [] : latestPrints(option.contract, option.view, limit);
  }

  bars(symbol: string, candle: CandleType, fromMs: number, toMs: number, urgency?: Urgency): Promise<Bar[]> {
    const option = this.#optionOf(symbol);
    return option
      ? optionBars(this.#market, option.contract, option.view, candle, fromMs, toMs)
      : this.#market.bars(symbol, candle, fromMs, toMs, urgency);
  }

  watch(symbol: string, listener: MarketListener): (() => void) | undefined {
    const contract = this.#contractOf(symbol);
    return contract ? this.#live.watch(contract, listener) : this.#market.watch(symbol, listener);
  }

  expirations(underlying: string): ReturnType<OptionMarket['expirations']> {
    return this.#book.expirations(underlying);
  }

  chainProblem(underlying: string): ReturnType<OptionMarket['chainProblem']> {
    return this.#book.chainProblem(underlying);
  }

  chain(
    ...[underlying, expiration, choice = {}]: Parameters<OptionMarket['chain']>
  ): ReturnType<OptionMarket['chain']> {
    const view = this.#book.view(underlying);
    if (!view) return [];
    return this.#book
      .contracts(underlying, expiration, view, choice)
      .map((contract) => this.#book.state(contract, view));
  }

  option(symbol: string): ReturnType<OptionMarket['option']> {
    const option = this.#optionOf(symbol);
    return option && this.#book.state(option.contract, option.view);
  }

  impliedVolatilityOf(underlying: string, snapshot?: Snapshot): number | null {
    return this.#book.volatilityOf(underlyingOf(underlying), snapshot);
  }

  /** Undefined for a stock, for an unknown option, and for one that the market lists itself. */
  #contractOf(symbol: string): Contract | undefined {
    return isOptionSymbol(symbol) && this.#market.instrument(symbol) === undefined
      ? this.#book.contract(symbol)
      : undefined;
  }

  /** The option of a symbol with its underlying as it stands now; undefined for stocks and for unknown options. */
  #optionOf(symbol: string): FoundOption | undefined {
    const contract = this.#contractOf(symbol);
    const view = contract && this.#book.view(contract.underlying);
    return contract && view && { contract, view };
  }

  /** Bars and prints of an option are computed from its underlying: they are never recorded trades. */
  #recordedDetail(symbol: string, date: string): RecordedDetail {
    const contract = this.#contractOf(symbol);
    const detail = this.#market.recordedDetail?.(contract?.underlying ?? symbol, date) ?? 'Days';
    return contract !== undefined && detail === 'Trades' ? 'Minutes' : detail;
  }
}
