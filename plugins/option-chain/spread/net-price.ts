import type { Dollars, PriceE4 } from '../../../src/domain/money/price.ts';
import { formatMoney } from '../../../src/domain/format/format-number.ts';
import { UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import type { NetEffect } from './spread-draft.ts';

const E4_A_CENT = 100;

/** A net price as an order states it: whole cents, dollars a share, and whether it is paid or received. */
export interface NetLimit {
  readonly price: Dollars;
  readonly effect: NetEffect;
}

/** `1.25 debit`, `0.80 credit`, `0.00 even`: net prices always have two decimals. */
export function limitText({ price, effect }: NetLimit): string {
  return `${formatMoney(price)} ${price === 0 ? 'even' : effect.toLowerCase()}`;
}

/** The order price of a net price, E4 a share: the middle of an odd number of cents is rounded to the next whole cent. */
export function limitOf(netE4: PriceE4): NetLimit {
  return { price: Math.round(Math.abs(netE4) / E4_A_CENT) / 100, effect: netE4 < 0 ? 'Credit' : 'Debit' };
}

/** Text of a net price, E4 a share: the price that a click on it takes. */
export function netText(netE4: PriceE4 | null): string {
  return netE4 === null ? UNKNOWN_TEXT : limitText(limitOf(netE4));
}

/** Dollars a share of a net price in whole cents, positive = debit. */
export function wholeCents(netE4: PriceE4): Dollars {
  const { price, effect } = limitOf(netE4);
  return effect === 'Credit' ? -price : price;
}
