import { depthOfQuote } from '../shared/depth-of-quote.ts';
import { SpareTime } from '../../spare-time.ts';
import type { MarketData, SessionDay } from '../market-data.ts';
import { barsAt } from './bar-query.ts';
import { DayPreparation } from './day-preparation.ts';
import { epochFor, ExchangeClock } from './exchange-clock.ts';
import { haltOf, isHaltedMinute, PAUSE_REASON } from './halts.ts';
import type { ExchangeMoment, MarketEpoch } from './exchange-clock.ts';
import { LiveFeed } from './live-feed.ts';
import { mix32 } from './noise.ts';
import { SessionTable } from './session-table.ts';
import { lastPriceAt, latestTrades, quoteAt, snapshotAt } from './session-view.ts';
import { SymbolLookup } from './symbol-lookup.ts';
import { minuteOf, TradingFloor } from './trading-floor.ts';
import { createUniverse } from './universe/create-universe.ts';
import type { Listing } from './universe/listing.ts';

/** How a simulated market is made. Seed, epoch and host time decide everything it ever returns. */
export interface SimulatedMarketOptions {
  readonly seed: number;
  /** Host time, UTC ms. */
  readonly nowMs: () => number;
  /** The clock of the machine, with which `flowedAtMs` is compared; `nowMs` unless that is another clock. */
  readonly wallMs?: (() => number) | undefined;
  /** Default: `epochFor` the host time at creation. Pass a stored one so that exchange time never goes back over restarts. */
  readonly epoch?: MarketEpoch;
  /** Time between two rounds of live events, ms. Default 25. */
  readonly pumpMs?: number;
  /** Whether the past of unwatched symbols is computed in the background. Answers do not depend on it. Default true. */
  readonly preparesAhead?: boolean;
}

/** The simulated market and what only a simulation can offer. */
export interface SimulatedMarket extends MarketData {
  readonly seed: number;
  readonly epoch: MarketEpoch;
  /** Emits the live events due now; the timer of `start` does the same. For tests that drive time themselves. */
  step(): void;
  /** Host time (UTC ms) at which the exchange clock shows a moment (UTC ms). */
  hostMsOf(exchangeMs: number): number;
}

/** History begins with the year eleven before the epoch's, so that ten full years always lie before the present. */
const HISTORY_YEARS = 11;
const DEFAULT_PUMP_MS = 25;
/** Host time that `start` may spend on the best-known symbols, ms: else the first query or order waits for it. */
const WARM_UP_MS = 60;
/** Host time of each round that may go into preparing unwatched symbols, until all are prepared for the day. */
const PREPARATION_MS = 1.5;

/** First date of the quarter: usual prices are pinned to the session before it, so near epochs share their history. */
function quarterStart(date: string): string {
  const month = Math.floor((Number(date.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${date.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
}

const sessionDayOf = ({ date, openMs, closeMs }: SessionDay): SessionDay => ({ date, openMs, closeMs });

/** A market that is always in session: the same seed and time give the same universe, history, trades and quotes. */
export function createSimulatedMarket(options: SimulatedMarketOptions): SimulatedMarket {
  const { seed, nowMs, wallMs = nowMs } = options;
  const { epoch, sessions, clock, listings, floor, feed } = createParts(options);
  const bySymbol = new Map(listings.map((listing) => [listing.instrument.symbol, listing]));
  const lookup = new SymbolLookup(listings.map((listing) => listing.instrument));
  const symbols = lookup.symbols();
  const byTurnover = [...listings]
    .sort((a, b) => b.usualVolume * b.anchorPrice - a.usualVolume * a.anchorPrice)
    .map((listing) => listing.instrument.symbol);
  const now = (): ExchangeMoment => feed.seenAt(clock.now());
  let flowedMs = wallMs();
  const step = (): void => {
    feed.step(clock.now());
    flowedMs = wallMs();
  };
  const ofListed = <Value>(symbol: string, value: (listing: Listing) => Value): Value | undefined => {
    const listing = bySymbol.get(symbol);
    return listing === undefined ? undefined : value(listing);
  };
  const isHalted = (symbol: string): boolean => {
    const moment = now();
    return (
      ofListed(symbol, (listing) => isHaltedMinute(haltOf(listing, moment.session), minuteOf(moment))) ??
      false
    );
  };
  return {
    kind: 'simulated',
    seed,
    epoch,
    exchangeMs: () => now().exchangeMs,
    flowedAtMs: () => flowedMs,
    sessionDay: () => sessionDayOf(now().session),
    isOpen: () => true,
    // The clock has no time between a close and the next open: those phases are published together as the next session opens.
    phase: () => 'open',
    isHalted,
    haltReason: (symbol) => (isHalted(symbol) ? PAUSE_REASON : ''),
    onSession: (listener) => feed.onSession(listener, clock.now()),
    instrument: (symbol) => bySymbol.get(symbol)?.instrument,
    symbolCount: () => listings.length,
    symbols: () => symbols,
    byTurnover: async (limit) => byTurnover.slice(0, limit),
    lookup: (query, limit) => lookup.find(query, limit),
    snapshot: (symbol) => ofListed(symbol, (listing) => snapshotAt(floor, listing, now())),
    quote: (symbol) => ofListed(symbol, (listing) => quoteAt(floor, listing, now())),
    lastPrice: (symbol) => ofListed(symbol, (listing) => lastPriceAt(floor, listing, now())),
    depth(symbol) {
      const quote = ofListed(symbol, (listing) => quoteAt(floor, listing, now()));
      return quote === undefined || (quote.bidE4 === 0 && quote.askE4 === 0)
        ? []
        : depthOfQuote(quote, [seed]);
    },
    timeAndSales: (symbol, limit) =>
      ofListed(symbol, (listing) => latestTrades(floor, listing, now(), limit)) ?? [],
    bars: async (symbol, candle, fromMs, toMs) =>
      ofListed(symbol, (listing) => barsAt(floor, sessions, listing, candle, { fromMs, toMs }, now())) ?? [],
    watch: (symbol, listener) => ofListed(symbol, (listing) => feed.watch(listing, listener, now())),
    step,
    hostMsOf: (exchangeMs) => clock.hostMsOf(exchangeMs),
    ...marketTimer({
      step,
      now,
      floor,
      listings,
      pumpMs: options.pumpMs ?? DEFAULT_PUMP_MS,
      preparesAhead: options.preparesAhead ?? true,
    }),
  };
}

function createParts({ seed, nowMs, ...options }: SimulatedMarketOptions) {
  if (!Number.isSafeInteger(seed))
    throw new RangeError(`the market seed must be a whole number, not ${seed}`);
  const epoch = options.epoch ?? epochFor(nowMs());
  const epochYear = Number(epoch.date.slice(0, 4));
  const sessions = new SessionTable(`${epochYear - HISTORY_YEARS}-01-01`);
  const clock = new ExchangeClock(sessions, epoch, nowMs);
  const listings = createUniverse(seed);
  const seed32 = mix32(seed | 0, Math.floor(seed / 4_294_967_296), 2);
  const floor = new TradingFloor(seed32, sessions.dayOnOrAfter(quarterStart(epoch.date)) - 1);
  const feed = new LiveFeed(floor, sessions, listings, clock.now());
  return { epoch, sessions, clock, listings, floor, feed };
}

interface TimerParts {
  readonly step: () => void;
  readonly now: () => ExchangeMoment;
  readonly floor: TradingFloor;
  readonly listings: readonly Listing[];
  readonly pumpMs: number;
  readonly preparesAhead: boolean;
}

/** Starts and stops the rounds of live events, each with a little time for preparing unwatched symbols. */
function marketTimer(parts: TimerParts): Pick<MarketData, 'start' | 'stop'> {
  const { step, now, floor, listings, pumpMs, preparesAhead } = parts;
  const preparation = new DayPreparation(floor.daily, listings);
  const spareTime = new SpareTime();
  let timer: NodeJS.Timeout | undefined;
  return {
    async start() {
      if (timer !== undefined) return;
      const warmUntilMs = performance.now() + WARM_UP_MS;
      for (const listing of listings) {
        if (performance.now() >= warmUntilMs) break;
        quoteAt(floor, listing, now());
      }
      timer = setInterval(() => {
        step();
        if (preparesAhead && spareTime.permitsWork(performance.now()))
          preparation.work(now().session, PREPARATION_MS);
      }, pumpMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
