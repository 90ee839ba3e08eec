import { MAX_SYMBOL_LENGTH, normalizeSymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { MAX_SYMBOLS, type MarketViewState } from './state.ts';

export const SYMBOL_ADDED_MESSAGE = 'Symbol already added';
export const SYMBOL_UNKNOWN_MESSAGE = 'Symbol not found';
/** What an empty window offers to begin with: an index fund of each kind and large companies. */
export const STARTER_SYMBOLS: readonly string[] = ['SPY', 'QQQ', 'IWM', 'DIA', 'AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM'];

export type AddCheck = { readonly ok: true; readonly symbol: string } | { readonly ok: false; readonly message: string };

/** Whether what was typed can join the list, upper-cased; whether the symbol exists is the server's to say. */
export function checkSymbolToAdd(typed: string, present: readonly string[]): AddCheck {
  const symbol = normalizeSymbol(typed);
  if (symbol === '') return { ok: false, message: 'Enter a symbol' };
  if (symbol.length > MAX_SYMBOL_LENGTH || !/^[A-Z0-9.$~^/ -]+$/.test(symbol)) return { ok: false, message: SYMBOL_UNKNOWN_MESSAGE };
  if (present.includes(symbol)) return { ok: false, message: SYMBOL_ADDED_MESSAGE };
  if (present.length >= MAX_SYMBOLS) return { ok: false, message: `A list holds ${MAX_SYMBOLS} symbols at most. Remove some first.` };
  return { ok: true, symbol };
}

/** Adds a typed symbol at the end of the window's list. Resolves to the message to show, or null when it was added. */
export async function addSymbol(window: ToolWindow<MarketViewState>, typed: string): Promise<string | null> {
  const check = checkSymbolToAdd(typed, window.getState().Symbols);
  if (!check.ok) return check.message;
  try {
    const { unknown } = await window.platform.symbols.load([check.symbol]);
    if (unknown.includes(check.symbol)) return SYMBOL_UNKNOWN_MESSAGE;
  } catch {
    return 'The market data service does not answer. Try again in a moment.';
  }
  // The list may have changed while the server was asked.
  const again = checkSymbolToAdd(check.symbol, window.getState().Symbols);
  if (!again.ok) return again.message;
  window.update({ Symbols: [...window.getState().Symbols, again.symbol] });
  return null;
}

/** Adds those of several symbols that exist and are not in the list yet. Resolves to how many were added. */
export async function addSymbols(window: ToolWindow<MarketViewState>, symbols: readonly string[]): Promise<number> {
  const { unknown } = await window.platform.symbols.load(symbols);
  const present = window.getState().Symbols;
  const added = symbols.filter((symbol) => !unknown.includes(symbol) && !present.includes(symbol)).slice(0, MAX_SYMBOLS - present.length);
  window.update({ Symbols: [...present, ...added] });
  return added.length;
}

/** Takes a symbol off the list, and offers to put it back where it was. */
export function removeSymbol(window: ToolWindow<MarketViewState>, symbol: string): void {
  const before = window.getState().Symbols;
  const index = before.indexOf(symbol);
  if (index === -1) return;
  window.update({ Symbols: before.filter((other) => other !== symbol) });
  window.platform.dialogs.toast({
    message: `${symbol} removed`, tone: 'neutral', key: `removed ${window.id}`,
    action: { label: 'Undo', run: () => { if (!window.getState().Symbols.includes(symbol)) window.update({ Symbols: window.getState().Symbols.toSpliced(index, 0, symbol) }); } },
  });
}
