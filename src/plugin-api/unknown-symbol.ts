import { isSymbolForm } from '../domain/symbols/symbol.ts';
import type { SymbolStore } from '../client/types.ts';

/** What a symbol that the market does not have is answered with everywhere. */
export const SYMBOL_UNKNOWN_TEXT = 'Symbol not found';
/** A server that is silent for so long does not keep a person from going on, ms. */
const JUDGE_WITHIN_MS = 3_000;

/** True when the market certainly has no such symbol. False for one that cannot be judged now: whoever goes on to ask for its data is told why there is none. */
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
