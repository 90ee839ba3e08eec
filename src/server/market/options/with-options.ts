import type { MarketData, SessionListener, Trade } from '../market-data.ts';
import type { SeedPart } from '../shared/random.ts';
import { isOptionSymbol, underlyingOf } from '../../../domain/symbols/symbol.ts';
import type { Contract } from './contract.ts';
import { LiveOptions } from './live-options.ts';
import { optionBars } from './option-bars.ts';
import { OptionBook } from './option-book.ts';
import { createOptionLookup } from './option-lookup.ts';
import type { OptionMarket } from './option-market.ts';
import { latestPrints } from './option-prints.ts';
import type { UnderlyingView } from './underlying-day.ts';

export interface OptionsSetup {
  /** Decides smiles, spreads, open interest and when options print; the same seed over the same market gives the same options. */
  readonly seed: SeedPart;
}

/**
 * A market with options: whatever it is asked about an option's symbol is answered from the underlying's present, everything else by
 * the market itself. An option that the market lists itself stays as it is there. Options need no timers and hold nothing but what is
 * watched.
 */
export function withOptions(market: MarketData, { seed }: OptionsSetup): MarketData & OptionMarket {
  const book = new OptionBook(market, seed);
  const live = new LiveOptions(market, book);

  /** The option of a symbol with its underlying as it stands now; undefined for stocks and for unknown options. */
  const found = (symbol: string): FoundOption | undefined => {
    const contract = optionOf(symbol);
    const view = contract && book.view(contract.underlying);
    return contract && view && { contract, view };
  };
  const optionOf = (symbol: string): Contract | undefined =>
    isOptionSymbol(symbol) && market.instrument(symbol) === undefined ? book.contract(symbol) : undefined;

  /** An underlying that is halted halts its options: those that are watched are told by name. */
  function withOptionHalts(listener: SessionListener): SessionListener {
    return {
      onPhase: (phase, timeMs) => listener.onPhase?.(phase, timeMs),
      onAuctionPrint: (kind, trade) => listener.onAuctionPrint?.(kind, trade),
      onHalt(symbol, isHalted, timeMs) {
        listener.onHalt?.(symbol, isHalted, timeMs);
        for (const option of live.watchedOf(symbol)) listener.onHalt?.(option, isHalted, timeMs);
      },
    };
  }

  const lookupOptions = createOptionLookup(book, optionOf);

  return {
    exchangeMs: () => market.exchangeMs(),
    ...optionalParts(market, optionOf),
    sessionDay: () => market.sessionDay(),
    isOpen: () => market.isOpen(),
    symbols: () => market.symbols(),
    symbolCount: () => market.symbolCount(),
    mostTraded: (limit) => market.mostTraded(limit),
    ...(market.replay && { replay: market.replay }),
    start: () => market.start(),
    instrument(symbol) {
      const contract = optionOf(symbol);
      return contract ? book.instrument(contract) : market.instrument(symbol);
    },
    isHalted: (symbol) => market.isHalted(optionOf(symbol)?.underlying ?? symbol),
    lookup(query, limit) {
      const entered = lookupOptions.byEntry(query, limit);
      if (entered.length > 0) return entered;
      const stocks = market.lookup(query, limit);
      return stocks.length >= limit
        ? stocks
        : [...stocks, ...lookupOptions.byBeginning(query, limit - stocks.length)];
    },
    snapshot(symbol) {
      const option = found(symbol);
      return option ? book.snapshot(option.contract, option.view) : market.snapshot(symbol);
    },
    quote(symbol) {
      const option = found(symbol);
      return option ? book.quote(option.contract, option.view) : market.quote(symbol);
    },
    lastPrice(symbol) {
      const option = found(symbol);
      return option ? book.lastPrice(option.contract, option.view) : market.lastPrice(symbol);
    },
    depth(symbol) {
      const option = found(symbol);
      return option ? book.depth(option.contract, option.view) : market.depth(symbol);
    },
    timeAndSales(symbol, limit) {
      const option = found(symbol);
      return option ? printsOf(option, limit) : market.timeAndSales(symbol, limit);
    },
    bars(symbol, candle, fromMs, toMs) {
      const option = found(symbol);
      return option
        ? optionBars(market, option.contract, option.view, candle, fromMs, toMs)
        : market.bars(symbol, candle, fromMs, toMs);
    },
    watch(symbol, listener) {
      const contract = optionOf(symbol);
      return contract ? live.watch(contract, listener) : market.watch(symbol, listener);
    },
    phase: () => market.phase(),
    onSession: (listener) => market.onSession(withOptionHalts(listener)),
    stop() {
      live.stop();
      return market.stop();
    },
    expirations: (underlying) => book.expirations(underlying),
    chainProblem: (underlying) => book.chainProblem(underlying),
    chain(underlying, expiration, choice = {}) {
      const view = book.view(underlying);
      return view
        ? book.contracts(underlying, expiration, view, choice).map((contract) => book.state(contract, view))
        : [];
    },
    option(symbol) {
      const option = found(symbol);
      return option && book.state(option.contract, option.view);
    },
    impliedVolatilityOf: (underlying, snapshot) => book.volatilityOf(underlyingOf(underlying), snapshot),
  };
}

interface FoundOption {
  readonly contract: Contract;
  readonly view: UnderlyingView;
}

/** A chain is recorded without its trades. */
const printsOf = ({ contract, view }: FoundOption, limit: number): Trade[] =>
  view.recorded ? [] : latestPrints(contract, view, limit);

/** What only some markets say. Bars and prints of an option are computed from its underlying: they are never recorded trades. */
function optionalParts(
  market: MarketData,
  optionOf: (symbol: string) => Contract | undefined,
): Pick<MarketData, 'flowedAtMs' | 'recordedDetail'> {
  const { flowedAtMs, recordedDetail } = market;
  return {
    ...(flowedAtMs && { flowedAtMs: flowedAtMs.bind(market) }),
    ...(recordedDetail && {
      recordedDetail(symbol: string, date: string) {
        const contract = optionOf(symbol);
        const detail = recordedDetail.call(market, contract?.underlying ?? symbol, date);
        return contract !== undefined && detail === 'Trades' ? 'Minutes' : detail;
      },
    }),
  };
}
