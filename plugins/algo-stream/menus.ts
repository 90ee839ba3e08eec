import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { canStopStrategy, isStrategyRunning } from '../../src/domain/strategy/enumerations.ts';
import type { GridMenuItem } from '../../src/ui/index.ts';
import {
  deleteStrategy,
  editStrategy,
  removeRun,
  resumeRun,
  saveOrders,
  showDetails,
  showLog,
  showOrders,
  showProfit,
  startStrategy,
  stopRun,
} from './actions.ts';
import { isWaitingForData } from './status-labels.ts';
import { showTrades, SHOW_TRADES } from './show-trades.ts';
import { optimizeItems } from './optimize/menu.ts';
import { compareItem } from './report/comparison/menu.ts';
import { reportItem } from './report/menu.ts';
import { sourceItems } from './versions/menu.ts';
import { reconciliationItems } from './reconciliation/menu.ts';
import { scheduleItems } from './schedule/menu.ts';
import { isWaitingForStart } from './schedule/schedule-labels.ts';
import type { AlgoStreamWindow, Run, StrategyGroup } from './types.ts';
import { isBacktest, isPublic } from './run-labels.ts';

/** Command of the editor tool that shows a strategy in a window. */
const OPEN_EDITOR = 'strategy-editor.open';

/** The menu of a strategy: a strategy of the user can be edited and deleted, a public one only be run. */
export function groupMenu(
  window: AlgoStreamWindow,
  { strategy }: StrategyGroup,
  selectRow: (id: string) => void,
): readonly GridMenuItem[] {
  const start: readonly GridMenuItem[] = [
    {
      id: 'start',
      label: 'Start…',
      run: () => {
        void startStrategy(window, strategy, 'live');
      },
    },
    {
      id: 'backtest',
      label: 'Backtest…',
      run: () => {
        void startStrategy(window, strategy, 'backtest');
      },
    },
    ...optimizeItems(window, strategy),
  ];
  const compare = strategy.Instances.some(({ Returns }) => Returns !== null)
    ? [compareItem(window, { filter: strategy.Name })]
    : [];
  if (isPublic(strategy)) return [...start, ...compare];
  return [
    {
      id: 'edit',
      label: 'Edit…',
      run: () => {
        void editStrategy(window, strategy);
      },
    },
    ...(window.platform.commands.get(OPEN_EDITOR) === undefined
      ? []
      : [
          {
            id: 'open-editor',
            label: 'Open in editor window',
            run: () => {
              void window.platform.commands.run(OPEN_EDITOR, { strategy: strategy.Name });
            },
          },
        ]),
    ...start,
    ...compare,
    ...sourceItems(window, strategy, selectRow),
    {
      id: 'delete',
      label: 'Delete…',
      shortcut: 'Del',
      hasSeparator: true,
      isDestructive: true,
      run: () => {
        void deleteStrategy(window.platform, strategy);
      },
    },
  ];
}

/** What of a run can be looked at and saved. */
function viewItems(window: AlgoStreamWindow, run: Run): readonly GridMenuItem[] {
  const { platform } = window;
  return [
    {
      id: 'details',
      label: 'Details…',
      shortcut: 'Enter',
      hasSeparator: true,
      run: () => {
        void showDetails(platform, run);
      },
    },
    reportItem(window, run),
    ...(run.instance.Returns === null ? [] : [compareItem(window, { run })]),
    {
      id: 'orders',
      label: 'Orders…',
      run: () => {
        void showOrders(window, run);
      },
    },
    {
      id: 'log',
      label: 'Log…',
      run: () => {
        void showLog(platform, run);
      },
    },
    ...reconciliationItems(platform, run),
    {
      id: 'chart',
      label: 'Chart of P&L…',
      run: () => {
        void showProfit(window, run);
      },
    },
    ...(platform.commands.get(SHOW_TRADES) === undefined ? [] : tradesItems(platform, run)),
    {
      id: 'export',
      label: 'Export orders to CSV',
      run: () => {
        void saveOrders(platform, run);
      },
    },
  ];
}

/** The trades of a run on a chart; an item for each symbol of a run that trades several. */
function tradesItems(platform: AlgoStreamWindow['platform'], run: Run): readonly GridMenuItem[] {
  const { PrimarySymbol, OtherSymbols } = run.instance;
  const ofRun: GridMenuItem = {
    id: 'trades',
    label:
      OtherSymbols.length === 0
        ? 'Trades on a chart…'
        : `Trades in ${displaySymbol(PrimarySymbol)} on a chart…`,
    run: () => {
      void showTrades(platform, run);
    },
  };
  const others = OtherSymbols.map((symbol) => ({
    id: `trades ${symbol}`,
    label: `Trades in ${displaySymbol(symbol)} on a chart…`,
    run: () => {
      void showTrades(platform, run, symbol);
    },
  }));
  return [ofRun, ...others];
}

/** The menu of a run. */
export function runMenu(window: AlgoStreamWindow, run: Run): readonly GridMenuItem[] {
  const { platform } = window;
  const { instance } = run;
  const isBack = isBacktest(instance);
  const isGoing = isStrategyRunning(instance.Status) || canStopStrategy(instance.Status);
  const isWaiting = isWaitingForStart(instance);
  const resume =
    isBack && !isWaitingForData(instance.Status) ? 'Run again…' : isWaiting ? 'Start now…' : 'Resume…';
  const stop: GridMenuItem = {
    id: 'stop',
    label: isBack ? 'Cancel backtest' : 'Stop',
    isDisabled: !canStopStrategy(instance.Status),
    run: () => {
      void stopRun(platform, run);
    },
  };
  return [
    ...(isWaiting ? [] : [stop]),
    {
      id: 'resume',
      label: resume,
      isDisabled: isGoing,
      run: () => {
        void resumeRun(window, run);
      },
    },
    ...scheduleItems(platform, run),
    ...viewItems(window, run),
    {
      id: 'remove',
      label: 'Remove…',
      shortcut: 'Del',
      hasSeparator: true,
      isDestructive: true,
      isDisabled: isGoing,
      run: () => {
        void removeRun(platform, run);
      },
    },
  ];
}
