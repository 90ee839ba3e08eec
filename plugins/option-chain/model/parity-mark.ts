import {
  parityOffset,
  parityViolation,
  RISK_FREE_RATE,
  yearsTo,
  type ParityInput,
  type ParityViolation,
} from '../../../src/domain/options/index.ts';
import { momentOf, type Pricing } from './analytics.ts';
import type { Contract, StrikeRow } from './contract.ts';

/** What of the strikes of an expiration the offset of its snapshot was computed for. */
interface KnownOffset {
  readonly timeMs: number;
  readonly spot: number;
  readonly offset: number;
}
/** Quotes of options lag behind their underlying by up to a second: the price moves in that time, as a fraction. */
const MAX_LAG_MOVE = 0.0002;
const offsets = new WeakMap<StrikeRow['siblings'], KnownOffset>();

/**
 * How call and put of a strike contradict put-call parity; null for consistent quotes. Live quotes are compared with the underlying's
 * present quote. Recorded ones belong to their snapshot, whose rates and price of the underlying may be off for all strikes alike:
 * they are compared with the rest of their expiration. Other quotes may be of different moments and are not checked.
 */
export function parityOf(row: StrikeRow, pricing: Pricing): ParityViolation | null {
  const { call, put } = row;
  if (call === undefined || put === undefined) return null;
  if (call.recorded !== null || put.recorded !== null) {
    const input = recordedInput(row, pricing);
    return input && clearViolation(moved(input, offsetOf(row, input, pricing)));
  }
  if (!call.isLive || !put.isLive) return null;
  const { spot, bid = spot, ask = spot, nowMs } = pricing;
  return clearViolation(inputOf(row, call, put, { bid, ask }, nowMs));
}

/** A violation that is not explained by a quote that lags behind its underlying. */
function clearViolation(input: ParityInput): ParityViolation | null {
  const violation = parityViolation(input);
  return violation !== null && violation.gap > input.underlying.ask * MAX_LAG_MOVE ? violation : null;
}

function inputOf(
  { strike, expirationSeconds }: StrikeRow,
  call: Contract,
  put: Contract,
  underlying: ParityInput['underlying'],
  nowMs: number,
): ParityInput {
  return {
    call,
    put,
    underlying,
    strike,
    years: yearsTo(expirationSeconds, nowMs),
    rate: RISK_FREE_RATE,
    dividendYield: Math.max(call.dividendYield, put.dividendYield),
  };
}

/** Quotes of one snapshot; null when call and put are not of the same one. */
function recordedInput(row: StrikeRow, pricing: Pricing): ParityInput | null {
  const { call, put } = row;
  const timeMs = call?.recorded?.timeMs ?? null;
  if (call === undefined || put === undefined || timeMs === null || put.recorded?.timeMs !== timeMs)
    return null;
  const { spot } = momentOf(call, pricing);
  return inputOf(row, call, put, { bid: spot, ask: spot }, timeMs);
}

const moved = (input: ParityInput, offset: number): ParityInput => ({
  ...input,
  underlying: { bid: input.underlying.bid + offset, ask: input.underlying.ask + offset },
});

/** The offset of an expiration, computed once for a snapshot. */
function offsetOf({ call, siblings }: StrikeRow, { underlying }: ParityInput, pricing: Pricing): number {
  const timeMs = call?.recorded?.timeMs ?? 0;
  const known = offsets.get(siblings);
  if (known?.timeMs === timeMs && known.spot === underlying.bid) return known.offset;
  const offset = parityOffset(siblings.flatMap((sibling) => recordedInput(sibling, pricing) ?? []));
  offsets.set(siblings, { timeMs, spot: underlying.bid, offset });
  return offset;
}

const dollars = (amount: number): string => amount.toFixed(2);

/** The figures behind a mark, dollars a share. */
export function parityText({ bid, ask, lower, upper, side, gap }: ParityViolation): string {
  return (
    `Put-call parity violated: call minus put is ${dollars(bid)} bid, ${dollars(ask)} ask, ` +
    `${dollars(gap)} ${side} the bounds ${dollars(lower)} to ${dollars(upper)}. A quote or the price of the underlying may be out of date.`
  );
}
