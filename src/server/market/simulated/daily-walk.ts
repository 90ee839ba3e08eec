import { extremesOf, MARKET_VOLATILITY, OVERNIGHT_PART, SECTOR_VOLATILITY, SESSION_PART } from './factors.ts';
import type { Factors } from './factors.ts';
import { Noise } from './noise.ts';
import { QUARTER_DAYS } from './universe/listing.ts';
import type { Listing } from './universe/listing.ts';

/** Where a symbol's daily walk stands before a day; resuming from it gives the same days as never having stopped. */
export interface WalkState {
  readonly day: number;
  /** Sum of all log returns so far. */
  readonly logLevel: number;
  readonly ownLogVariance: number;
  readonly noiseState: number;
}

/** Days in logarithms, relative to an unknown starting price. */
export interface LogDays {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Empty columns for so many days. */
export function createLogDays(capacity: number): LogDays {
  const column = (): Float64Array => new Float64Array(capacity);
  return { open: column(), high: column(), low: column(), close: column(), volume: column() };
}

/** The state before a symbol's first day. */
export function firstState(listing: Listing): WalkState {
  return { day: 0, logLevel: 0, ownLogVariance: 0, noiseState: listing.seed32 | 0 };
}

/** Shares on the quietest day: enough for prints in every minute. */
const MIN_VOLUME = 390 * 50;

/**
 * Walks days `from.day` up to but not including `toDay`, writing them to `out` from place 0, and returns where it stands
 * then. A day: a gap before the open, a return in session, and extremes drawn from the law of a random walk between that
 * open and that close. Volume grows with unrest and with the size of the move.
 */
export function walkDays(
  listing: Listing,
  factors: Factors,
  from: WalkState,
  toDay: number,
  out: LogDays,
): WalkState {
  factors.extendTo(toDay - 1);
  const noise = new Noise(from.noiseState);
  const { beta, sectorLoading, earningsPhase, usualVolume } = listing;
  const sectorOvernight = factors.sectorOvernight[listing.sectorIndex];
  const sectorSession = factors.sectorSession[listing.sectorIndex];
  const sharedVariance =
    ((beta * MARKET_VOLATILITY) ** 2 + (sectorLoading * SECTOR_VOLATILITY) ** 2) * SESSION_PART ** 2;
  let logLevel = from.logLevel;
  let ownLogVariance = from.ownLogVariance;
  for (let day = from.day; day < toDay; day += 1) {
    const unrest = factors.unrest.at(day);
    const ownDeviation = listing.ownVolatility * Math.exp(ownLogVariance / 2) * (0.6 + 0.4 * unrest);
    const reports = earningsPhase === day % QUARTER_DAYS;
    const radius = Math.sqrt(-2 * Math.log(1 - noise.next()));
    const angle = 2 * Math.PI * noise.next();
    const gapShock = radius * Math.cos(angle);
    const sessionShock = radius * Math.sin(angle);
    const gap =
      beta * factors.marketOvernight.at(day) +
      (sectorOvernight === undefined ? 0 : sectorLoading * sectorOvernight.at(day)) +
      ownDeviation * OVERNIGHT_PART * gapShock * (reports ? 4.5 : 1);
    const move =
      beta * factors.marketSession.at(day) +
      (sectorSession === undefined ? 0 : sectorLoading * sectorSession.at(day)) +
      ownDeviation * SESSION_PART * sessionShock;
    const variance =
      sharedVariance * unrest * unrest + (ownDeviation * SESSION_PART) ** 2 * (reports ? 2 : 1);
    // Where the market reaches far, so does what depends on it.
    const withMarket = noise.next() * variance < (beta * MARKET_VOLATILITY * SESSION_PART * unrest) ** 2;
    const ownUp = -2 * Math.log(1 - noise.next());
    const ownDown = -2 * Math.log(1 - noise.next());
    const upDraw = beta >= 0 ? factors.marketUp : factors.marketDown;
    const downDraw = beta >= 0 ? factors.marketDown : factors.marketUp;
    const [up, down] = extremesOf(
      move,
      variance,
      withMarket ? upDraw.at(day) : ownUp,
      withMarket ? downDraw.at(day) : ownDown,
    );
    const place = day - from.day;
    const open = logLevel + gap;
    out.open[place] = open;
    out.high[place] = open + up;
    out.low[place] = open + down;
    logLevel = open + move;
    out.close[place] = logLevel;
    const surprise = (Math.abs(gap) + Math.abs(move)) / Math.sqrt(variance);
    const busyness = Math.exp(
      0.25 * noise.bell() +
        0.45 * (unrest - 1) +
        0.4 * ownLogVariance +
        0.16 * (surprise - 1.3) +
        (reports ? 0.7 : 0),
    );
    out.volume[place] = Math.max(MIN_VOLUME, Math.round(usualVolume * Math.min(8, busyness)));
    ownLogVariance = 0.95 * ownLogVariance + 0.22 * noise.bell();
  }
  return { day: toDay, logLevel, ownLogVariance, noiseState: noise.state };
}
