const MOST_CHARACTERS = 500;

/** Lines of a run that are kept; of more the last ones. */
export const MAX_LOG_LINES = 1_000;

export interface LogLine {
  /** The present bar's end, as `Date.now()` of the strategy. */
  readonly timeMs: number;
  readonly text: string;
}
export interface LogPart {
  /** Oldest first. */
  readonly lines: readonly LogLine[];
  /** Lines before them that were dropped. */
  readonly dropped: number;
}

/** The log of a strategy, in bounded memory: the last lines are kept. */
export interface StrategyLog {
  write(...values: unknown[]): void;
  /** How many lines may be kept until they are taken. */
  limit: number;
  /** The lines since they were taken last. */
  takeLines(): LogPart;
  /** Their texts. */
  take(): readonly string[];
}

export function createLog(nowMs: () => number): StrategyLog {
  let limit = MAX_LOG_LINES;
  /** A ring: the next line goes to the place `written` modulo the limit. */
  let ring: LogLine[] = [];
  let written = 0;
  /** Lines that an earlier, larger limit would have kept. */
  let cut = 0;
  const inOrder = (): LogLine[] => {
    const oldest = Math.max(0, written - limit) % limit;
    return [...ring.slice(oldest), ...ring.slice(0, oldest)];
  };
  const log: StrategyLog = {
    get limit() {
      return limit;
    },
    set limit(next) {
      const lines = inOrder();
      cut += written - Math.min(lines.length, next);
      ring = lines.slice(-next);
      written = ring.length;
      limit = next;
    },
    write(...values) {
      const text = values.slice(0, 20).map(inWords).join(' ');
      ring[written % limit] = {
        timeMs: nowMs(),
        text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text,
      };
      written += 1;
    },
    takeLines() {
      const taken = { lines: inOrder(), dropped: cut + Math.max(0, written - limit) };
      ring = [];
      written = 0;
      cut = 0;
      return taken;
    },
    take: () => log.takeLines().lines.map(({ text }) => text),
  };
  return log;
}

/** Never calls what an object of the author's says of itself. */
function inWords(value: unknown): string {
  // A part of a text keeps the whole of it in memory; a part of a joined text keeps only that one.
  if (typeof value === 'string')
    return value.length > MOST_CHARACTERS ? ` ${value.slice(0, MOST_CHARACTERS)}`.slice(1) : value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Math.round(value * 1e6) / 1e6) : String(value);
  if (typeof value === 'boolean' || value === undefined || value === null) return String(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return typeof value;
  return typeof value === 'function' ? 'function' : 'object';
}
