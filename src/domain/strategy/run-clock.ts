import { barStartMs } from '../bars/bar-period.ts';
import { MINUTE_MS } from '../calendar/durations.ts';
import { DAY_BARS } from './bar-size.ts';
import type { RunLimits, StrategyDescription } from './description.ts';
import { isWithinIntervals } from './intervals.ts';
import type { OrderReason } from './order-record.ts';
import { closeLeadMs } from './trading-days.ts';

/** The day of a moment, UTC ms: New York midnight, and the session. A day without a known session is open from midnight to midnight. */
interface ClockDay {
  readonly midnightMs: number;
  readonly openMs: number;
  readonly closeMs: number;
}

type ClockRules = Pick<StrategyDescription, 'barMinutes' | 'openingOrderMinute' | 'closingOrderMinute'>;
type ClockLimits = Pick<RunLimits, 'intradayPositionsOnly' | 'intervals' | 'includeOffMarket'>;

/**
 * The rules of a run that depend on the time of day, live and in a backtest. They are evaluated at the end of each bar period, whether or not the symbol
 * traded in it: a backtest knows no other moment, and a live run that went by the present time would decide otherwise.
 */
export class RunClock {
  readonly #rules: ClockRules;
  readonly #limits: ClockLimits;
  readonly #isDaily: boolean;

  constructor(rules: ClockRules, limits: ClockLimits) {
    this.#rules = rules;
    this.#limits = limits;
    this.#isDaily = rules.barMinutes === DAY_BARS;
  }

  /** End of the newest bar period that is over at a moment. Trades and days have no periods: the moment itself. */
  periodEndMs(timeMs: number): number {
    const { barMinutes } = this.#rules;
    return this.#isDaily || barMinutes === 0 ? timeMs : barStartMs(timeMs, { minutes: barMinutes });
  }

  /** End of the bar period that a moment lies in. */
  formingEndMs(timeMs: number): number {
    const { barMinutes } = this.#rules;
    return this.#isDaily ? timeMs : this.periodEndMs(timeMs) + barMinutes * MINUTE_MS;
  }

  /** Time from which the position of a day is closed; Infinity = never. With daily bars before the close at the latest, because no order fills after it. */
  closesFromMs(day: ClockDay): number {
    const { closingOrderMinute } = this.#rules;
    const nearCloseMs = this.#nearCloseMs(day);
    if (closingOrderMinute === null) return nearCloseMs;
    const closingMs = day.midnightMs + closingOrderMinute * MINUTE_MS;
    return Math.min(nearCloseMs, this.#isDaily ? Math.min(closingMs, day.closeMs - this.#leadMs) : closingMs);
  }

  /** Why an order that is sent at the end of a bar may not open a position; empty when it may. */
  noOpeningReason(endMs: number, day: ClockDay): OrderReason {
    const { openingOrderMinute } = this.#rules;
    const { intervals, includeOffMarket } = this.#limits;
    // An order of a daily bar reaches the market at the next open.
    const minute = Math.floor(((this.#isDaily ? day.openMs : endMs) - day.midnightMs) / MINUTE_MS);
    if (!this.#isDaily) {
      if (endMs >= this.#nearCloseMs(day)) return 'Only closing orders are accepted near the close';
      if (endMs >= this.closesFromMs(day)) return 'After the closing order time';
      if (!includeOffMarket && !(endMs >= day.openMs && endMs < day.closeMs))
        return 'Outside of the regular session';
      if (openingOrderMinute !== null && minute < openingOrderMinute) return 'Before the opening order time';
    }
    return isWithinIntervals(intervals, minute) ? '' : 'Outside of the trading intervals';
  }

  get #leadMs(): number {
    return closeLeadMs(this.#isDaily ? 0 : this.#rules.barMinutes);
  }

  #nearCloseMs(day: ClockDay): number {
    return this.#limits.intradayPositionsOnly ? day.closeMs - this.#leadMs : Number.POSITIVE_INFINITY;
  }
}
