import { isSymbolForm } from '../domain/symbols/symbol.ts';
import type { SymbolStore } from '../client/types.ts';

/** What a symbol that the market does not have is answered with everywhere. */
export const SYMBOL_UNKNOWN_TEXT = 'Symbol not found';
/** After this long without an answer of the server, the user may continue with the symbol, ms. */
const JUDGE_WITHIN_MS = 3_000;

/** True when the market certainly has no such symbol. False if that cannot be checked now: a later request for its data reports why there is none. */
export async function isUnknownSymbol(
  symbols: Pick<SymbolStore, 'get' | 'load'>,
  symbol: string,
  withinMs = JUDGE_WITHIN_MS,
): Promise<boolean> {
  if (!isSymbolForm(symbol)) return true;
  if (symbols.get(symbol)?.state === 'live') return false;
  try {
    const { unknown } = await symbols.load([symbol], AbortSignal.timeout(withinMs));
    return unknown.includes(symbol);
  } catch {
    return false;
  }
}
