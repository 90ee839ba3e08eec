import { displaySymbol, isOptionSymbol } from '../../src/domain/symbols/symbol.ts';

/** What a title says of the company behind a symbol. */
export interface TitleFacts {
  readonly Company: string;
  readonly Exchange: string;
}

/** `Market Maker - Apple Inc (AAPL - NASDAQ)`; options show only their display name; before anything is known, the symbol. */
export function marketMakerTitle(symbol: string, facts: TitleFacts | undefined): string {
  if (isOptionSymbol(symbol))
    return `Market Maker - ${facts === undefined || facts.Company === '' ? displaySymbol(symbol) : facts.Company}`;
  if (facts === undefined || facts.Company === '') return `Market Maker - ${symbol}`;
  return `Market Maker - ${facts.Company} (${symbol} - ${facts.Exchange})`;
}
