import { isOptionSymbol } from '../symbols/symbol.ts';
import { FEE_TABLE, type FeeSecurity } from './fees.ts';

/** The column of the fee table for a symbol, by its form. */
export function securityOf(symbol: string): FeeSecurity {
  return isOptionSymbol(symbol) ? 'Option' : 'Stock';
}

/** Shares of one of the quantity of a symbol: 100 for options, 1 for everything else. */
export function multiplierOfSymbol(symbol: string): number {
  return isOptionSymbol(symbol) ? FEE_TABLE.optionMultiplier : 1;
}
