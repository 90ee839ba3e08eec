import { firstSymbol, instrumentContext, type ToolWindow } from '../../src/plugin-api/index.ts';
import type { OptionChainState } from './state.ts';

/** Its id in the manifest. */
export const TOOL_ID = 'option-chain';

type ChainWindow = ToolWindow<OptionChainState>;

/** The symbol of a window; before its tool has one, the symbol that it starts with. */
export function symbolToShow(window: Pick<ChainWindow, 'platform' | 'getState'>): string {
  const { Symbol } = window.getState();
  return Symbol === '' ? firstSymbol(window.platform, TOOL_ID) : Symbol;
}

/** Shows a symbol in the window; the address follows, and the tool remembers it. */
export function showSymbol(window: ChainWindow, symbol: string): void {
  if (window.getState().Symbol !== symbol) window.update({ Symbol: symbol });
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
