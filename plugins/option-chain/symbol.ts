import { parseOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { firstSymbol, instrumentContext, type ToolWindow } from '../../src/plugin-api/index.ts';
import { ALL_EXPIRATIONS, NEAR_EXPIRATIONS } from './model/defaults.ts';
import type { OptionChainState } from './state.ts';

/** Its id in the manifest. */
export const TOOL_ID = 'option-chain';

type ChainWindow = ToolWindow<OptionChainState>;

/** The symbol of a window; before its tool has one, the symbol that it starts with. */
export function symbolToShow(window: Pick<ChainWindow, 'platform' | 'getState'>): string {
  const { Symbol } = window.getState();
  return Symbol === '' ? firstSymbol(window.platform, TOOL_ID) : Symbol;
}

const monthOf = (symbol: string): string | null => parseOptionSymbol(symbol)?.expiration.slice(0, 7) ?? null;

/**
 * The state change that shows a symbol. An option selects the month of its expiration, unless all expirations are shown; the
 * next underlying starts with the nearest expirations again.
 */
export function symbolChange(
  { Symbol: before, Expirations }: Pick<OptionChainState, 'Symbol' | 'Expirations'>,
  symbol: string,
): Pick<OptionChainState, 'Symbol' | 'Expirations'> {
  const month = monthOf(symbol);
  if (Expirations === ALL_EXPIRATIONS) return { Symbol: symbol, Expirations };
  if (month !== null) return { Symbol: symbol, Expirations: month };
  return { Symbol: symbol, Expirations: monthOf(before) === Expirations ? NEAR_EXPIRATIONS : Expirations };
}

/** Shows a symbol in the window; the address follows, and the tool remembers it. */
export function showSymbol(window: ChainWindow, symbol: string): void {
  const state = window.getState();
  if (state.Symbol !== symbol) window.update(symbolChange(state, symbol));
  window.platform.route.select(TOOL_ID, symbol);
}

/** Opens the symbol lookup, shows the chosen symbol and sends it to linked windows. */
export async function chooseSymbol(window: ChainWindow): Promise<void> {
  const symbol = await window.platform.dialogs.symbolLookup({
    title: 'Symbol',
    initial: window.getState().Symbol,
  });
  if (symbol === null) return;
  showSymbol(window, symbol);
  window.publish(instrumentContext(symbol));
}
