import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs, previousSession } from '../../../domain/calendar/us-equity.ts';
import { barsBetween } from '../../../domain/bars/bar.ts';
import type { Bar, CandleType, SessionDay, Urgency } from '../market-data.ts';
import type { BarFiles, KeptBars } from './bar-files.ts';
import { spansBetween, type BarSpan } from './bar-spans.ts';

/** Requests the bars that start in [fromMs, toMs), ascending; rejects when a part is missing. */
export type LoadBars = (
  symbol: string,
  candle: CandleType,
  fromMs: number,
  toMs: number,
  urgency: Urgency,
) => Promise<Bar[]>;

/** What a store works with. */
export interface BarStoreOptions {
  readonly load: LoadBars;
  readonly files: Pick<BarFiles, 'read' | 'write' | 'forget'>;
  /** UTC ms. */
  readonly nowMs: () => number;
  /** The session in progress, or the last one begun. */
  readonly sessionDay: () => SessionDay;
}

/** Bars within a session may still be corrected for this long, so they are requested again, ms. */
const SETTLED_AFTER_MS = 20 * MINUTE_MS;
/** The newest bars of a session are requested again when those that are known are older, ms. */
const TAIL_AGE_MS = 10_000;
/** Bars that are kept in memory. */
const MAX_BARS = 600_000;

interface Span extends KeptBars {
  /** When the newest bars were requested, UTC ms; -Infinity = not since the start. */
  readonly loadedAtMs: number;
}

interface Pending {
  readonly urgency: Urgency;
  readonly work: Promise<Span>;
}

/**
 * The history of bars: in memory, on disk, and from the vendor what is missing. Bars that can still change are requested again. When the vendor has changed a
 * daily bar that was settled (a split, a late correction), all bars of the symbol are dropped and requested again.
 */
export class BarStore {
  readonly #options: BarStoreOptions;
  /** In the order of their use, by symbol and name of the span. */
  readonly #spans = new Map<string, Span>();
  readonly #pending = new Map<string, Pending>();
  #barCount = 0;

  constructor(options: BarStoreOptions) {
    this.#options = options;
  }

  /** Bars that start in [fromMs, toMs), ascending. Rejects when the vendor does not answer for a part that is missing. */
  async bars(
    symbol: string,
    candle: CandleType,
    fromMs: number,
    toMs: number,
    urgency: Urgency,
  ): Promise<Bar[]> {
    const untilMs = Math.min(toMs, this.#options.nowMs());
    const spans = spansBetween(candle, fromMs, untilMs);
    // The daily bars show whether what is kept of the symbol is still right.
    const [days] = candle === 'Day' ? [] : spansBetween('Day', fromMs, untilMs);
    if (days !== undefined) await this.#span(symbol, 'Day', days, untilMs, urgency);
    const found: Bar[] = [];
    for (const span of spans) {
      const { bars } = await this.#span(symbol, candle, span, untilMs, urgency);
      found.push(...barsBetween(bars, fromMs, untilMs));
    }
    return found;
  }

  #span(symbol: string, candle: CandleType, span: BarSpan, untilMs: number, urgency: Urgency): Promise<Span> {
    const key = `${symbol}/${span.name}`;
    const known = this.#spans.get(key);
    if (known !== undefined && this.#isRecent(known, candle, span, untilMs)) {
      this.#spans.delete(key);
      this.#spans.set(key, known);
      return Promise.resolve(known);
    }
    const pending = this.#pending.get(key);
    // A trader does not wait behind work in the background: a second request is the lesser evil.
    if (pending !== undefined && (pending.urgency === 'visible' || urgency === 'background'))
      return pending.work;
    const work = this.#complete(symbol, candle, span, urgency).finally(() => {
      if (this.#pending.get(key)?.work === work) this.#pending.delete(key);
    });
    this.#pending.set(key, { urgency, work });
    return work;
  }

  #isRecent(known: Span, candle: CandleType, span: BarSpan, untilMs: number): boolean {
    if (known.completeToMs >= Math.min(span.toMs, untilMs)) return true;
    const { nowMs, sessionDay } = this.#options;
    if (candle !== 'Day') return nowMs() - known.loadedAtMs < TAIL_AGE_MS;
    // A session adds a daily bar when it has ended; until then the market makes today's from its trades.
    const { openMs, closeMs } = sessionDay();
    const changedMs = nowMs() >= closeMs + SETTLED_AFTER_MS ? closeMs + SETTLED_AFTER_MS : openMs;
    return known.loadedAtMs >= changedMs;
  }

  async #complete(symbol: string, candle: CandleType, span: BarSpan, urgency: Urgency): Promise<Span> {
    const { files, nowMs } = this.#options;
    const key = `${symbol}/${span.name}`;
    const kept = this.#spans.get(key) ??
      (await files.read(symbol, span.name)) ?? { bars: [], completeToMs: span.fromMs };
    const loadedAtMs = nowMs();
    if (kept.completeToMs >= span.toMs) return this.#keep(key, { ...kept, loadedAtMs });
    const settled = barsBetween(kept.bars, span.fromMs, kept.completeToMs);
    const last = settled.at(-1);
    // A daily bar that was settled is requested again with those after it.
    const fromMs = candle === 'Day' && last !== undefined ? last.timeMs : kept.completeToMs;
    const loaded = await this.#options.load(symbol, candle, fromMs, Math.min(span.toMs, loadedAtMs), urgency);
    if (candle === 'Day' && last !== undefined && !isSame(last, loaded[0])) {
      await this.#forget(symbol);
      return this.#complete(symbol, candle, span, urgency);
    }
    const bars = [...barsBetween(settled, span.fromMs, fromMs), ...loaded];
    const completeToMs = Math.min(
      span.toMs,
      Math.max(kept.completeToMs, this.#settledMs(candle, loadedAtMs)),
    );
    if (completeToMs > kept.completeToMs)
      await files.write(symbol, span.name, {
        bars: barsBetween(bars, span.fromMs, completeToMs),
        completeToMs,
      });
    return this.#keep(key, { bars, completeToMs, loadedAtMs });
  }

  /** Bars that start before this time are not expected to change, UTC ms. */
  #settledMs(candle: CandleType, nowMs: number): number {
    if (candle !== 'Day') return Math.floor((nowMs - SETTLED_AFTER_MS) / (30 * MINUTE_MS)) * 30 * MINUTE_MS;
    return newYorkMs(previousSession(this.#options.sessionDay().date).date, 0);
  }

  #keep(key: string, span: Span): Span {
    this.#drop(key);
    this.#spans.set(key, span);
    this.#barCount += span.bars.length;
    for (const oldest of this.#spans.keys()) {
      if (this.#barCount <= MAX_BARS || oldest === key) break;
      this.#drop(oldest);
    }
    return span;
  }

  #drop(key: string): void {
    this.#barCount -= this.#spans.get(key)?.bars.length ?? 0;
    this.#spans.delete(key);
  }

  async #forget(symbol: string): Promise<void> {
    for (const key of [...this.#spans.keys()]) if (key.startsWith(`${symbol}/`)) this.#drop(key);
    await this.#options.files.forget(symbol);
  }
}

function isSame(bar: Bar, other: Bar | undefined): boolean {
  return (
    other !== undefined &&
    bar.timeMs === other.timeMs &&
    bar.openE4 === other.openE4 &&
    bar.highE4 === other.highE4 &&
    bar.lowE4 === other.lowE4 &&
    bar.closeE4 === other.closeE4
  );
}
