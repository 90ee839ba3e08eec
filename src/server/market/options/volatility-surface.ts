import { E4 } from '../../../domain/money/price.ts';
import type { Instrument, Snapshot } from '../market-data.ts';
import { uniformOf, type SeedPart } from '../shared/random.ts';

/** The volatilities of one underlying at one moment. */
export interface VolatilitySurface {
  /** Of an option at the forward price, a fraction a year. */
  atTheMoney(years: number): number;
  /** Of a strike. */
  at(strike: number, forward: number, years: number): number;
}

/** A year's range is about this many times its volatility for a price that wanders without drift (square root of 8 / pi). */
const RANGE_OF_VOLATILITY = Math.sqrt(8 / Math.PI);
const USUAL = { fund: 0.17, stock: 0.34 } as const;
const LEAST = 0.07;
const MOST = 1.8;
/** Options cost a little more than the moves that follow. */
const PREMIUM = 1.06;
/** Below this time the smile keeps its width, years. */
const SHORTEST = 1 / 365;
/** How far the smile still bends, in deviations. */
const SMILE_ENDS = 4;
const TERM_YEARS = 0.35;

/** The part of a snapshot that determines the volatilities; it stays the same all day where the market reports the year before the session. */
export type VolatilityBasis = Pick<
  Snapshot,
  'yearHighE4' | 'yearLowE4' | 'pastYearHighE4' | 'pastYearLowE4' | 'previousCloseE4'
>;

/** How options of one symbol are priced in volatilities. */
export interface VolatilityModel {
  /** The level around which the symbol's volatility moves: the same on every day. */
  readonly usual: number;
  /** The volatilities at a price of the underlying (dollars) on a day (`YYYY-MM-DD`). */
  surface(basis: VolatilityBasis, spot: number, date: string): VolatilitySurface;
}

/**
 * The volatilities of a symbol: their level from the range of its year, drawn towards what is usual and, from day to day, to and fro;
 * a little more when it fell today and less when it rose. Short and long options differ, puts far down cost more than calls far
 * up; by how much is the symbol's own. Everything follows from the snapshot and the seed.
 */
export function createVolatilityModel({ symbol, isEtf }: Instrument, seed: SeedPart): VolatilityModel {
  const draw = (purpose: string): number => uniformOf('volatility', symbol, purpose, seed);
  const usual = (isEtf ? USUAL.fund : USUAL.stock) * (0.75 + 0.5 * draw('level'));
  const shortTerm = 0.88 + 0.3 * draw('term');
  const skew = isEtf ? -0.11 - 0.08 * draw('skew') : -0.03 - 0.08 * draw('skew');
  const bend = isEtf ? 0.025 + 0.015 * draw('bend') : 0.025 + 0.025 * draw('bend');
  let swingDate = '';
  let swing = 1;

  return {
    usual,
    surface(basis, spot, date) {
      if (date !== swingDate) {
        swingDate = date;
        swing = 1 + 0.08 * (draw(date) - 0.5);
      }
      const highE4 = basis.pastYearHighE4 ?? basis.yearHighE4;
      const lowE4 = basis.pastYearLowE4 ?? basis.yearLowE4;
      const range = lowE4 > 0 && highE4 > lowE4 ? Math.log(highE4 / lowE4) / RANGE_OF_VOLATILITY : usual;
      const move = basis.previousCloseE4 > 0 ? Math.log((spot * E4) / basis.previousCloseE4) : 0;
      const fear = Math.min(1.25, Math.max(0.85, Math.exp(-1.5 * move)));
      const level = Math.min(MOST, Math.max(LEAST, (0.65 * range + 0.35 * usual) * PREMIUM * swing)) * fear;
      const atTheMoney = (years: number): number =>
        level * (1 + (shortTerm - 1) * Math.exp(-years / TERM_YEARS));
      return {
        atTheMoney,
        at(strike, forward, years) {
          const base = atTheMoney(years);
          const deviations = Math.log(strike / forward) / (base * Math.sqrt(Math.max(years, SHORTEST)));
          const bent = SMILE_ENDS * Math.tanh(deviations / SMILE_ENDS);
          return base * (1 + skew * bent + bend * bent * bent);
        },
      };
    },
  };
}
