import { ArrowLeftRight, BookOpen, Search } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import { definePlugin, placeOrder } from '../../src/plugin-api/index.ts';
import { quoteImbalance } from './quote-imbalance.ts';
import { marketMakerState, type MarketMakerState } from './state.ts';
import { chooseSymbol, symbolToShow } from './symbol.ts';
import { marketMakerTitle } from './title.ts';

/** Market Maker: quote detail, market depth and time and sales for one symbol. */
export const marketMaker = definePlugin<MarketMakerState>({
  id: 'market-maker',
  title: 'Market Maker',
  summary: 'Depth and time and sales',
  icon: BookOpen,
  permission: Permission.Stocks,
  isSingleton: false,
  isHiddenInDemo: false,
  state: marketMakerState,
  toolbarPlace: 2,
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
  ],
  columns: [
    {
      id: 'imbalance',
      label: 'Quote imbalance',
      shortLabel: 'Imbal.',
      help: 'Bid size less ask size, in per cent of both: 100 = all displayed shares are bid for, -100 = all are offered.',
      format: 'signedPercent',
      isDirectional: true,
      needs: [],
      value: quoteImbalance,
    },
  ],
  settings: async () => (await import('./settings.ts')).marketMakerSettings,
  toolbar: ['trade', 'symbol', 'link'],
  titleOf: ({ Symbol }) => (Symbol === '' ? 'Market Maker' : marketMakerTitle(Symbol, undefined)),
  followsState: true,
  undo: { DepthRows: 'rows of the depth', MinSize: 'smallest trade' },
  newWindows: { names: 'rows and smallest size', from: ({ DepthRows, MinSize }) => ({ DepthRows, MinSize }) },
  helpTopic: 'market-maker',
  savedItemType: null,
  load: () => import('./MarketMaker.tsx'),
});
