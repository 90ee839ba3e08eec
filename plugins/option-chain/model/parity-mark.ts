import {
  parityViolation,
  RISK_FREE_RATE,
  yearsTo,
  type ParityViolation,
} from '../../../src/domain/options/index.ts';
import type { Pricing } from './analytics.ts';
import type { StrikeRow } from './contract.ts';

/** How call and put of a strike contradict put-call parity; null for consistent quotes. Only live quotes are of one moment, so only they are checked. */
export function parityOf(
  { call, put, strike, expirationSeconds }: StrikeRow,
  pricing: Pricing,
): ParityViolation | null {
  if (call?.isLive !== true || put?.isLive !== true) return null;
  const { spot, bid = spot, ask = spot, nowMs } = pricing;
  return parityViolation({
    call,
    put,
    underlying: { bid, ask },
    strike,
    years: yearsTo(expirationSeconds, nowMs),
    rate: RISK_FREE_RATE,
    dividendYield: Math.max(call.dividendYield, put.dividendYield),
  });
}

const dollars = (amount: number): string => amount.toFixed(2);

/** The figures behind a mark, dollars a share. */
export function parityText({ bid, ask, lower, upper, side, gap }: ParityViolation): string {
  return (
    `Put-call parity violated: call minus put is ${dollars(bid)} bid, ${dollars(ask)} ask, ` +
    `${dollars(gap)} ${side} the bounds ${dollars(lower)} to ${dollars(upper)}. A quote or the price of the underlying may be out of date.`
  );
}
