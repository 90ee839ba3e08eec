import { MAX_SYMBOL_LENGTH } from '../domain/symbols/symbol.ts';

/** Why a symbol was not added to a list. */
export interface SymbolProblem {
  readonly symbol: string;
  readonly message: string;
}

/** Number of symbols that one message names; further ones are counted. */
const MAX_NAMED = 20;

/** The symbol as a message names it; text longer than any symbol is truncated. */
const nameOf = (symbol: string): string =>
  symbol.length > MAX_SYMBOL_LENGTH ? `${symbol.slice(0, MAX_SYMBOL_LENGTH)}…` : symbol;

/** One message about all symbols that were not added: `Symbol not found: FOO, BAR. Symbol already added: SPY.` */
export function symbolProblemsText(problems: readonly SymbolProblem[]): string {
  const [first] = problems;
  if (first === undefined) return '';
  if (problems.length === 1) return `${nameOf(first.symbol)}: ${first.message}`;
  const messages = [...new Set(problems.map(({ message }) => message))];
  return messages
    .map((message) => {
      const symbols = problems
        .filter((problem) => problem.message === message)
        .map(({ symbol }) => nameOf(symbol));
      const more = symbols.length - MAX_NAMED;
      return `${message}: ${symbols.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
    })
    .join(' ');
}
