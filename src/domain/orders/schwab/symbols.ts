import { isOptionSymbol, padOptionSymbol } from '../../symbols/symbol.ts';

/** A symbol as the broker takes it: an option's root padded to 6 characters, then the 15 others. */
export function toBrokerSymbol(symbol: string): string {
  return padOptionSymbol(symbol);
}

const OPTION_TAIL_LENGTH = 15;

/** A symbol of the broker as the product writes it: an option's root without padding. */
export function fromBrokerSymbol(symbol: string): string {
  const text = symbol.trim().toUpperCase();
  return isOptionSymbol(text)
    ? text.slice(0, -OPTION_TAIL_LENGTH).trimEnd() + text.slice(-OPTION_TAIL_LENGTH)
    : text;
}
