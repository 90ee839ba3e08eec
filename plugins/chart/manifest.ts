import { ChartCandlestick, ChartNoAxesCombined, Move } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import { armedLabel, definePlugin } from '../../src/plugin-api/index.ts';
import { chartCommands } from './commands.ts';
import { followDrawingProblems } from './drawings/follow-problems.ts';
import { templateOf, TEMPLATES_TYPE } from './template.ts';
import { CHART_KEYS } from './key-list.ts';
import { chartState, type ChartState } from './state.ts';
import { chartTitle } from './title.ts';
import { chartArmingOf } from './trading/chart-arming.ts';

/** Chart: the path of a price with studies, in candles, bars, lines and more. */
export const chart = definePlugin<ChartState>({
  id: 'chart',
  title: 'Chart',
  summary: 'Prices, studies and drawings',
  icon: ChartCandlestick,
  permission: Permission.Chart,
  isSingleton: false,
  isHiddenInDemo: false,
  state: chartState,
  toolbarPlace: 4,
  linking: {
    sends: ['fdc3.instrument', 'tapedeck.interval', 'tapedeck.crosshair'],
    receives: ['fdc3.instrument', 'tapedeck.interval', 'tapedeck.crosshair'],
  },
  commands: chartCommands,
  toolbar: ['link'],
  titleOf: (state) => chartTitle(state),
  followsState: true,
  undo: {
    Indicators: 'studies',
    Drawings: 'drawings',
    SharesDrawings: 'drawings',
    Compare: 'compared symbols',
    ChartType: 'chart type',
    Scale: 'scale',
    ScalesPriceOnly: 'scale',
    ShowsDrawTools: 'draw tools',
    ShowsDrawingList: 'list of drawings',
    ShowsCrosshairBox: 'crosshair box',
  },
  newWindows: {
    names: 'studies, chart style, scale and bar size',
    from: (state) => ({
      ...templateOf(state),
      ShowsDrawTools: state.ShowsDrawTools,
      ShowsDrawingList: state.ShowsDrawingList,
      ShowsCrosshairBox: state.ShowsCrosshairBox,
    }),
  },
  keys: CHART_KEYS,
  helpTopic: 'chart',
  onPlatform: (platform) => {
    const endDrawings = followDrawingProblems(platform);
    return () => {
      chartArmingOf(platform).disarmAll(null);
      endDrawings();
    };
  },
  modes: (platform) => [
    {
      id: 'chart-orders',
      icon: Move,
      command: 'chart.disarm-all',
      shown: armedLabel(
        chartArmingOf(platform),
        'CHART ARMED',
        (symbols) =>
          `Orders that are dragged on the chart of ${symbols} move at once. Press to switch that off.`,
      ),
    },
  ],
  platformCommands: (platform) => [
    {
      id: 'chart.disarm-all',
      title: 'Switch off moving of dragged orders',
      icon: Move,
      isEnabled: () => chartArmingOf(platform).get().size > 0,
      run: () => chartArmingOf(platform).disarmAll('Dragged orders open the order ticket again.'),
    },
    // Run by tools that have executions to show, with the arguments of docs/chart-trades.md; without them there is nothing to show.
    {
      id: 'chart.show-trades',
      title: 'Show trades on a chart',
      icon: ChartNoAxesCombined,
      needsArguments: true,
      isEnabled: ({ trades }) => trades !== undefined,
      run: async (args) => {
        const { showTrades } = await import('./show-trades/show-trades.ts');
        await showTrades(platform, args);
      },
    },
    // Run by tools that keep a picture of executions, with the arguments of docs/chart-trades.md.
    {
      id: 'chart.picture-of-trades',
      title: 'Draw a picture of trades',
      icon: ChartNoAxesCombined,
      needsArguments: true,
      isEnabled: ({ onPicture }) => onPicture !== undefined,
      run: async (args) => {
        const { pictureOfTrades } = await import('./show-trades/picture-of-trades.ts');
        await pictureOfTrades(platform, args);
      },
    },
  ],
  savedItemType: TEMPLATES_TYPE,
  load: () => import('./ChartTool.tsx'),
});
