import { err, ok, type Result } from '../domain/assert/assert.ts';
import { readOptionEntry, symbolOfEntry } from '../domain/symbols/option-entry.ts';
import { normalizeSymbol } from '../domain/symbols/symbol.ts';
import type { SymbolStore } from '../client/types.ts';
import { isUnknownSymbol, SYMBOL_UNKNOWN_TEXT } from './unknown-symbol.ts';

/** Error when the market data service cannot be reached. */
export const NO_MARKET_DATA_TEXT = 'The market data service does not answer. Try again in a moment.';
/** Time limit for the request that finds an option, ms. */
const WAIT_MS = 3_000;

/** The symbol for typed text, or an error message; null for an option whose expiration must be requested from the server. */
export function resolveAtOnce(typed: string): Result<string, string> | null {
  const reading = readOptionEntry(typed);
  if (reading === null) return ok(normalizeSymbol(typed));
  if (!reading.ok) return reading;
  const symbol = symbolOfEntry(reading.value);
  return symbol === null ? null : ok(symbol);
}

/**
 * The symbol for typed text. An option may be written in any usual form; if its expiration is incomplete, it is the next listed one
 * that matches. Other text is upper-cased: whether such a symbol exists is not checked. The error is a message for the user.
 */
export async function resolveSymbol(
  symbols: Pick<SymbolStore, 'lookup'>,
  typed: string,
  waitMs = WAIT_MS,
): Promise<Result<string, string>> {
  const known = resolveAtOnce(typed);
  if (known !== null) return known;
  const text = normalizeSymbol(typed).replace(/\s+/g, ' ');
  try {
    const [found] = await symbols.lookup(text, 1, AbortSignal.timeout(waitMs));
    return found === undefined ? err(`No option is listed for ${text}.`) : ok(found.Symbol.toUpperCase());
  } catch {
    return err(NO_MARKET_DATA_TEXT);
  }
}

/** Like `resolveSymbol`, with an error also for a symbol that the server reports as unknown. */
export async function existingSymbol(
  symbols: Pick<SymbolStore, 'get' | 'load' | 'lookup'>,
  typed: string,
): Promise<Result<string, string>> {
  const resolved = resolveAtOnce(typed) ?? (await resolveSymbol(symbols, typed));
  return resolved.ok && (await isUnknownSymbol(symbols, resolved.value))
    ? err(SYMBOL_UNKNOWN_TEXT)
    : resolved;
}
