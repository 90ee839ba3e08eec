import { assert } from '../assert/assert.ts';
import { notionalE4, toPriceE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { parseOptionSymbol, type OptionRight } from '../symbols/symbol.ts';
import { FEE_TABLE } from './fees.ts';
import { applyFill, closeOut, type Position } from './position.ts';

/** Contract terms of an option. Options on indices (`$`) settle in cash, the others in shares. */
export interface OptionTerms {
  readonly symbol: string;
  readonly underlying: string;
  /** `YYYY-MM-DD`, the last day it trades. */
  readonly expiration: string;
  readonly right: OptionRight;
  readonly strikeE4: PriceE4;
  readonly multiplier: number;
  readonly settlesIn: 'shares' | 'cash';
}

/** The terms in an option symbol; null for any other symbol. */
export function optionTermsOf(symbol: string): OptionTerms | null {
  const parts = parseOptionSymbol(symbol);
  if (parts === null) return null;
  const { underlying, expiration, right, strike } = parts;
  return {
    symbol,
    underlying,
    expiration,
    right,
    strikeE4: toPriceE4(strike),
    multiplier: FEE_TABLE.optionMultiplier,
    settlesIn: underlying.startsWith('$') ? 'cash' : 'shares',
  };
}

/** How an option position ended. */
export const SETTLEMENT_KINDS = ['expired', 'exercised', 'assigned'] as const;
/** How an option position ended. */
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/**
 * The settlement of option contracts: they leave the position at `optionPriceE4`, and the position in the underlying receives `shareQuantity`
 * shares at the strike. Plain data, for the journal; `applySettlement` books it.
 */
export interface OptionSettlement {
  readonly kind: SettlementKind;
  readonly symbol: string;
  readonly underlying: string;
  /** Signed change of the option's position. */
  readonly contracts: number;
  /** Cash value of a share of the option: 0 unless it settles in cash. */
  readonly optionPriceE4: PriceE4;
  /** Signed change of the underlying's position; 0 = none. */
  readonly shareQuantity: number;
  readonly strikeE4: PriceE4;
  /** Change of the account's cash. */
  readonly cashE4: MoneyE4;
  /** Price of the underlying: its official close at expiration, its last price at a request. Records of older releases lack it. */
  readonly underlyingPriceE4?: PriceE4 | undefined;
}

/** From this far in the money an expiring option is exercised automatically: one cent, as the clearing house does. */
const AUTOMATIC_EXERCISE_E4: PriceE4 = 100;

/** Intrinsic value of a share of the option at a price of the underlying. */
export function intrinsicE4(terms: Pick<OptionTerms, 'right' | 'strikeE4'>, underlyingE4: PriceE4): PriceE4 {
  return Math.max(0, terms.right === 'C' ? underlyingE4 - terms.strikeE4 : terms.strikeE4 - underlyingE4);
}

/**
 * Settles an option position at the official close of its underlying: worthless unless it is a cent in the money; else a long position is
 * exercised and a short one assigned, completely. `quantity` is signed, in contracts, and not 0.
 */
export function settleAtExpiry(terms: OptionTerms, quantity: number, closeE4: PriceE4): OptionSettlement {
  assert(Number.isSafeInteger(quantity) && quantity !== 0, 'a settlement has a whole quantity');
  assert(Number.isSafeInteger(closeE4) && closeE4 >= 0, 'a settlement has a price of the underlying');
  const intrinsic = intrinsicE4(terms, closeE4);
  const settled =
    intrinsic < AUTOMATIC_EXERCISE_E4
      ? settlement(terms, 'expired', -quantity, 0, 0)
      : inTheMoney(terms, quantity, intrinsic);
  return { ...settled, underlyingPriceE4: closeE4 };
}

/** Exercise before expiration, at the holder's request: `contracts` (positive) of a long position of `quantity`. For options that settle in shares. */
export function exercise(terms: OptionTerms, quantity: number, contracts: number): OptionSettlement {
  assert(terms.settlesIn === 'shares', 'an option that settles in cash is exercised at its end only');
  assert(
    Number.isSafeInteger(contracts) && contracts > 0 && contracts <= quantity,
    'no more is exercised than is held',
  );
  return inTheMoney(terms, contracts, 0);
}

/** Assignment before expiration: `contracts` (positive) of a short position. For options that settle in shares. */
export function assign(terms: OptionTerms, quantity: number, contracts: number): OptionSettlement {
  assert(terms.settlesIn === 'shares', 'an option that settles in cash is assigned at its end only');
  assert(
    Number.isSafeInteger(contracts) && contracts > 0 && contracts <= -quantity,
    'no more is assigned than was written',
  );
  return inTheMoney(terms, -contracts, 0);
}

/** `quantity` contracts (signed as held) turn into shares at the strike, or into their intrinsic value. */
function inTheMoney(terms: OptionTerms, quantity: number, intrinsic: PriceE4): OptionSettlement {
  const kind = quantity > 0 ? 'exercised' : 'assigned';
  if (terms.settlesIn === 'cash') return settlement(terms, kind, -quantity, intrinsic, 0);
  // A long call and a short put receive shares, the others deliver them.
  return settlement(terms, kind, -quantity, 0, quantity * terms.multiplier * (terms.right === 'C' ? 1 : -1));
}

function settlement(
  terms: OptionTerms,
  kind: SettlementKind,
  contracts: number,
  optionPriceE4: PriceE4,
  shareQuantity: number,
): OptionSettlement {
  const { symbol, underlying, strikeE4, multiplier } = terms;
  // `contracts` has the opposite sign of the position: a long one is removed with a minus and is paid.
  const cashE4: MoneyE4 =
    notionalE4(optionPriceE4, -contracts * multiplier) - notionalE4(strikeE4, shareQuantity);
  assert(Number.isSafeInteger(cashE4), 'a settlement is an exact amount');
  return {
    kind,
    symbol,
    underlying,
    contracts,
    optionPriceE4,
    shareQuantity,
    strikeE4,
    cashE4: cashE4 === 0 ? 0 : cashE4,
  };
}

/**
 * Books a settlement into the positions of its account, which the caller owns: option lots close first in, first out; the shares are
 * a fill at the strike without fees. The premium stays the option's own profit or loss. The caller adds `settlement.cashE4` to the cash.
 */
export function applySettlement(
  positions: { readonly option: Position; readonly shares: Position },
  event: OptionSettlement,
): void {
  closeOut(positions.option, event.contracts, event.optionPriceE4);
  if (event.shareQuantity !== 0)
    applyFill(positions.shares, { signedQuantity: event.shareQuantity, priceE4: event.strikeE4, feesE4: 0 });
}
