import { barStartMs } from '../../../src/domain/bars/bar-period.ts';
import { aggregateColumns, aggregateInto } from '../model/aggregate-columns.ts';
import { BarStore } from '../model/bar-store.ts';
import { cleanBars, type WireBar } from '../model/clean-bars.ts';
import { candlePeriod, periodOf, type CandleType } from './bar-sizes.ts';
import { LiveSeries, type Print } from './live-series.ts';
import { extensionOf, isSameView, needsReload, planAt, type Loaded, type LoadPlan } from './plan.ts';
import type { ChartRange } from './time-frames.ts';

const TIMEOUT_MESSAGE = 'Timeout occured loading data';

export type FeedStatus =
  | { readonly kind: 'idle' | 'loading' | 'ready' }
  /** `message` is shown, with a way to try again. */
  | { readonly kind: 'failed'; readonly message: string };

/** What the chart needs of the platform's symbol store. */
export interface BarSource {
  candles(
    request: { symbol: string; candleType: CandleType; fromMs: number; toMs: number },
    signal?: AbortSignal,
  ): Promise<readonly WireBar[]>;
  onTrade(symbol: string, listener: (print: Print) => void): () => void;
  watch(symbols: readonly string[]): () => void;
}

/** Told of everything that happens to the bars. `displayFromMs`: where the view starts. */
export interface FeedListener {
  onStatus(status: FeedStatus): void;
  onBars(bars: BarStore, displayFromMs: number): void;
  /** Bars were put in front, or the end was corrected: indices from the left moved by `added`. */
  onRevised(bars: BarStore, added: number): void;
  onTick(kind: 'changed' | 'added'): void;
}

export interface ChartFeed {
  /** Shows a range of a symbol: puts it together from what is there, or loads it and gives up a load in flight. */
  show(symbol: string, range: ChartRange): void;
  /** Moves a range that ends today on to the new exchange day, when there is one. */
  followDay(): void;
  /** Loads again what failed or is there. */
  reload(): void;
  /** Loads more to the left, unless that is under way or there is no more. */
  extendLeft(): void;
  /** Asks for the newest bars again: after a pause or a lost connection. */
  refreshTail(): void;
  /** Live prints flow only while the window is on screen. */
  setActive(isActive: boolean): void;
  status(): FeedStatus;
  dispose(): void;
}

interface Session {
  readonly loaded: Loaded;
  readonly plan: LoadPlan;
  readonly source: BarStore;
  readonly shown: BarStore;
  readonly live: LiveSeries;
  isComplete: boolean;
  displayFromMs: number;
}

export function createChartFeed(
  source: BarSource,
  exchangeMs: () => number,
  listener: FeedListener,
): ChartFeed {
  let status: FeedStatus = { kind: 'idle' };
  let wanted: { symbol: string; range: ChartRange } | null = null;
  /** The exchange time that the range was planned at. */
  let plannedAtMs = 0;
  let session: Session | null = null;
  let abort: AbortController | null = null;
  let sideAbort: AbortController | null = null;
  let isActive = false;
  let stopLive: (() => void) | null = null;
  let liveSymbol = '';
  /** Prints that came while bars were under way. */
  let waiting: Print[] | null = null;

  const setStatus = (next: FeedStatus) => {
    status = next;
    listener.onStatus(next);
  };
  const ask = async (
    symbol: string,
    candleType: CandleType,
    fromMs: number,
    toMs: number,
    signal: AbortSignal,
  ) => cleanBars(await source.candles({ symbol, candleType, fromMs, toMs }, signal));

  function follow(): void {
    const symbol = isActive && wanted !== null ? wanted.symbol : '';
    if (symbol === liveSymbol) return;
    stopLive?.();
    stopLive = null;
    liveSymbol = symbol;
    if (symbol === '') return;
    const release = source.watch([symbol]);
    const stop = source.onTrade(symbol, onPrint);
    stopLive = () => {
      stop();
      release();
    };
  }

  function onPrint(print: Print): void {
    if (waiting !== null) {
      waiting.push(print);
      return;
    }
    if (session === null || !session.plan.isLive || session.loaded.symbol !== liveSymbol) return;
    // The days of a custom range may be over by now.
    if (print.TS > session.plan.toMs) return;
    const outcome = session.live.take(print);
    if (outcome === 'ignored') return;
    listener.onTick(outcome === 'gap' ? 'added' : outcome);
    if (outcome === 'gap') refreshTail();
  }

  function drain(): void {
    const prints = waiting ?? [];
    waiting = null;
    if (session?.plan.isLive)
      for (const print of prints) if (print.TS <= session.plan.toMs) session.live.take(print);
  }

  function open(
    symbol: string,
    range: ChartRange,
    plan: LoadPlan,
    candleType: CandleType,
    fromMs: number,
    bars: BarStore,
  ): void {
    const sourcePeriod = candlePeriod[candleType];
    const shownPeriod = periodOf(range.BarSize);
    const isSame = JSON.stringify(sourcePeriod) === JSON.stringify(shownPeriod);
    const shown = isSame ? bars : aggregateColumns(bars, shownPeriod);
    session = {
      loaded: { symbol, range, candleType, fromMs, toMs: plan.toMs, isExtended: false },
      plan,
      source: bars,
      shown,
      live: new LiveSeries(bars, sourcePeriod, shown, shownPeriod),
      isComplete: false,
      displayFromMs: plan.displayFromMs,
    };
    drain();
    listener.onBars(shown, plan.displayFromMs);
    setStatus({ kind: 'ready' });
  }

  async function load(symbol: string, range: ChartRange, plan: LoadPlan): Promise<void> {
    abort?.abort();
    sideAbort?.abort();
    const own = (abort = new AbortController());
    session = null;
    waiting = [];
    setStatus({ kind: 'loading' });
    try {
      const bars = await ask(symbol, plan.candleType, plan.fromMs, plan.toMs, own.signal);
      if (!own.signal.aborted) open(symbol, range, plan, plan.candleType, plan.fromMs, new BarStore(bars));
    } catch (error) {
      if (own.signal.aborted) return;
      waiting = null;
      setStatus({ kind: 'failed', message: failureText(error) });
    }
  }

  async function extend(current: Session): Promise<void> {
    const own = (sideAbort = new AbortController());
    const { symbol, candleType, range } = current.loaded;
    const span = extensionOf(
      current.loaded,
      current.displayFromMs,
      current.shown.timeMs[current.shown.length - 1] ?? current.plan.toMs,
    );
    try {
      const earlier = await ask(symbol, candleType, span.fromMs, span.toMs, own.signal);
      if (own.signal.aborted || session !== current) return;
      const firstMs = current.source.timeMs[0] ?? Infinity;
      const kept = new BarStore(earlier);
      kept.truncate(kept.indexFrom(firstMs));
      const isDone = kept.length === 0 || span.fromMs === 0;
      const before = current.shown.length;
      const isAggregated = current.shown !== current.source;
      current.source.prepend(kept);
      if (isAggregated) current.shown.prepend(aggregateColumns(kept, periodOf(range.BarSize)));
      current.displayFromMs -= current.loaded.fromMs - span.fromMs;
      session = {
        ...current,
        loaded: { ...current.loaded, fromMs: span.fromMs, isExtended: true },
        isComplete: isDone,
      };
      listener.onRevised(current.shown, current.shown.length - before);
    } catch {
      // Nothing is lost: what is there stays, and the next pull to the left asks again.
    } finally {
      if (sideAbort === own) sideAbort = null;
    }
  }

  function refreshTail(): void {
    const current = session;
    if (current === null || !current.plan.isLive || current.source.length === 0 || sideAbort !== null) return;
    void correctTail(current);
  }

  async function correctTail(current: Session): Promise<void> {
    const own = (sideAbort = new AbortController());
    waiting ??= [];
    const { symbol, candleType, range } = current.loaded;
    const shownPeriod = periodOf(range.BarSize);
    // From the start of the last day, so that its volume adds up; and of whole bars of the longer period.
    const fromMs = barStartMs(
      current.source.timeMs[current.source.length - 1] ?? 0,
      typeof shownPeriod === 'string' ? shownPeriod : 'day',
    );
    try {
      const plan = planAt(range, exchangeMs());
      const tail = await ask(symbol, candleType, fromMs, Math.max(plan.toMs, current.plan.toMs), own.signal);
      if (own.signal.aborted || session !== current) return;
      current.source.truncate(current.source.indexFrom(fromMs));
      const joinAt = current.source.length;
      for (let i = 0; i < tail.length; i += 1)
        current.source.append(
          tail.timeMs[i] ?? 0,
          tail.open[i] ?? NaN,
          tail.high[i] ?? NaN,
          tail.low[i] ?? NaN,
          tail.close[i] ?? NaN,
          tail.volume[i] ?? 0,
        );
      if (current.shown !== current.source) {
        current.shown.truncate(current.shown.indexFrom(fromMs));
        aggregateInto(current.shown, current.source, shownPeriod, joinAt);
      }
      current.live.recount();
      drain();
      listener.onRevised(current.shown, 0);
    } catch {
      // The prints that waited go on where the bars stand.
      if (session === current) drain();
    } finally {
      if (sideAbort === own) sideAbort = null;
    }
  }

  function planNow(range: ChartRange): LoadPlan {
    plannedAtMs = exchangeMs();
    return planAt(range, plannedAtMs);
  }

  function show(symbol: string, range: ChartRange): void {
    const plan = planNow(range);
    const isAnother = wanted?.symbol !== symbol;
    wanted = { symbol, range };
    if (isAnother) follow();
    if (symbol === '') {
      abort?.abort();
      session = null;
      setStatus({ kind: 'idle' });
    } else if (
      session !== null &&
      status.kind === 'ready' &&
      !needsReload(session.loaded, symbol, range, plan)
    ) {
      const { loaded, source: bars } = session;
      open(symbol, range, plan, loaded.candleType, loaded.fromMs, bars);
    } else void load(symbol, range, plan);
  }

  function followDay(): void {
    if (wanted === null || wanted.symbol === '') return;
    const before = planAt(wanted.range, plannedAtMs);
    if (!isSameView(before, planNow(wanted.range))) show(wanted.symbol, wanted.range);
  }

  return {
    show,
    followDay,
    reload() {
      if (wanted !== null && wanted.symbol !== '')
        void load(wanted.symbol, wanted.range, planNow(wanted.range));
    },
    extendLeft() {
      if (session !== null && !session.isComplete && sideAbort === null && session.source.length > 0)
        void extend(session);
    },
    refreshTail,
    setActive(next) {
      if (next === isActive) return;
      isActive = next;
      follow();
      if (!next) return;
      followDay();
      // What was printed meanwhile is in the newest bars.
      refreshTail();
    },
    status: () => status,
    dispose() {
      abort?.abort();
      sideAbort?.abort();
      stopLive?.();
      stopLive = null;
      session = null;
    },
  };
}

/** The text of an answer's Error as it is; any time-out in the chart's own words. */
function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /time-?out/i.test(text) ? TIMEOUT_MESSAGE : text;
}
