import { normalizeSymbol, isSymbolForm } from '../../src/domain/symbols/symbol.ts';
import { symbolsIn } from '../../src/domain/symbols/symbol-list.ts';
import {
  NO_MARKET_DATA_TEXT,
  resolveAtOnce,
  resolveSymbol,
  symbolProblemsText,
  type MarketFacts,
  type SymbolProblem,
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import { MAX_SYMBOLS, type MarketViewState } from './state.ts';

const SYMBOL_ADDED_MESSAGE = 'Symbol already added';
const SYMBOL_UNKNOWN_MESSAGE = 'Symbol not found';
const STARTER_COUNT = 12;

/** The symbols of a first list: the most traded ones of the market. */
export function starterSymbols(market: MarketFacts): readonly string[] {
  return market.MostTraded.length === 0 ? [market.DefaultSymbol] : market.MostTraded.slice(0, STARTER_COUNT);
}

export type AddCheck =
  { readonly ok: true; readonly symbol: string } | { readonly ok: false; readonly message: string };

/** Whether what was typed can join the list, upper-cased; whether the symbol exists is the server's to say. */
export function checkSymbolToAdd(typed: string, present: readonly string[]): AddCheck {
  const symbol = normalizeSymbol(typed);
  if (symbol === '') return { ok: false, message: 'Enter a symbol' };
  if (!isSymbolForm(symbol)) return { ok: false, message: SYMBOL_UNKNOWN_MESSAGE };
  if (present.includes(symbol)) return { ok: false, message: SYMBOL_ADDED_MESSAGE };
  if (present.length >= MAX_SYMBOLS)
    return {
      ok: false,
      message: `A list holds ${MAX_SYMBOLS.toLocaleString('en-US')} symbols at most. Remove some first.`,
    };
  return { ok: true, symbol };
}

/** Adds a typed symbol at the end of the window's list. Resolves to the message to show, or null when it was added. */
export async function addSymbol(window: ToolWindow<MarketViewState>, typed: string): Promise<string | null> {
  const resolved = await resolveSymbol(window.platform.symbols, typed);
  if (!resolved.ok) return resolved.error;
  const check = checkSymbolToAdd(resolved.value, window.getState().Symbols);
  if (!check.ok) return check.message;
  try {
    const { unknown } = await window.platform.symbols.load([check.symbol]);
    if (unknown.includes(check.symbol)) return SYMBOL_UNKNOWN_MESSAGE;
  } catch {
    return NO_MARKET_DATA_TEXT;
  }
  // The list may have changed during the request.
  const again = checkSymbolToAdd(check.symbol, window.getState().Symbols);
  if (!again.ok) return again.message;
  window.update({ Symbols: [...window.getState().Symbols, again.symbol] });
  return null;
}

/** Symbols looked up with one request: a busy server still answers in time. */
const LOOKUP_BATCH = 200;

/** Adds the symbols of a list, as far as they exist. Resolves to those that were not added, each with its reason. */
export async function addList(
  window: ToolWindow<MarketViewState>,
  typed: readonly string[],
): Promise<readonly SymbolProblem[]> {
  const problems = new Map<string, string>();
  const symbolOf = new Map<string, string>();
  for (const text of typed) {
    const resolved = resolveAtOnce(text) ?? (await resolveSymbol(window.platform.symbols, text));
    if (resolved.ok) symbolOf.set(text, resolved.value);
    else problems.set(text, resolved.error);
  }
  const requested = [...new Set(symbolOf.values())].filter((symbol) => {
    const check = checkSymbolToAdd(symbol, window.getState().Symbols);
    if (!check.ok) problems.set(symbol, check.message);
    return check.ok;
  });
  for (let from = 0; from < requested.length; from += LOOKUP_BATCH) {
    const batch = requested.slice(from, from + LOOKUP_BATCH);
    try {
      const { unknown } = await window.platform.symbols.load(batch);
      for (const symbol of unknown) problems.set(symbol, SYMBOL_UNKNOWN_MESSAGE);
    } catch {
      for (const symbol of batch) problems.set(symbol, NO_MARKET_DATA_TEXT);
    }
  }
  for (const symbol of requested) {
    if (problems.has(symbol)) continue;
    // The list may have changed during the request, and it has a maximum.
    const again = checkSymbolToAdd(symbol, window.getState().Symbols);
    if (again.ok) window.update({ Symbols: [...window.getState().Symbols, symbol] });
    else problems.set(symbol, again.message);
  }
  return typed.flatMap((text) => {
    const message = problems.get(symbolOf.get(text) ?? text);
    return message === undefined ? [] : [{ symbol: text, message }];
  });
}

/** The part of the typed text that was not added: it returns to the field, with the message to show beside it. */
export interface TypedRefusal {
  readonly left: string;
  readonly message: string;
  readonly isList: boolean;
}

/** Adds what was typed or pasted: a symbol, or several. The reasons of a list are in one message of their own; null when all were added. */
export async function addTyped(
  window: ToolWindow<MarketViewState>,
  entered: string,
): Promise<TypedRefusal | null> {
  const list = symbolsIn(entered);
  if (list.length < 2) {
    const message = await addSymbol(window, list[0] ?? entered);
    return message === null ? null : { left: entered, message, isList: false };
  }
  const problems = await addList(window, list);
  if (problems.length === 0) return null;
  window.platform.dialogs.toast({ message: symbolProblemsText(problems), tone: 'warning' });
  const left = problems.map(({ symbol }) => symbol).join(', ');
  return { left, message: `${problems.length} not added`, isList: true };
}

/** Adds those of several symbols that exist and are not in the list yet. Resolves to how many exceeded the maximum. */
export async function addSymbols(
  window: ToolWindow<MarketViewState>,
  symbols: readonly string[],
): Promise<number> {
  const { unknown } = await window.platform.symbols.load(symbols);
  return appendSymbols(
    window,
    symbols.filter((symbol) => !unknown.includes(symbol)),
  );
}

/** Puts known symbols that are not in the list yet at its end. Returns how many exceeded the maximum. */
function appendSymbols(window: ToolWindow<MarketViewState>, symbols: readonly string[]): number {
  const present = window.getState().Symbols;
  const known = new Set(present);
  const added = [...new Set(symbols)].filter((symbol) => !known.has(symbol));
  const room = Math.max(0, MAX_SYMBOLS - present.length);
  if (added.length > 0 && room > 0) window.update({ Symbols: [...present, ...added.slice(0, room)] });
  return Math.max(0, added.length - room);
}

/** Adds the symbols of a file that the user chooses. */
export async function importSymbols(window: ToolWindow<MarketViewState>): Promise<void> {
  const symbols = await window.platform.dialogs.importSymbols({ present: window.getState().Symbols });
  if (symbols === null) return;
  const left = appendSymbols(window, symbols);
  if (left > 0)
    window.platform.dialogs.toast({
      message: `A list holds ${MAX_SYMBOLS.toLocaleString('en-US')} symbols at most: ${left.toLocaleString('en-US')} were not added.`,
      tone: 'warning',
    });
}

/** Removes symbols from the list, and offers to put them back where they were. */
export function removeSymbols(window: ToolWindow<MarketViewState>, symbols: readonly string[]): void {
  const before = window.getState().Symbols;
  const gone = new Set(symbols.filter((symbol) => before.includes(symbol)));
  const [first] = gone;
  if (first === undefined) return;
  window.update({ Symbols: before.filter((symbol) => !gone.has(symbol)) });
  window.platform.dialogs.toast({
    message: gone.size === 1 ? `${first} removed` : `${gone.size} symbols removed`,
    tone: 'neutral',
    key: `removed ${window.id}`,
    action: {
      label: 'Undo',
      run: () => window.update({ Symbols: putBack(window.getState().Symbols, before, gone) }),
    },
  });
}

/** The list with some symbols where they were before, and with what has come since. */
export function putBack(
  now: readonly string[],
  before: readonly string[],
  gone: ReadonlySet<string>,
): readonly string[] {
  const present = new Set(now);
  const known = new Set(before);
  return [
    ...before.filter((symbol) => gone.has(symbol) || present.has(symbol)),
    ...now.filter((symbol) => !known.has(symbol)),
  ].slice(0, MAX_SYMBOLS);
}
