import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { YEAR_MS } from '../../../domain/options/index.ts';
import type { Instrument } from '../market-data.ts';
import { mix32, uniform32 } from '../simulated/noise.ts';
import type { Contract } from './contract.ts';

/** How much an option is held and traded on a day. */
export interface Activity {
  /** Contracts open at the end of the session before. */
  readonly openInterest: number;
  /** Prints on a usual day; 0 = it does not trade today. */
  readonly printsPerDay: number;
  /** Contracts that the smallest print stands for. */
  readonly contracts: number;
}

/** An option that trades at all has at least so many prints a day: its last one is then never far back on the tape. */
const MIN_PRINTS_PER_DAY = 6;
const MAX_PRINTS_PER_DAY = 3000;
/** Contracts of an average print, in units of the smallest. */
const AVERAGE_PRINT = 3;

const USUAL_OPEN: Readonly<Record<Contract['listing'], number>> = { daily: 6000, weekly: 2200, monthly: 260 };
/** Five days: the nearest strikes of the last day are not the only ones that are held. */
const MIN_YEARS = 5 / 365;

/** What a day is like for an option, from the previous close of its underlying (dollars), its volatility and the seed. The same all day. */
export function activityOf(
  contract: Contract,
  instrument: Instrument,
  previousClose: number,
  volatility: number,
  dayStartMs: number,
): Activity {
  const { strike, right, listing, seed32 } = contract;
  const years = Math.max(0, contract.endMs - dayStartMs) / YEAR_MS;
  const deviations = Math.log(strike / previousClose) / (volatility * Math.sqrt(Math.max(years, MIN_YEARS)));
  const isOutOfMoney = right === 'C' ? strike >= previousClose : strike <= previousClose;
  const nearMoney = Math.exp(-0.32 * deviations * deviations) * (isOutOfMoney ? 1.2 : 0.7);
  const size = Math.min(3, Math.max(0.2, ((instrument.sharesOutstanding ?? 500e6) / 1e9) ** 0.35));
  const side = right === 'P' ? (instrument.isEtf ? 1.4 : 0.8) : 1;
  const round = strike % 50 === 0 ? 3 : strike % 10 === 0 ? 2 : strike % 5 === 0 ? 1.4 : 1;
  const spread = Math.exp(1.6 * (uniform32(seed32, 0, 501) + uniform32(seed32, 0, 502) - 1));
  const openInterest = Math.floor(
    (USUAL_OPEN[listing] * size * side * round * nearMoney * spread) / (1 + 1.5 * years),
  );
  const turnover = 0.03 + 1.2 * Math.exp(-years * 120) + 0.15 * Math.exp(-years * 12);
  const day = Math.floor(dayStartMs / DAY_MS);
  const contractsToday = openInterest * turnover * (0.5 + uniform32(seed32, day, 503));
  const wanted = contractsToday / AVERAGE_PRINT;
  if (wanted < MIN_PRINTS_PER_DAY) {
    const trades = uniform32(seed32, day, 504) < wanted / MIN_PRINTS_PER_DAY;
    return { openInterest, printsPerDay: trades ? MIN_PRINTS_PER_DAY : 0, contracts: 1 };
  }
  const printsPerDay = Math.min(MAX_PRINTS_PER_DAY, wanted);
  return {
    openInterest,
    printsPerDay,
    contracts: Math.max(1, Math.round(contractsToday / AVERAGE_PRINT / printsPerDay)),
  };
}

/** Sizes of consecutive prints, in units of the smallest; they average three. */
const PATTERN: readonly number[] = [1, 2, 1, 5, 1, 10, 3, 1];
const PATTERN_TOTAL = PATTERN.reduce((sum, size) => sum + size, 0);
/** By where the pattern begins: what the first so many prints of it come to. */
const SUMS: readonly (readonly number[])[] = PATTERN.map((_, start) => {
  const turned = [...PATTERN.slice(start), ...PATTERN.slice(0, start)];
  return turned.map((__, count) => turned.slice(0, count).reduce((sum, size) => sum + size, 0));
});

/**
 * When an option prints on a day: with the trade of its underlying that takes the session's share volume over the next of evenly
 * spaced levels. So the option's volume follows from the underlying's, at any moment and without a history.
 */
export interface PrintSchedule {
  /** Prints made by the time the underlying's session volume is `shares`. */
  printsAt(shares: number): number;
  /** Contracts traded in the first `prints` prints. */
  volumeOf(prints: number): number;
}

/** `usualShares`: what the underlying trades on a usual day. */
export function printSchedule(
  contract: Contract,
  activity: Activity,
  usualShares: number,
  dayStartMs: number,
): PrintSchedule {
  const perShare = usualShares > 0 ? activity.printsPerDay / usualShares : 0;
  const day = Math.floor(dayStartMs / DAY_MS);
  const offset = uniform32(contract.seed32, day, 505);
  const sums = SUMS[mix32(contract.seed32, day, 506) % PATTERN.length] ?? [];
  return {
    printsAt: (shares) => (perShare === 0 || shares <= 0 ? 0 : Math.floor(shares * perShare + offset)),
    volumeOf: (prints) =>
      activity.contracts *
      (Math.floor(prints / PATTERN.length) * PATTERN_TOTAL + (sums[prints % PATTERN.length] ?? 0)),
  };
}
