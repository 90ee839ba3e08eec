import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, previousSession, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { toPriceE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { Bar } from '../market-data.ts';
import { peekLines } from './csv-file.ts';
import type { RecordingFile } from './folder-index.ts';

/** Daily bars of a symbol, ascending, and its minute bars by date. */
export interface RecordedBars {
  daily(symbol: string): readonly Bar[];
  minutes(symbol: string): ReadonlyMap<string, readonly Bar[]>;
}

/**
 * Bars with the prices of the underlying that stand in option chains, on days of which nothing else was recorded: a minute without
 * volume at each snapshot, and the previous close. Chains are read for their prices only when a symbol is first requested.
 */
export function withChainPrices(
  bars: RecordedBars,
  chainsOf: (symbol: string) => readonly Pick<RecordingFile, 'path'>[],
  hasTrades: (symbol: string, date: string) => boolean,
): RecordedBars {
  const kept = new Map<string, { daily: readonly Bar[]; minutes: ReadonlyMap<string, readonly Bar[]> }>();

  function filled(symbol: string): { daily: readonly Bar[]; minutes: ReadonlyMap<string, readonly Bar[]> } {
    const known = kept.get(symbol);
    if (known !== undefined) return known;
    const [daily, minutes] = [bars.daily(symbol), bars.minutes(symbol)];
    const days = new Set(daily.map(({ timeMs }) => newYorkDate(timeMs)));
    const isOpen = ({ timeMs }: Bar): boolean => {
      const date = newYorkDate(timeMs);
      return !days.has(date) && !minutes.has(date) && !hasTrades(symbol, date);
    };
    const prices = chainsOf(symbol).flatMap(chainPricesIn);
    const made = new Map<string, Bar[]>();
    for (const bar of minutesAt(prices).filter(isOpen))
      made.set(newYorkDate(bar.timeMs), [...(made.get(newYorkDate(bar.timeMs)) ?? []), bar]);
    const result = {
      daily: inOrder([...daily, ...closesBefore(prices).filter(isOpen)]),
      minutes: new Map([...minutes, ...[...made].map(([date, list]) => [date, inOrder(list)] as const)]),
    };
    kept.set(symbol, result);
    return result;
  }

  return {
    daily: (symbol) => (chainsOf(symbol).length === 0 ? bars.daily(symbol) : filled(symbol).daily),
    minutes: (symbol) => (chainsOf(symbol).length === 0 ? bars.minutes(symbol) : filled(symbol).minutes),
  };
}

/** Bars by time; of two at a time the first counts. */
function inOrder(bars: readonly Bar[]): readonly Bar[] {
  const byTime = new Map<number, Bar>();
  for (const bar of bars) if (!byTime.has(bar.timeMs)) byTime.set(bar.timeMs, bar);
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** What a chain says of its underlying at a snapshot. Prices in E4; 0 = not recorded. */
interface ChainPrice {
  /** UTC ms. */
  readonly timeMs: number;
  readonly priceE4: PriceE4;
  readonly previousCloseE4: PriceE4;
}

/** The prices of the underlying in a file of chains, one for each snapshot; none in a file that cannot be read. */
function chainPricesIn({ path }: Pick<RecordingFile, 'path'>): readonly ChainPrice[] {
  const [header = '', ...rows] = peekLines(path, Infinity) ?? [];
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const [time, price, close] = ['snapshot', 'underlyingprice', 'prevclose'].map((name) =>
    names.indexOf(name),
  );
  const found = new Map<string, ChainPrice>();
  for (const row of rows) {
    const cells = row.split(',');
    const cell = (at: number | undefined): string => (at === undefined ? '' : (cells[at]?.trim() ?? ''));
    const snapshot = cell(time);
    const timeMs = found.has(snapshot) ? Number.NaN : Date.parse(snapshot);
    if (!Number.isNaN(timeMs))
      found.set(snapshot, { timeMs, priceE4: amount(cell(price)), previousCloseE4: amount(cell(close)) });
  }
  return [...found.values()];
}

/** A minute without volume for each price, not before it was recorded; prices from outside of a session are left out. */
function minutesAt(prices: readonly ChainPrice[]): readonly Bar[] {
  return prices.flatMap(({ timeMs, priceE4 }) => {
    const session = sessionOn(newYorkDate(timeMs));
    if (session === null || priceE4 === 0 || timeMs >= session.closeMs) return [];
    const startMs = Math.max(session.openMs, Math.ceil(timeMs / MINUTE_MS) * MINUTE_MS);
    return [flatBar(startMs, priceE4)];
  });
}

/** The close before each day with prices, as a daily bar without volume. */
function closesBefore(prices: readonly ChainPrice[]): readonly Bar[] {
  return prices.flatMap(({ timeMs, previousCloseE4 }) =>
    previousCloseE4 === 0
      ? []
      : [flatBar(newYorkMs(previousSession(newYorkDate(timeMs)).date, 0), previousCloseE4)],
  );
}

const flatBar = (timeMs: number, priceE4: PriceE4): Bar => ({
  timeMs,
  openE4: priceE4,
  highE4: priceE4,
  lowE4: priceE4,
  closeE4: priceE4,
  volume: 0,
});

function amount(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? toPriceE4(value) : 0;
}
