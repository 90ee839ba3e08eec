import { expirationSeconds } from '../../src/domain/options/index.ts';
import { displaySymbol, formatOptionSymbol, type OptionRight } from '../../src/domain/symbols/symbol.ts';
import { Contract, type OptionQuote } from './model/contract.ts';

/** A quote of an option on ACME for tests; dollars. */
export function quoteOf(
  right: OptionRight,
  strike: number,
  date = '2026-12-18',
  change: Partial<OptionQuote> = {},
): OptionQuote {
  const symbol = formatOptionSymbol({ underlying: 'ACME', expiration: date, right, strike });
  return {
    Symbol: symbol,
    Underlying: 'ACME',
    Type: right === 'C' ? 'Call' : 'Put',
    Strike: strike,
    Expiration: expirationSeconds(date),
    DisplayName: displaySymbol(symbol),
    Last: 2.5,
    PreviousClose: 2.2,
    Bid: 2.4,
    BidSize: 11,
    Ask: 2.6,
    AskSize: 12,
    Volume: 150,
    OpenInterest: 900,
    ImpliedVolatility: 0.25,
    Timestamp: 1_000,
    ...change,
  };
}

export const contractOf = (...args: Parameters<typeof quoteOf>): Contract => new Contract(quoteOf(...args));
