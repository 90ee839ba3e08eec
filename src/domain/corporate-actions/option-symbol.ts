import { assert } from '../assert/assert.ts';
import { toPriceE4, fromE4 } from '../money/price.ts';
import { formatOptionSymbol, parseOptionSymbol } from '../symbols/symbol.ts';
import { scaled } from './exact.ts';
import type { ShareRatio } from './types.ts';

const CENT_E4 = 100;

/** The contract that a whole-number split makes of another one: the strike is divided and rounded to the cent, as OCC does. */
export function splitOptionSymbol(symbol: string, { numerator, denominator }: ShareRatio): string {
  const parts = parseOptionSymbol(symbol);
  assert(parts, 'an option has terms in its symbol');
  const strikeE4 = scaled(toPriceE4(parts.strike), denominator, numerator * CENT_E4, 'nearest') * CENT_E4;
  return formatOptionSymbol({ ...parts, strike: fromE4(Math.max(CENT_E4, strikeE4)) });
}
