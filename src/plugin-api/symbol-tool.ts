import { instrumentContext } from './contexts.ts';
import { firstSymbol } from './first-symbol.ts';
import type { ToolWindow } from './types.ts';

/** The state of a tool that shows one symbol; empty = none chosen yet. */
export interface ShowsSymbol {
  readonly Symbol: string;
}
type SymbolWindow<State extends ShowsSymbol> = Omit<ToolWindow<State>, 'update'> & {
  update(change: ShowsSymbol): void;
};

/** What the windows of a tool do with the one symbol that they show. */
export interface SymbolTool {
  /** The symbol of a window; before it has one, the symbol that it will begin with. */
  symbolToShow(window: Pick<ToolWindow<ShowsSymbol>, 'platform' | 'getState'>): string;
  /** Shows a symbol in the window; the address follows, and the tool remembers it. */
  showSymbol(window: SymbolWindow<ShowsSymbol>, symbol: string): void;
  /** Opens the symbol lookup, shows the chosen symbol and publishes it to linked windows. */
  chooseSymbol(window: SymbolWindow<ShowsSymbol>): Promise<void>;
}

/** The symbol of the windows of a tool. `toolId` is its id in the manifest. */
export function symbolTool(toolId: string): SymbolTool {
  const symbolToShow: SymbolTool['symbolToShow'] = (window) => {
    const { Symbol } = window.getState();
    return Symbol === '' ? firstSymbol(window.platform, toolId) : Symbol;
  };
  const showSymbol: SymbolTool['showSymbol'] = (window, symbol) => {
    if (window.getState().Symbol !== symbol) window.update({ Symbol: symbol });
    window.platform.route.select(toolId, symbol);
  };
  return {
    symbolToShow,
    showSymbol,
    async chooseSymbol(window) {
      const symbol = await window.platform.dialogs.symbolLookup({
        title: 'Symbol',
        initial: symbolToShow(window),
      });
      if (symbol === null) return;
      showSymbol(window, symbol);
      window.publish(instrumentContext(symbol));
    },
  };
}
