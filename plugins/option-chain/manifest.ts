import { Columns3, Search, UnfoldHorizontal } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import { definePlugin } from '../../src/plugin-api/index.ts';
import { toggleSpread } from './spread/toggle-spread.ts';
import { optionChainState, type OptionChainState } from './state.ts';
import { optionChainTitle } from './title.ts';

/** Option Chain: calls and puts of an underlying by expiration and strike, with greeks. */
export const optionChain = definePlugin<OptionChainState>({
  id: 'option-chain',
  title: 'Option Chain',
  summary: 'Calls and puts by strike, with greeks',
  icon: UnfoldHorizontal,
  permission: Permission.OptionChain,
  isSingleton: false,
  isHiddenInDemo: false,
  state: optionChainState,
  linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'] },
  commands: [
    {
      id: 'columns',
      title: 'Columns',
      icon: Columns3,
      run: async (window) => {
        const { chooseChainColumns } = await import('./choose-columns.ts');
        await chooseChainColumns(window);
      },
    },
    {
      id: 'symbol',
      title: 'Symbol',
      icon: Search,
      run: async (window) => {
        const { chooseSymbol } = await import('./symbol.ts');
        await chooseSymbol(window);
      },
    },
    {
      id: 'spread',
      title: 'Spread builder',
      isOn: (window) => window.getState().Spread.IsOn,
      run: toggleSpread,
    },
  ],
  toolbar: ['columns', 'symbol', 'link'],
  titleOf: ({ Symbol }) => (Symbol === '' ? 'Option Chain' : optionChainTitle(Symbol, undefined)),
  followsState: true,
  platformCommands: (platform) => [
    // Run by tools that have legs: `legs` [{ symbol, side, ratio }], `quantity` (units), `windowId` of an Option Chain; without legs it does nothing.
    {
      id: 'option-chain.open-spread',
      title: 'Open in the spread builder',
      needsArguments: true,
      isEnabled: ({ legs }) => legs !== undefined,
      run: async (args) => {
        const { openSpread } = await import('./spread/open-spread.ts');
        await openSpread(platform, args);
      },
    },
  ],
  undo: {
    Columns: 'columns',
    Expirations: 'expirations',
    Strikes: 'strikes',
    WidthPercent: 'range of strikes',
    HasPlots: 'plots',
  },
  newWindows: {
    names: 'columns, strikes and plots',
    from: ({ Columns, Strikes, WidthPercent, HasPlots }) => ({ Columns, Strikes, WidthPercent, HasPlots }),
  },
  helpTopic: 'option-chain',
  savedItemType: null,
  load: () => import('./OptionChain.tsx'),
});
