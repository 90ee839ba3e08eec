import type { PriceE4 } from '../../../domain/money/price.ts';
import { drawTurns, fillLiveliness, varianceCurve } from './day-path.ts';
import type { DayPrices, MarketCourse } from './day-path.ts';
import { GrowingColumn } from './growing-column.ts';
import { LruCache } from './lru-cache.ts';
import { mix32, Noise } from './noise.ts';

/** Standard deviation of the market's return on a usual day. */
export const MARKET_VOLATILITY = 0.0075;
/** Standard deviation of a sector's own return on a usual day. */
export const SECTOR_VOLATILITY = 0.0045;
/** What the market earns on an average day: 7 % a year. */
const DAILY_DRIFT = 0.00028;
/** Parts of a day's standard deviation that fall before the open and during trading. */
export const OVERNIGHT_PART = 0.55;
/** Part of a day's standard deviation that falls in the regular session. */
export const SESSION_PART = 0.835;

/** How persistently volatility wanders (per day) and by how much it is shocked. */
const MEMORY = 0.975;
const SHOCK = 0.135;
/** Spread of what a single day has of it for itself. */
const DAY_SHOCK = 0.22;

/** The log returns that many symbols share: the market's and each sector's, before the open and in session, by day. */
export class Factors {
  readonly marketOvernight = new GrowingColumn();
  readonly marketSession = new GrowingColumn();
  /** The market's volatility of the day as a multiple of the usual. */
  readonly unrest = new GrowingColumn();
  /** What the market's way above and below its open and close in session was drawn from: exponential, mean 2. */
  readonly marketUp = new GrowingColumn();
  readonly marketDown = new GrowingColumn();
  readonly sectorOvernight: readonly GrowingColumn[];
  readonly sectorSession: readonly GrowingColumn[];
  readonly #seed32: number;
  readonly #market: Noise;
  readonly #sectors: readonly Noise[];
  readonly #courses = new LruCache<string, MarketCourse>(128);
  #logVariance = 0;

  constructor(seed32: number, sectorCount: number) {
    this.#seed32 = seed32;
    this.#market = new Noise(mix32(seed32, 0, 101));
    const sectors = Array.from({ length: sectorCount }, (_, index) => index);
    this.#sectors = sectors.map((index) => new Noise(mix32(seed32, index, 102)));
    this.sectorOvernight = sectors.map(() => new GrowingColumn());
    this.sectorSession = sectors.map(() => new GrowingColumn());
  }

  /** Makes days up to and including `day` known. What was known stays as it was. */
  extendTo(day: number): void {
    while (this.unrest.length <= day) this.#appendDay();
  }

  /** What all symbols share within a known day of `minutes`. */
  marketCourse(day: number, minutes: number): MarketCourse {
    const key = `${day}:${minutes}`;
    const known = this.#courses.get(key);
    if (known !== undefined) return known;
    const noise = new Noise(mix32(this.#seed32, day, 103));
    // A minute in ten brings news.
    const shocks = Float32Array.from(
      { length: minutes },
      () => noise.bell() * (noise.next() < 0.1 ? 1.9 : 0.85),
    );
    const liveliness = new Float32Array(minutes);
    fillLiveliness(liveliness, minutes, noise);
    const curve = varianceCurve(minutes);
    const elapsed = new Float64Array(minutes + 1);
    for (let minute = 0; minute < minutes; minute += 1)
      elapsed[minute + 1] = (elapsed[minute] ?? 0) + (curve[minute] ?? 1) * Math.exp(liveliness[minute] ?? 0);
    const total = elapsed[minutes] ?? 1;
    const turns = drawTurns(
      this.#marketBar(day),
      elapsed.map((value) => value / total),
      minutes,
      noise,
    );
    const side = (): Float32Array => Float32Array.from({ length: minutes }, () => noise.bell());
    const course: MarketCourse = {
      shocks,
      sides: [side(), side()],
      liveliness,
      turns,
      choppiness: noise.bell(),
    };
    this.#courses.set(key, course);
    return course;
  }

  /** The market's session as if it opened at 100 dollars, unrounded. */
  #marketBar(day: number): DayPrices {
    const move = this.marketSession.at(day);
    const variance = (MARKET_VOLATILITY * SESSION_PART * this.unrest.at(day)) ** 2;
    const [up, down] = extremesOf(move, variance, this.marketUp.at(day), this.marketDown.at(day));
    const priceE4 = (log: number): PriceE4 => 1e6 * Math.exp(log);
    return { openE4: 1e6, highE4: priceE4(up), lowE4: priceE4(down), closeE4: priceE4(move) };
  }

  #appendDay(): void {
    const unrest = Math.exp(this.#logVariance / 2 + DAY_SHOCK * this.#market.bell());
    const volatility = MARKET_VOLATILITY * unrest;
    const overnight = this.#market.normal();
    const session = this.#market.normal();
    this.unrest.push(unrest);
    this.marketOvernight.push(0.4 * DAILY_DRIFT + volatility * OVERNIGHT_PART * overnight);
    this.marketSession.push(0.6 * DAILY_DRIFT + volatility * SESSION_PART * session);
    this.marketUp.push(-2 * Math.log(1 - this.#market.next()));
    this.marketDown.push(-2 * Math.log(1 - this.#market.next()));
    // Falling days stir the next ones up more than rising days do.
    this.#logVariance =
      MEMORY * this.#logVariance + SHOCK * this.#market.normal() - 0.06 * (overnight + session);
    for (const [index, noise] of this.#sectors.entries()) {
      const sectorVolatility = SECTOR_VOLATILITY * (0.5 + 0.5 * unrest);
      this.sectorOvernight[index]?.push(sectorVolatility * OVERNIGHT_PART * noise.normal());
      this.sectorSession[index]?.push(sectorVolatility * SESSION_PART * noise.normal());
    }
  }
}

/**
 * How far above and below its start a random walk of a variance went that ended `move` away. `upDraw` and `downDraw` are
 * exponential with mean 2.
 */
export function extremesOf(
  move: number,
  variance: number,
  upDraw: number,
  downDraw: number,
): readonly [up: number, down: number] {
  return [
    (move + Math.sqrt(move * move + variance * upDraw)) / 2,
    (move - Math.sqrt(move * move + variance * downDraw)) / 2,
  ];
}
