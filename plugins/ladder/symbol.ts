import { firstSymbol, instrumentContext, type ToolWindow } from '../../src/plugin-api/index.ts';
import type { LadderState } from './state.ts';

/** Its id in the manifest. */
const TOOL_ID = 'ladder';

/** The symbol of a window; before its tool has one, the symbol that it will begin with. */
export function symbolToShow(window: Pick<ToolWindow<LadderState>, 'platform' | 'getState'>): string {
  const { Symbol } = window.getState();
  return Symbol === '' ? firstSymbol(window.platform, TOOL_ID) : Symbol;
}

/** Shows a symbol in the window; the address follows, and the tool remembers it. */
export function showSymbol(window: ToolWindow<LadderState>, symbol: string): void {
  if (window.getState().Symbol !== symbol) window.update({ Symbol: symbol });
  window.platform.route.select(TOOL_ID, symbol);
}

/** Opens the symbol lookup, shows the chosen symbol and publishes it to linked windows. */
export async function chooseSymbol(window: ToolWindow<LadderState>): Promise<void> {
  const symbol = await window.platform.dialogs.symbolLookup({
    title: 'Symbol',
    initial: symbolToShow(window),
  });
  if (symbol === null) return;
  showSymbol(window, symbol);
  window.publish(instrumentContext(symbol));
}
