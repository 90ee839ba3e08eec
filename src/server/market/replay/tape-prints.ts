import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import type { Bar, Trade } from '../market-data.ts';
import { uniformOf } from '../shared/random.ts';
import { ticksOfBar } from '../shared/ticks-of-bar.ts';
import { venueAt } from '../shared/venues.ts';
import { firstAfter } from './first-after.ts';
import type { RecordedTrade } from './row-readers.ts';
import { SlotCache } from './slot-cache.ts';
import type { TapeSource } from './tape-source.ts';

/** Volume by which the steps of an index's value inside a minute are made: it trades none. */
const INDEX_STEPS_VOLUME = 600;

/** The prints of each minute of a session: the recorded ones, else prints made from the minute's bar. */
export class TapePrints {
  readonly #source: TapeSource;
  readonly #barOfSlot: readonly (Bar | undefined)[];
  /** Shares traded before a minute. */
  readonly #volumeBefore: (slot: number) => number;
  readonly #cache = new SlotCache<readonly Trade[]>();

  constructor(
    source: TapeSource,
    barOfSlot: readonly (Bar | undefined)[],
    volumeBefore: (slot: number) => number,
  ) {
    this.#source = source;
    this.#barOfSlot = barOfSlot;
    this.#volumeBefore = volumeBefore;
  }

  /** The prints of a minute, in order. Those of an index have size 0 and are steps of its value. */
  inSlot(slot: number): readonly Trade[] {
    const { trades } = this.#source;
    return this.#cache.get(slot, () => (trades === null ? this.#made(slot) : this.#recorded(trades, slot)));
  }

  #made(slot: number): Trade[] {
    const { symbol, isIndex, seed } = this.#source;
    const bar = this.#barOfSlot[slot];
    if (bar === undefined) return [];
    let totalVolume = this.#volumeBefore(slot);
    return ticksOfBar(isIndex ? { ...bar, volume: INDEX_STEPS_VOLUME } : bar, [seed, symbol]).map(
      ({ timeMs, priceE4, size }, index) => {
        const shares = isIndex ? 0 : size;
        totalVolume += shares;
        return {
          symbol,
          priceE4,
          size: shares,
          totalVolume,
          exchange: venueAt(uniformOf(seed, symbol, timeMs, index)),
          timeMs,
        };
      },
    );
  }

  #recorded(trades: readonly RecordedTrade[], slot: number): Trade[] {
    const { symbol, session } = this.#source;
    const fromMs = session.openMs + slot * MINUTE_MS;
    let totalVolume = this.#volumeBefore(slot);
    return trades
      .slice(firstAfter(trades, fromMs - 1), firstAfter(trades, fromMs + MINUTE_MS - 1))
      .map(({ priceE4, size, exchange, timeMs }) => {
        totalVolume += size;
        return { symbol, priceE4, size, totalVolume, exchange, timeMs };
      });
  }
}
