import { barStartMs } from '../../../src/domain/bars/bar-period.ts';
import type { BarColumns } from '../../../src/domain/studies/index.ts';
import { aggregateColumns, aggregateInto } from '../model/aggregate-columns.ts';
import { BarStore } from '../model/bar-store.ts';
import { cleanBars, type WireBar } from '../model/clean-bars.ts';
import { candlePeriod, periodOf, type CandleType } from './bar-sizes.ts';
import { LivePrints, type PrintSource } from './live-prints.ts';
import { LiveSeries, type Print } from './live-series.ts';
import { extensionOf, isSameView, needsReload, planAt, type Loaded, type LoadPlan } from './plan.ts';
import type { ChartRange } from './time-frames.ts';

const TIMEOUT_MESSAGE = 'Timeout occured loading data';

export type FeedStatus =
  | { readonly kind: 'idle' | 'loading' | 'ready' }
  /** `message` is shown, with a way to try again. */
  | { readonly kind: 'failed'; readonly message: string };

/** The part of the platform's symbol store that the chart uses. */
export interface BarSource extends PrintSource {
  candles(
    request: {
      symbol: string;
      candleType: CandleType;
      fromMs: number;
      toMs: number;
      isUnadjusted?: boolean;
    },
    signal?: AbortSignal,
  ): Promise<readonly WireBar[]>;
}

/** Notified of everything that happens to the bars. `displayFromMs`: where the view starts. */
export interface FeedListener {
  onStatus(status: FeedStatus): void;
  onBars(bars: BarStore, displayFromMs: number): void;
  /** Bars were put in front, or the end was corrected: indices from the left moved by `added`. */
  onRevised(bars: BarStore, added: number): void;
  onTick(kind: 'changed' | 'added'): void;
}

/** What a chart is to show. */
interface Wanted {
  readonly symbol: string;
  readonly range: ChartRange;
  /** Bars as they traded, without the splits since then. */
  readonly isUnadjusted: boolean;
}

/** What is loaded and shown now. */
interface Session {
  readonly loaded: Loaded;
  readonly plan: LoadPlan;
  readonly source: BarStore;
  readonly shown: BarStore;
  readonly live: LiveSeries;
  /** There are no bars before these. */
  readonly isComplete: boolean;
  readonly displayFromMs: number;
}

/** What a session begins with. */
interface Opening extends Wanted {
  readonly plan: LoadPlan;
  readonly candleType: CandleType;
  readonly fromMs: number;
  readonly bars: BarStore;
}

/** Loads the bars of a chart's range and keeps them current with live prints. */
export class ChartFeed {
  readonly #source: BarSource;
  readonly #exchangeMs: () => number;
  readonly #listener: FeedListener;
  readonly #prints: LivePrints;
  #status: FeedStatus = { kind: 'idle' };
  #wanted: Wanted | null = null;
  /** The exchange time that the range was planned at. */
  #plannedAtMs = 0;
  #session: Session | null = null;
  #load: AbortController | null = null;
  /** Loads more to the left, or the newest bars again. */
  #sideLoad: AbortController | null = null;
  #isActive = false;

  constructor(source: BarSource, exchangeMs: () => number, listener: FeedListener) {
    this.#source = source;
    this.#exchangeMs = exchangeMs;
    this.#listener = listener;
    this.#prints = new LivePrints(source, (print) => this.#onPrint(print));
  }

  /** Shows a range of a symbol: from the bars that are there, or by a load that replaces one in flight. */
  show(symbol: string, range: ChartRange, isUnadjusted = false): void {
    const plan = this.#planNow(range);
    const isAnother = this.#wanted?.symbol !== symbol;
    const wanted = (this.#wanted = { symbol, range, isUnadjusted });
    if (isAnother) this.#follow();
    if (symbol === '') {
      this.#load?.abort();
      this.#session = null;
      this.#setStatus({ kind: 'idle' });
      return;
    }
    const session = this.#status.kind === 'ready' ? this.#session : null;
    if (
      session === null ||
      session.loaded.isUnadjusted !== isUnadjusted ||
      needsReload(session.loaded, symbol, range, plan)
    )
      void this.#loadBars(wanted, plan);
    else {
      const { candleType, fromMs } = session.loaded;
      this.#open({ ...wanted, plan, candleType, fromMs, bars: session.source });
    }
  }

  /** Moves a range that ends today on to the new exchange day, when there is one. */
  followDay(): void {
    const wanted = this.#wanted;
    if (wanted === null || wanted.symbol === '') return;
    const before = planAt(wanted.range, this.#plannedAtMs);
    if (!isSameView(before, this.#planNow(wanted.range)))
      this.show(wanted.symbol, wanted.range, wanted.isUnadjusted);
  }

  /** Loads again what failed or is there. */
  reload(): void {
    const wanted = this.#wanted;
    if (wanted !== null && wanted.symbol !== '') void this.#loadBars(wanted, this.#planNow(wanted.range));
  }

  /** Loads more to the left, unless that is under way or there is no more. */
  extendLeft(): void {
    const session = this.#session;
    if (session !== null && !session.isComplete && this.#sideLoad === null && session.source.length > 0)
      void this.#extend(session);
  }

  /** Loads the newest bars again: after a pause or a lost connection. */
  refreshTail(): void {
    const session = this.#session;
    if (session === null || !session.plan.isLive || session.source.length === 0) return;
    if (this.#sideLoad === null) void this.#correctTail(session);
  }

  /** Live prints flow only while the window is on screen. */
  setActive(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    this.#follow();
    if (!isActive) return;
    this.followDay();
    // What was printed meanwhile is in the newest bars.
    this.refreshTail();
  }

  status(): FeedStatus {
    return this.#status;
  }

  dispose(): void {
    this.#load?.abort();
    this.#sideLoad?.abort();
    this.#prints.stop();
    this.#session = null;
  }

  #setStatus(status: FeedStatus): void {
    this.#status = status;
    this.#listener.onStatus(status);
  }

  #planNow(range: ChartRange): LoadPlan {
    this.#plannedAtMs = this.#exchangeMs();
    return planAt(range, this.#plannedAtMs);
  }

  async #candles(
    { symbol, isUnadjusted }: Pick<Wanted, 'symbol' | 'isUnadjusted'>,
    candleType: CandleType,
    { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
    signal: AbortSignal,
  ): Promise<BarColumns> {
    const request = { symbol, candleType, fromMs, toMs, ...(isUnadjusted && { isUnadjusted }) };
    return cleanBars(await this.#source.candles(request, signal));
  }

  #follow(): void {
    this.#prints.follow(this.#isActive ? (this.#wanted?.symbol ?? '') : '');
  }

  #onPrint(print: Print): void {
    const session = this.#session;
    if (session === null || !session.plan.isLive || session.loaded.symbol !== this.#prints.symbol) return;
    // The days of a custom range may be over by now.
    if (print.TS > session.plan.toMs) return;
    const outcome = session.live.take(print);
    if (outcome === 'ignored') return;
    this.#listener.onTick(outcome === 'gap' ? 'added' : outcome);
    if (outcome === 'gap') this.refreshTail();
  }

  /** Adds the prints that came while bars were under way. */
  #takeHeldPrints(): void {
    const prints = this.#prints.release();
    const session = this.#session;
    if (session?.plan.isLive)
      for (const print of prints) if (print.TS <= session.plan.toMs) session.live.take(print);
  }

  #open({ symbol, range, isUnadjusted, plan, candleType, fromMs, bars }: Opening): void {
    const sourcePeriod = candlePeriod[candleType];
    const shownPeriod = periodOf(range.BarSize);
    const isSame = JSON.stringify(sourcePeriod) === JSON.stringify(shownPeriod);
    const shown = isSame ? bars : aggregateColumns(bars, shownPeriod);
    this.#session = {
      loaded: { symbol, range, isUnadjusted, candleType, fromMs, toMs: plan.toMs, isExtended: false },
      plan,
      source: bars,
      shown,
      live: new LiveSeries(bars, sourcePeriod, shown, shownPeriod),
      isComplete: false,
      displayFromMs: plan.displayFromMs,
    };
    this.#takeHeldPrints();
    this.#listener.onBars(shown, plan.displayFromMs);
    this.#setStatus({ kind: 'ready' });
  }

  async #loadBars(wanted: Wanted, plan: LoadPlan): Promise<void> {
    this.#load?.abort();
    this.#sideLoad?.abort();
    const { signal } = (this.#load = new AbortController());
    this.#session = null;
    this.#prints.discardHeld();
    this.#prints.hold();
    this.#setStatus({ kind: 'loading' });
    try {
      const { candleType, fromMs } = plan;
      const bars = new BarStore(await this.#candles(wanted, candleType, plan, signal));
      if (!signal.aborted) this.#open({ ...wanted, plan, candleType, fromMs, bars });
    } catch (error) {
      if (signal.aborted) return;
      this.#prints.discardHeld();
      this.#setStatus({ kind: 'failed', message: failureText(error) });
    }
  }

  async #extend(current: Session): Promise<void> {
    const load = (this.#sideLoad = new AbortController());
    const { loaded, displayFromMs, shown, source, plan } = current;
    const span = extensionOf(loaded, displayFromMs, shown.timeMs[shown.length - 1] ?? plan.toMs);
    try {
      const earlier = await this.#candles(loaded, loaded.candleType, span, load.signal);
      if (load.signal.aborted || this.#session !== current) return;
      const added = new BarStore(earlier);
      added.truncate(added.indexFrom(source.timeMs[0] ?? Infinity));
      const before = shown.length;
      source.prepend(added);
      if (shown !== source) shown.prepend(aggregateColumns(added, periodOf(loaded.range.BarSize)));
      this.#session = {
        ...current,
        displayFromMs: displayFromMs - (loaded.fromMs - span.fromMs),
        loaded: { ...loaded, fromMs: span.fromMs, isExtended: true },
        isComplete: added.length === 0 || span.fromMs === 0,
      };
      this.#listener.onRevised(shown, shown.length - before);
    } catch {
      // Nothing is lost: the bars that are there stay, and the next pull to the left requests more again.
    } finally {
      if (this.#sideLoad === load) this.#sideLoad = null;
    }
  }

  async #correctTail(current: Session): Promise<void> {
    const load = (this.#sideLoad = new AbortController());
    this.#prints.hold();
    const { candleType, range } = current.loaded;
    const fromMs = tailStartMs(current);
    try {
      const toMs = Math.max(planAt(range, this.#exchangeMs()).toMs, current.plan.toMs);
      const tail = await this.#candles(current.loaded, candleType, { fromMs, toMs }, load.signal);
      if (load.signal.aborted || this.#session !== current) return;
      replaceTail(current, tail, fromMs);
      this.#takeHeldPrints();
      this.#listener.onRevised(current.shown, 0);
    } catch {
      // The prints that waited continue where the bars stand.
      if (this.#session === current) this.#takeHeldPrints();
    } finally {
      if (this.#sideLoad === load) this.#sideLoad = null;
    }
  }
}

/** From the start of the last day, so that its volume adds up; and of whole bars of the longer period. */
function tailStartMs({ source, loaded }: Session): number {
  const shownPeriod = periodOf(loaded.range.BarSize);
  const lastMs = source.timeMs[source.length - 1] ?? 0;
  return barStartMs(lastMs, typeof shownPeriod === 'string' ? shownPeriod : 'day');
}

/** Puts bars in the place of those from `fromMs` on. */
function replaceTail({ source, shown, live, loaded }: Session, tail: BarColumns, fromMs: number): void {
  source.truncate(source.indexFrom(fromMs));
  const joinAt = source.length;
  for (let i = 0; i < tail.length; i += 1)
    source.append(
      tail.timeMs[i] ?? 0,
      tail.open[i] ?? NaN,
      tail.high[i] ?? NaN,
      tail.low[i] ?? NaN,
      tail.close[i] ?? NaN,
      tail.volume[i] ?? 0,
    );
  if (shown !== source) {
    shown.truncate(shown.indexFrom(fromMs));
    aggregateInto(shown, source, periodOf(loaded.range.BarSize), joinAt);
  }
  live.recount();
}

/** The text of an answer's Error as it is; any time-out in the chart's own words. */
function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /time-?out/i.test(text) ? TIMEOUT_MESSAGE : text;
}
