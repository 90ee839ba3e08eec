import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import {
  alertMenu,
  copySymbol,
  type QuoteRow,
  type ToolWindow,
  placeOrder,
} from '../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../src/ui/index.ts';
import type { MarketScreenState } from './state.ts';

/** The menu of a row. */
export function rowMenu(
  window: ToolWindow<MarketScreenState>,
  { symbol }: QuoteRow,
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
      id: 'copy',
      label: 'Copy symbol',
      hasSeparator: true,
      run: () => void copySymbol(platform.dialogs, symbol),
    },
  ];
}
