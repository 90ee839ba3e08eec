import { ArrowLeftRight, Crosshair, ListOrdered, Search } from 'lucide-react';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { armedLabel, definePlugin, placeOrder, TRADE_PERMISSION } from '../../src/plugin-api/index.ts';
import { armingOf } from './arming.ts';
import { ladderState, type LadderState } from './state.ts';
import { chooseSymbol, symbolToShow } from './symbol.ts';

/** Ladder: the prices of one symbol as rows, on which orders are placed, moved and cancelled. */
export const ladder = definePlugin<LadderState>({
  id: 'ladder',
  title: 'Ladder',
  summary: 'Trade on a price ladder',
  icon: ListOrdered,
  permission: TRADE_PERMISSION,
  isSingleton: false,
  isHiddenInDemo: false,
  state: ladderState,
  linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'] },
  commands: [
    {
      id: 'trade',
      title: 'Trade',
      icon: ArrowLeftRight,
      isShown: (window) => window.platform.canTrade(symbolToShow(window)).ok,
      isEnabled: (window) => window.platform.canTrade(symbolToShow(window)).ok,
      run: (window) => placeOrder(window, { symbol: symbolToShow(window) }),
    },
    { id: 'symbol', title: 'Symbol', icon: Search, run: chooseSymbol },
    {
      id: 'follow',
      title: 'Follow the market',
      icon: Crosshair,
      isOn: (window) => window.getState().IsCentred,
      run: (window) => window.update({ IsCentred: !window.getState().IsCentred }),
    },
  ],
  toolbar: ['trade', 'symbol', 'follow', 'link'],
  titleOf: ({ Symbol }) => (Symbol === '' ? 'Ladder' : `Ladder - ${displaySymbol(Symbol)}`),
  followsState: true,
  undo: {
    Quantity: 'quantity',
    Contracts: 'quantity',
    Size: 'order size',
    RowStep: 'distance of rows',
    IsCentred: 'following of the market',
  },
  newWindows: {
    names: 'order size, distance of rows and following',
    from: ({ Quantity, Contracts, Size, RowStep, IsCentred }) => ({
      Quantity,
      Contracts,
      Size,
      RowStep,
      IsCentred,
    }),
  },
  helpTopic: 'ladder',
  platformCommands: (platform) => [
    {
      id: 'ladder.disarm-all',
      title: 'Switch ladder clicks off',
      icon: ListOrdered,
      isEnabled: () => armingOf(platform).get().size > 0,
      run: () => armingOf(platform).disarmAll('Ladder clicks open the order ticket again.'),
    },
  ],
  modes: (platform) => [
    {
      id: 'ladder-clicks',
      icon: ListOrdered,
      command: 'ladder.disarm-all',
      shown: armedLabel(
        armingOf(platform),
        'LADDER ARMED',
        (symbols) => `Clicks on the ladder of ${symbols} send orders at once. Press to switch that off.`,
      ),
    },
  ],
  onPlatform: (platform) => () => armingOf(platform).disarmAll(null),
  savedItemType: null,
  load: () => import('./LadderTool.tsx'),
});
