import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import {
  alertMenu,
  copySymbol,
  type QuoteRow,
  type ToolWindow,
  placeOrder,
} from '../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../src/ui/index.ts';
import type { MarketViewState } from './state.ts';
import { removeSymbols } from './symbols.ts';

/** The menu of a row; `selected` has the rows that "Remove" applies to. */
export function rowMenu(
  window: ToolWindow<MarketViewState>,
  { symbol }: QuoteRow,
  selected: readonly QuoteRow[],
  columnId: string,
): readonly GridMenuItem[] {
  const { platform } = window;
  const isDisabled = !platform.canTrade(symbol).ok;
  const place = (side: 'Buy' | 'Sell') => placeOrder(window, { symbol, side });
  return [
    { id: 'buy', label: `Buy ${displaySymbol(symbol)}`, isDisabled, run: () => place('Buy') },
    { id: 'sell', label: `Sell ${displaySymbol(symbol)}`, isDisabled, run: () => place('Sell') },
    ...alertMenu(platform, symbol, columnId),
    {
      id: 'remove',
      label: selected.length > 1 ? `Remove ${selected.length} symbols` : `Remove ${symbol}`,
      shortcut: 'Del',
      isDestructive: true,
      hasSeparator: true,
      run: () =>
        removeSymbols(
          window,
          selected.map((row) => row.symbol),
        ),
    },
    {
      id: 'copy',
      label: 'Copy symbol',
      hasSeparator: true,
      run: () => void copySymbol(platform.dialogs, symbol),
    },
  ];
}
