import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sessionOn } from '../../src/domain/calendar/us-equity.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import type { Bar, CandleType } from '../../src/server/market/market-data.ts';

const MINUTE_MS = 60_000;
const CENT_E4 = 100;
const PRINT_MS = 100;
/** The other prints come later than orders that a run sends when it gets the bar before: an order is not filled by a print before its arrival. */
const LATER_PRINTS_MS = 30_000;
/** After its end a bar waits so long for trades that come late. */
const BAR_DELAY_MS = 2_000;
const VOLUME_OF_QUIET_MINUTE = 400;
const MANY_SHARES = 1_000_000;
/** A print at which a stop is triggered, beside the recorded ones. */
const STOP_PRINT = 100;

/** Recorded minutes of a symbol by their start. */
type RecordedMinutes = ReadonlyMap<number, Bar>;

/**
 * The minutes of all days in a file of a recording. Each price is put half a cent beside a whole cent: no limit order can lie at the price of a bar, where a
 * broker decides by its queue what a backtest cannot know.
 */
export function readMinutes(file: string): RecordedMinutes {
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const names = header.trim().split(',');
  const bars = lines.map((line): Bar => {
    const cells = line.trim().split(',');
    const number = (name: string): number => Number(cells[names.indexOf(name)]);
    const priceE4 = (name: string): number => Math.round(number(name) * 100) * CENT_E4 + CENT_E4 / 2;
    const [openE4, closeE4] = [priceE4('Open'), priceE4('Close')];
    return {
      timeMs: Date.parse(cells[names.indexOf('Timestamp')] ?? ''),
      openE4,
      highE4: Math.max(openE4, closeE4, priceE4('High')),
      lowE4: Math.min(openE4, closeE4, priceE4('Low')),
      closeE4,
      volume: number('Volume') || VOLUME_OF_QUIET_MINUTE,
    };
  });
  return new Map(bars.map((bar) => [bar.timeMs, bar]));
}

/**
 * A market that plays the recorded minutes of a day as a backtest imagines them: one quote at the open of a bar, at its price and for any quantity, at which
 * market orders fill, and then its prints. What a broker does between them differs from a backtest for reasons of the market alone.
 */
export class MinuteMarket extends ScriptedMarket {
  readonly #minutes: ReadonlyMap<string, RecordedMinutes>;

  constructor(minutes: ReadonlyMap<string, RecordedMinutes>, date: string) {
    const session = sessionOn(date);
    if (session === null) throw new Error(`${date} has no session`);
    super([...minutes.keys()], { date, openMs: session.openMs, closeMs: session.closeMs });
    this.#minutes = minutes;
    for (const [symbol, bars] of minutes) {
      // The close of the day before: short sales are restricted below it.
      const first = [...bars.values()].find(({ timeMs }) => timeMs >= session.openMs);
      if (first !== undefined) this.print(symbol, first.openE4 / 10_000, VOLUME_OF_QUIET_MINUTE);
    }
    this.beginSession(this.session);
  }

  /** The first print of a minute of the session, and the quote at its price. The quote stays until `finishMinute`. */
  openMinute(minute: number): void {
    this.nowMs = this.session.openMs + minute * MINUTE_MS + PRINT_MS;
    for (const [symbol, { openE4, volume }] of this.#barsOf(minute)) {
      const dollars = openE4 / 10_000;
      this.print(symbol, dollars, Math.floor(volume / 4));
      this.show(symbol, [{ exchange: 'NSDQ', bid: [dollars, MANY_SHARES], ask: [dollars, MANY_SHARES] }]);
    }
  }

  /**
   * The other prints of the minute, as `finishMinute` has them, with those at the prices of stops on their way: each is followed by a quote at its price, where the
   * triggered order fills. `first` comes first of the extremes. `stopsOf` gives the prices of the stops of a symbol that wait now; `settled` resolves when they are right.
   */
  async walkMinute(
    minute: number,
    first: 'low' | 'high',
    stopsOf: (symbol: string) => readonly number[],
    settled: () => Promise<void>,
  ): Promise<void> {
    this.nowMs = this.session.openMs + minute * MINUTE_MS + LATER_PRINTS_MS;
    const bars = this.#barsOf(minute);
    const presentE4 = new Map(bars.map(([symbol, { openE4 }]) => [symbol, openE4]));
    for (const [symbol] of bars) this.show(symbol, []);
    const fields =
      first === 'low' ? (['lowE4', 'highE4', 'closeE4'] as const) : (['highE4', 'lowE4', 'closeE4'] as const);
    for (const field of fields) {
      const goals = bars.map(([symbol, bar]) => [symbol, bar[field]] as const);
      while (this.#meetStops(goals, presentE4, stopsOf)) {
        await settled();
        for (const [symbol] of bars) this.show(symbol, []);
      }
      for (const [symbol, { volume }] of bars) {
        const goalE4 = goals.find(([name]) => name === symbol)?.[1] ?? 0;
        presentE4.set(symbol, goalE4);
        this.print(symbol, goalE4 / 10_000, Math.floor(volume / 4));
      }
      await settled();
    }
  }

  /** Prints at the nearest stop of each symbol on the way to its goal, and quotes that price. False when there is none. */
  #meetStops(
    goals: readonly (readonly [symbol: string, goalE4: number])[],
    presentE4: Map<string, number>,
    stopsOf: (symbol: string) => readonly number[],
  ): boolean {
    let hasMet = false;
    for (const [symbol, goalE4] of goals) {
      const fromE4 = presentE4.get(symbol) ?? goalE4;
      const direction = Math.sign(goalE4 - fromE4);
      const [nearestE4] = stopsOf(symbol)
        .filter((stopE4) => direction * (stopE4 - fromE4) > 0 && direction * (goalE4 - stopE4) >= 0)
        .toSorted((a, b) => direction * (a - b));
      if (nearestE4 === undefined) continue;
      hasMet = true;
      presentE4.set(symbol, nearestE4);
      const dollars = nearestE4 / 10_000;
      this.print(symbol, dollars, STOP_PRINT);
      this.show(symbol, [{ exchange: 'NSDQ', bid: [dollars, MANY_SHARES], ask: [dollars, MANY_SHARES] }]);
    }
    return hasMet;
  }

  /** The other prints of the minute, without a quote. */
  finishMinute(minute: number): void {
    this.nowMs = this.session.openMs + minute * MINUTE_MS + LATER_PRINTS_MS;
    for (const [symbol, { lowE4, highE4, closeE4, volume }] of this.#barsOf(minute)) {
      this.show(symbol, []);
      const quarter = Math.floor(volume / 4);
      this.print(symbol, lowE4 / 10_000, quarter);
      this.print(symbol, highE4 / 10_000, quarter);
      this.print(symbol, closeE4 / 10_000, volume - 3 * quarter);
    }
  }

  #barsOf(minute: number): (readonly [symbol: string, bar: Bar])[] {
    const startMs = this.session.openMs + minute * MINUTE_MS;
    return [...this.#minutes].flatMap(([symbol, bars]) => {
      const bar = bars.get(startMs);
      return bar === undefined ? [] : [[symbol, bar] as const];
    });
  }

  /** The time at which the bar of the minute ends by the clock. */
  endMinute(minute: number): void {
    const endMs = this.session.openMs + (minute + 1) * MINUTE_MS;
    if (endMs >= this.session.closeMs && this.open) this.#close();
    this.nowMs = endMs + BAR_DELAY_MS;
  }

  /** Each symbol has its closing auction at its last price. */
  #close(): void {
    this.nowMs = this.session.closeMs;
    this.turn('post');
    for (const symbol of this.#minutes.keys()) {
      const lastE4 = this.lastPrice(symbol)?.lastE4 ?? 0;
      this.auction('closing', symbol, lastE4 / 10_000, MANY_SHARES);
    }
  }

  override async bars(symbol: string, candle: CandleType, fromMs: number, toMs: number): Promise<Bar[]> {
    if (candle === 'Day') return [];
    const bars = [...(this.#minutes.get(symbol)?.values() ?? [])];
    return bars.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs && timeMs + MINUTE_MS <= this.nowMs);
  }
}
