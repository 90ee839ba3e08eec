import { fromE4 } from '../../../domain/money/price.ts';
import type { MarketData, Trade } from '../../market/market-data.ts';
import { columnsOfBars } from '../data/bar-columns.ts';
import type { QuotedPrices, RunningStrategy } from '../runtime/types.ts';
import type { AlignedBars } from './aligned-bars.ts';
import type { RunGuards } from './run-guards.ts';
import type { LiveOrders } from './live-orders.ts';

/** Trades of this interval are delivered to the isolate in one call, ms. */
const COLLECT_MS = 10;
/** The loss of a run that holds options is computed this often, ms. */
const OPTIONS_CHECK_MS = 50;
/** The clock is read, and returns are published, this often, ms. */
const CLOCK_CHECK_MS = 1_000;

type Market = Pick<MarketData, 'quote' | 'exchangeMs' | 'sessionDay'>;

interface WatchedTrades {
  /** Passes all trades to `take` from now on, first the kept ones that are later than `fromMs`. */
  takeOver(fromMs: number, take: (trade: Trade) => void): void;
  stop(): void;
}

/** Watches a symbol and keeps its trades until `takeOver`, so that no trade is lost during the start of a run. */
export function watchTrades(market: Pick<MarketData, 'watch'>, symbol: string): WatchedTrades {
  let early: Trade[] | undefined = [];
  let taker = (_trade: Trade): void => {};
  const unwatch = market.watch(symbol, {
    onTrade: (trade) => (early ? void early.push(trade) : taker(trade)),
  });
  return {
    takeOver(fromMs, take) {
      const kept = early ?? [];
      early = undefined;
      taker = take;
      for (const trade of kept) if (trade.timeMs > fromMs) take(trade);
    },
    stop: () => unwatch?.(),
  };
}

/** A symbol of a run whose trades are watched. Trades up to `fromMs` are in the bars that the run has. */
export interface FollowedSymbol {
  readonly symbol: string;
  readonly isTraded: boolean;
  readonly watched: Pick<WatchedTrades, 'takeOver'>;
  readonly fromMs: number;
}

/** Compares the loss of a run with its guard at each trade of the symbols that it trades, and often enough while it holds options. The returned function ends it. */
export function watchLoss(
  market: Pick<MarketData, 'watch'>,
  symbols: readonly string[],
  guards: Pick<RunGuards, 'checkLoss' | 'watchesOptions'>,
): () => void {
  const unwatch = symbols.map((symbol) => market.watch(symbol, { onTrade: () => guards.checkLoss() }));
  const timer = setInterval(() => {
    if (guards.watchesOptions) guards.checkLoss();
  }, OPTIONS_CHECK_MS);
  return () => {
    clearInterval(timer);
    for (const stop of unwatch) stop?.();
  };
}

function quoteOf(market: Pick<MarketData, 'quote'>, symbol: string): QuotedPrices {
  const quote = market.quote(symbol);
  return { bid: fromE4(quote?.bidE4 ?? 0), ask: fromE4(quote?.askE4 ?? 0) };
}

/** Delivers finished bars to a run, and the clock once a second. The returned function ends it. */
export function deliverBars(
  market: Market,
  {
    bars,
    run,
    orders,
    symbols: [traded, ...others],
  }: {
    readonly bars: AlignedBars;
    readonly run: Pick<RunningStrategy, 'deliver'>;
    readonly orders: Pick<LiveOrders, 'traded' | 'settle'>;
    /** The symbol of the run, and the others in the sequence of the description. */
    readonly symbols: readonly [FollowedSymbol, ...FollowedSymbol[]];
  },
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const tradedBeside = others.filter(({ isTraded }) => isTraded);
  const bidE4 = (symbol: string) => market.quote(symbol)?.bidE4 ?? 0;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ready = bars.take();
    const present = {
      ...quoteOf(market, traded.symbol),
      timeMs: market.exchangeMs(),
      ...(tradedBeside.length > 0 && { others: tradedBeside.map(({ symbol }) => quoteOf(market, symbol)) }),
    };
    run.deliver(columnsOfBars(ready.bars), present, ready.others.map(columnsOfBars));
  };
  const flushSoon = (): void => {
    if (bars.isReady && !isOver) timer ??= setTimeout(flush, COLLECT_MS);
  };
  for (const [at, { symbol, isTraded, watched, fromMs }] of others.entries())
    watched.takeOver(fromMs, (trade) => {
      if (isTraded) orders.traded(symbol, trade.priceE4, () => bidE4(symbol));
      bars.addOther(at, trade, market);
      flushSoon();
    });
  traded.watched.takeOver(traded.fromMs, (trade) => {
    orders.traded(traded.symbol, trade.priceE4, () => bidE4(traded.symbol));
    bars.add(trade, market);
    flushSoon();
  });
  // Without a row, too: closing times come by the clock.
  const clock = setInterval(() => {
    orders.settle();
    bars.checkClock(market);
    flush();
  }, CLOCK_CHECK_MS);
  return () => {
    isOver = true;
    clearInterval(clock);
    clearTimeout(timer);
  };
}
