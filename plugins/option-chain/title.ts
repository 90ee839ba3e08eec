/** The facts of the underlying that the title shows. */
export interface TitleFacts {
  readonly Company: string;
  readonly Exchange: string;
}

/** `Option Chain - Apple Inc (AAPL - NASDAQ)`; the symbol alone until the facts are known. */
export function optionChainTitle(symbol: string, facts: TitleFacts | undefined): string {
  if (facts === undefined || facts.Company === '') return `Option Chain - ${symbol}`;
  return `Option Chain - ${facts.Company} (${symbol} - ${facts.Exchange})`;
}
