import { barStartMs, type BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import { newYorkMinutes } from '../../../src/domain/calendar/us-equity.ts';
import type { BarStore } from '../model/bar-store.ts';

const OPEN_MINUTES = 9 * 60 + 30;
const CLOSE_MINUTES = 16 * 60;

/** A print of the tape: P price, V size, TV the session's volume after it, TS exchange time (UTC ms). */
export interface Print {
  readonly P: number;
  readonly V: number;
  readonly TV: number;
  readonly TS: number;
}

/** What a print did to the bars. `gap`: whole bars between it and the last one were missed; the print is in. */
export type PrintOutcome = 'ignored' | 'changed' | 'added' | 'gap';

/** Prints count from 9:30 up to 16:00 New York. */
export function isInSession(timeMs: number): boolean {
  const minutes = newYorkMinutes(timeMs);
  return minutes >= OPEN_MINUTES && minutes < CLOSE_MINUTES;
}

/**
 * Carries bars on with live prints. History and prints come on two connections in any order, so a print may already be in the history, and prints may
 * have been left out of the tape: the session's volume after each print (TV) says which. A print counts with the volume that the bars of its
 * day do not have yet; one with none is already in.
 */
export class LiveSeries {
  #source: BarStore;
  #sourcePeriod: BarPeriod;
  #shown: BarStore;
  #shownPeriod: BarPeriod;
  #dayMs = 0;
  #dayVolume = 0;

  /** `shown` is what the view draws; the same store as `source` when nothing is put together. */
  constructor(source: BarStore, sourcePeriod: BarPeriod, shown: BarStore, shownPeriod: BarPeriod) {
    this.#source = source;
    this.#sourcePeriod = sourcePeriod;
    this.#shown = shown;
    this.#shownPeriod = shownPeriod;
    this.recount();
  }

  /** Counts the volume of the last day again, after the source was changed from outside. */
  recount(): void {
    const { length, timeMs, volume } = this.#source;
    this.#dayMs = length === 0 ? 0 : barStartMs(timeMs[length - 1] ?? 0, 'day');
    this.#dayVolume = 0;
    for (let i = length - 1; i >= 0 && (timeMs[i] ?? 0) >= this.#dayMs; i -= 1)
      this.#dayVolume += volume[i] ?? 0;
  }

  take(print: Print): PrintOutcome {
    if (!(print.P > 0) || !Number.isFinite(print.P) || !isInSession(print.TS)) return 'ignored';
    const dayMs = barStartMs(print.TS, 'day');
    if (dayMs < this.#dayMs) return 'ignored';
    const counted = dayMs === this.#dayMs ? this.#dayVolume : 0;
    const added = print.TV - counted;
    // An index has prices and no volume: each of its prints is news, unless it is older than the last bar.
    const isIndex = print.V === 0 && print.TV === 0 && counted === 0;
    if (isIndex ? barStartMs(print.TS, this.#sourcePeriod) < this.#lastSourceMs() : added <= 0)
      return 'ignored';
    const isGap = this.#skipsBars(print.TS) && added > print.V;
    this.#dayMs = dayMs;
    this.#dayVolume = counted + Math.max(added, 0);
    if (this.#source !== this.#shown) put(this.#source, this.#sourcePeriod, print, added);
    const outcome = put(this.#shown, this.#shownPeriod, print, added);
    return isGap ? 'gap' : outcome;
  }

  #lastSourceMs(): number {
    return this.#source.timeMs[this.#source.length - 1] ?? 0;
  }

  /** Whether at least one whole source bar lies between the last one and a moment. */
  #skipsBars(timeMs: number): boolean {
    if (typeof this.#sourcePeriod === 'string' || this.#source.length === 0) return false;
    return (
      barStartMs(timeMs, this.#sourcePeriod) - this.#lastSourceMs() > this.#sourcePeriod.minutes * 60_000
    );
  }
}

/** A print in the bar of its period; late ones count in the last bar, since finished bars stay as the server sent them. */
function put(store: BarStore, period: BarPeriod, { P, TS }: Print, volume: number): 'changed' | 'added' {
  const startMs = barStartMs(TS, period);
  if (store.length > 0 && startMs <= (store.timeMs[store.length - 1] ?? 0)) {
    store.extendLast(P, volume);
    return 'changed';
  }
  store.append(startMs, P, P, P, P, volume);
  return 'added';
}
