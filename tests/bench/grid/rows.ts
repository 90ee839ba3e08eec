/** The rows that every contender shows: twelve columns, four of which change. */
export interface BenchRow {
  readonly id: string;
  readonly name: string;
  readonly sector: string;
  readonly close: number;
  last: number;
  change: number;
  volume: number;
  bid: number;
  ask: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
}
export const COLUMNS = [
  'id',
  'name',
  'sector',
  'close',
  'last',
  'change',
  'volume',
  'bid',
  'ask',
  'open',
  'high',
  'low',
] as const;

/** Pseudo-random numbers of a seed, 0 up to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function makeRows(count: number): BenchRow[] {
  const random = randomOf(7);
  return Array.from({ length: count }, (_, index) => {
    const close = 5 + random() * 500;
    const last = close * (0.97 + random() * 0.06);
    return {
      id: `S${index}`,
      name: `Company ${index} Incorporated`,
      sector: `Sector ${index % 11}`,
      close,
      last,
      change: (last / close - 1) * 100,
      volume: Math.floor(random() * 5e7),
      bid: last - 0.01,
      ask: last + 0.01,
      open: close,
      high: last * 1.01,
      low: last * 0.99,
    };
  });
}

/** A feed: each call moves the prices of so many rows and reports which. */
export function createFeed(
  rows: readonly BenchRow[],
): (count: number, onChange: (row: BenchRow) => void) => void {
  const random = randomOf(11);
  return (count, onChange) => {
    for (let index = 0; index < count; index++) {
      const row = rows[Math.floor(random() * rows.length)];
      if (row === undefined) continue;
      row.last *= 0.999 + random() * 0.002;
      row.change = (row.last / row.close - 1) * 100;
      row.volume += 100;
      row.bid = row.last - 0.01;
      row.ask = row.last + 0.01;
      onChange(row);
    }
  };
}

const price = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US');
/** The text of a cell, the same for all. */
export function textOf(column: (typeof COLUMNS)[number], row: BenchRow): string {
  const value = row[column];
  return typeof value === 'string' ? value : column === 'volume' ? whole.format(value) : price.format(value);
}

/** One grid under test. */
export interface Contender {
  /** Shows the rows, sorted by the change of price, largest first, with `isSorted`; resolves once it is on screen. */
  show(element: HTMLElement, rows: BenchRow[], isSorted: boolean): Promise<void>;
  /** These rows have changed since the last call. */
  refresh(changed: ReadonlySet<BenchRow>): void;
  /** What scrolls. */
  scroller(): HTMLElement;
  end(): void;
}
