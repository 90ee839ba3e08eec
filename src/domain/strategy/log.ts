const MAX_CHARACTERS = 500;

/** Max lines of a run that are kept: the newest ones. */
export const MAX_LOG_LINES = 1_000;

/** One line that a strategy wrote with `log`. */
export interface LogLine {
  /** End of the present bar, UTC ms: `Date.now()` of the strategy. */
  readonly timeMs: number;
  readonly text: string;
}
/** Lines that were taken from a log. */
export interface LogPart {
  /** Oldest first. */
  readonly lines: readonly LogLine[];
  /** Number of earlier lines that were dropped. */
  readonly dropped: number;
}

/** The log of a strategy, in bounded memory: the last lines are kept. */
export class StrategyLog {
  readonly #nowMs: () => number;
  #limit = MAX_LOG_LINES;
  /** A ring buffer: the next line is written at index `#written` modulo the limit. */
  #ring: LogLine[] = [];
  #written = 0;
  /** Lines that were dropped when the limit was lowered. */
  #cut = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Max lines that are kept until they are taken. A lower limit drops the oldest lines. */
  get limit(): number {
    return this.#limit;
  }

  set limit(next: number) {
    const lines = this.#inOrder();
    this.#cut += this.#written - Math.min(lines.length, next);
    this.#ring = lines.slice(-next);
    this.#written = this.#ring.length;
    this.#limit = next;
  }

  /** Writes one line. Bound, because the author's code calls it without its object. */
  readonly write = (...values: unknown[]): void => {
    const text = values.slice(0, 20).map(textOf).join(' ');
    this.#ring[this.#written % this.#limit] = {
      timeMs: this.#nowMs(),
      text: text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text,
    };
    this.#written += 1;
  };

  /** Removes and returns the lines written since the last call. */
  takeLines(): LogPart {
    const taken = { lines: this.#inOrder(), dropped: this.#cut + Math.max(0, this.#written - this.#limit) };
    this.#ring = [];
    this.#written = 0;
    this.#cut = 0;
    return taken;
  }

  /** The same as texts only. */
  take(): readonly string[] {
    return this.takeLines().lines.map(({ text }) => text);
  }

  #inOrder(): LogLine[] {
    const oldest = Math.max(0, this.#written - this.#limit) % this.#limit;
    return [...this.#ring.slice(oldest), ...this.#ring.slice(0, oldest)];
  }
}

/** Calls no method of the author's objects: they could throw or never return. */
function textOf(value: unknown): string {
  // A slice keeps the whole string in memory. The slice of a concatenation keeps only the concatenated part.
  if (typeof value === 'string')
    return value.length > MAX_CHARACTERS ? ` ${value.slice(0, MAX_CHARACTERS)}`.slice(1) : value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Math.round(value * 1e6) / 1e6) : String(value);
  if (typeof value === 'boolean' || value === undefined || value === null) return String(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return typeof value;
  return typeof value === 'function' ? 'function' : 'object';
}
