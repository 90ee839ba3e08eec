const MOST_CHARACTERS = 500;

/** What a strategy says. Bounded: what is more is counted and left out. */
export interface StrategyLog {
  write(...values: unknown[]): void;
  /** How many lines may be kept until they are taken. */
  limit: number;
  /** The lines since they were taken last. */
  take(): readonly string[];
}

export function createLog(): StrategyLog {
  let lines: string[] = [];
  let leftOut = 0;
  const log: StrategyLog = {
    limit: 1_000,
    write(...values) {
      if (lines.length >= log.limit) {
        leftOut += 1;
        return;
      }
      const text = values.slice(0, 20).map(inWords).join(' ');
      lines.push(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text);
    },
    take() {
      const taken = leftOut === 0 ? lines : [...lines, `… and ${leftOut.toLocaleString('en-US')} more lines`];
      lines = [];
      leftOut = 0;
      return taken;
    },
  };
  return log;
}

/** Never calls what an object of the author's says of itself. */
function inWords(value: unknown): string {
  // A part of a text keeps the whole of it in memory; put together anew it does not.
  if (typeof value === 'string')
    return value.length > MOST_CHARACTERS ? [...value.slice(0, MOST_CHARACTERS)].join('') : value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Math.round(value * 1e6) / 1e6) : String(value);
  if (typeof value === 'boolean' || value === undefined || value === null) return String(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return typeof value;
  return typeof value === 'function' ? 'function' : 'object';
}
