import { GrowingColumn } from './growing-column.ts';
import { LruCache } from './lru-cache.ts';
import { mix32, Noise } from './noise.ts';

/** Standard deviation of the market's return on a usual day. */
export const MARKET_VOLATILITY = 0.0085;
/** Standard deviation of a sector's own return on a usual day. */
export const SECTOR_VOLATILITY = 0.0055;
/** What the market earns on an average day: 7 % a year. */
const DAILY_DRIFT = 0.00028;
/** Parts of a day's standard deviation that fall before the open and during trading. */
export const OVERNIGHT_PART = 0.55;
export const SESSION_PART = 0.835;

/** How persistently volatility wanders (per day) and by how much it is shocked. */
const MEMORY = 0.975;
const SHOCK = 0.17;

/** The log returns that many symbols share: the market's and each sector's, before the open and in session, by day. */
export class Factors {
  readonly marketOvernight = new GrowingColumn();
  readonly marketSession = new GrowingColumn();
  /** The market's volatility of the day as a multiple of the usual. */
  readonly unrest = new GrowingColumn();
  readonly sectorOvernight: readonly GrowingColumn[];
  readonly sectorSession: readonly GrowingColumn[];
  readonly #seed32: number;
  readonly #market: Noise;
  readonly #sectors: readonly Noise[];
  readonly #minuteShocks = new LruCache<number, Float32Array>(16);
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

  /** The shocks that all symbols share within a day, one a minute, variance 1. */
  minuteShocks(day: number): Float32Array {
    const known = this.#minuteShocks.get(day);
    if (known !== undefined) return known;
    const noise = new Noise(mix32(this.#seed32, day, 103));
    const shocks = Float32Array.from({ length: 390 }, () => noise.bell());
    this.#minuteShocks.set(day, shocks);
    return shocks;
  }

  #appendDay(): void {
    const unrest = Math.exp(this.#logVariance / 2);
    const volatility = MARKET_VOLATILITY * unrest;
    const overnight = this.#market.normal();
    const session = this.#market.normal();
    this.unrest.push(unrest);
    this.marketOvernight.push(0.4 * DAILY_DRIFT + volatility * OVERNIGHT_PART * overnight);
    this.marketSession.push(0.6 * DAILY_DRIFT + volatility * SESSION_PART * session);
    // Falling days stir the next ones up more than rising days do.
    this.#logVariance = MEMORY * this.#logVariance + SHOCK * this.#market.normal() - 0.07 * (overnight + session);
    for (const [index, noise] of this.#sectors.entries()) {
      const sectorVolatility = SECTOR_VOLATILITY * (0.5 + 0.5 * unrest);
      this.sectorOvernight[index]?.push(sectorVolatility * OVERNIGHT_PART * noise.normal());
      this.sectorSession[index]?.push(sectorVolatility * SESSION_PART * noise.normal());
    }
  }
}
