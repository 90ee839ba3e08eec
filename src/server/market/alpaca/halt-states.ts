import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { effectOfStatus, reasonOfStatus } from './status-codes.ts';
import type { WireStatus } from './wire.ts';

/** A trade is reported up to 10 s after it took place: one that is so much later than a halt took place after it, ms. */
const REPORT_DELAY_MS = 10_000;
/** How often the trades of a symbol are queried whose halt may have ended unnoticed, ms. */
const DOUBT_MS = MINUTE_MS;

interface Halt {
  /** Time of the status that began it, UTC ms. */
  readonly sinceMs: number;
  readonly reason: string;
  /** The message that ends it may have been missed. Host time of the next query, UTC ms; undefined = no doubt. */
  dueMs: number | undefined;
}

/** What halts are made of. */
export interface HaltStatesOptions {
  /** A symbol is halted, trades again (an empty reason), or is halted for another reason. */
  readonly publish: (symbol: string, isHalted: boolean, reason: string) => void;
  /** From when on the halts of a symbol that counts as trading are known, UTC ms; null = it trades for certain. */
  readonly publishKnown: (symbol: string, knownFromMs: number | null) => void;
  readonly note: (line: string) => void;
  /** UTC ms. */
  readonly wallMs: () => number;
}

/**
 * Which symbols are halted, and why. Alpaca reports changes only, and repeats none after a loss of its stream. A message that is missing is made up
 * for by what follows: a trade after a halt shows that it has ended, and the return of quotes shows a halt that was missed.
 */
export class HaltStates {
  readonly #options: HaltStatesOptions;
  readonly #halts = new Map<string, Halt>();
  /** Time of the newest status of each symbol, UTC ms: an older one changes nothing. */
  readonly #newestMs = new Map<string, number>();
  readonly #notedCodes = new Set<string>();
  /** When the statuses of this connection began, UTC ms: a halt that began before may be unknown. Undefined before the first connection. */
  #liveSinceMs: number | undefined;
  /** Symbols that have had a status or a trade since: whether they are halted is known. */
  readonly #settled = new Set<string>();

  constructor(options: HaltStatesOptions) {
    this.#options = options;
  }

  isHalted(symbol: string): boolean {
    return this.#halts.has(symbol);
  }

  /** Empty when the symbol trades, or the reason is unknown. */
  reasonOf(symbol: string): string {
    return this.#halts.get(symbol)?.reason ?? '';
  }

  /** A halt of the symbol that began before this time, UTC ms, may be unknown; null when it is halted as far as is known, or trades for certain. */
  knownFromMs(symbol: string): number | null {
    if (this.#liveSinceMs === undefined || this.#settled.has(symbol) || this.#halts.has(symbol)) return null;
    return this.#liveSinceMs;
  }

  /** Statuses arrive from this exchange time on, UTC ms. What came before is unknown: Alpaca repeats none, and no query answers it. */
  live(sinceMs: number): void {
    this.#liveSinceMs = sinceMs;
    this.#settled.clear();
    this.doubt();
  }

  /** Publishes which of these symbols may be halted without our knowledge. */
  publishDoubts(symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      const knownFromMs = this.knownFromMs(symbol);
      if (knownFromMs !== null) this.#options.publishKnown(symbol, knownFromMs);
    }
  }

  /** Applies a trading status. One with an unknown code changes nothing. */
  apply(symbol: string, status: WireStatus): void {
    if (status.t < (this.#newestMs.get(symbol) ?? -Infinity)) return;
    const effect = effectOfStatus(status);
    if (effect === 'unknown') return this.#noteCode(symbol, status);
    if (effect === 'none') return;
    this.#newestMs.set(symbol, status.t);
    this.#settle(symbol);
    if (effect === 'resume') return this.#end(symbol);
    const before = this.#halts.get(symbol);
    // A later status of a halt may state no reason of its own.
    const reason = reasonOfStatus(status) || (before?.reason ?? '');
    this.#halts.set(symbol, { sinceMs: status.t, reason, dueMs: undefined });
    if (before?.reason !== reason) this.#options.publish(symbol, true, reason);
  }

  /** A trade took place, UTC ms: one after a halt ends it, and one after the statuses began shows that there is none from before. */
  traded(symbol: string, timeMs: number): void {
    if (timeMs > (this.#liveSinceMs ?? Infinity) + REPORT_DELAY_MS) this.#settle(symbol);
    const halt = this.#halts.get(symbol);
    if (halt !== undefined && timeMs > halt.sinceMs + REPORT_DELAY_MS) this.#end(symbol);
  }

  /** The stream was lost, or a session begins: each halt may have ended since. */
  doubt(): void {
    const nowMs = this.#options.wallMs();
    for (const halt of this.#halts.values()) halt.dueMs = nowMs;
  }

  /** Symbols whose last trade has to be queried now, because their halt may have ended. Each is due again a minute later. */
  due(): string[] {
    const nowMs = this.#options.wallMs();
    const due = [...this.#halts].filter(([, { dueMs }]) => dueMs !== undefined && dueMs <= nowMs);
    for (const [, halt] of due) halt.dueMs = nowMs + DOUBT_MS;
    return due.map(([symbol]) => symbol);
  }

  #settle(symbol: string): void {
    const wasKnown = this.knownFromMs(symbol) === null;
    this.#settled.add(symbol);
    if (!wasKnown) this.#options.publishKnown(symbol, null);
  }

  #end(symbol: string): void {
    if (this.#halts.delete(symbol)) this.#options.publish(symbol, false, '');
  }

  #noteCode(symbol: string, { sc, sm, z }: WireStatus): void {
    const code = `${z}/${sc}`;
    if (this.#notedCodes.has(code)) return;
    this.#notedCodes.add(code);
    this.#options.note(
      `Alpaca sent the unknown trading status "${sc}" (${sm}) on tape "${z}", first for ${symbol}. Such statuses change nothing.`,
    );
  }
}
