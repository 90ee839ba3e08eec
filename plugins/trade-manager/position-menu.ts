import type { BrokerCapabilities } from '../../src/domain/orders/brokers.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../src/ui/index.ts';
import { isExercisable } from './exercise-figures.ts';
import { closePosition, runCommand, sideItems } from './actions.ts';
import { closingSpread } from './closing-spread.ts';
import { closingOrder } from './position-view.ts';
import type { PositionRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';

type TradeManagerTool = ToolWindow<TradeManagerState>;

export const canClose = ({ platform }: TradeManagerTool, { position, symbol }: PositionRow): boolean =>
  closingOrder(position) !== null && platform.canTrade(symbol).ok;

/** The menu of a row of Positions. `lacks`: features that the chosen order service lacks. */
export function positionMenu(
  tool: TradeManagerTool,
  row: PositionRow,
  lacks: BrokerCapabilities['lacks'],
): readonly GridMenuItem[] {
  const { orders, positions } = tool.platform.orders.get();
  const isElsewhere = lacks.positions !== undefined;
  const spread = isElsewhere ? null : closingSpread(row.symbol, orders.values(), positions);
  return [
    {
      id: 'close',
      label: 'Close position…',
      isDisabled: !canClose(tool, row),
      run: () => closePosition(tool, row.position),
    },
    ...(spread === null
      ? []
      : [
          {
            id: 'close-spread',
            label: 'Close as a spread…',
            isDisabled: !tool.platform.canTrade(row.symbol).ok,
            run: () => runCommand(tool, 'option-chain.open-spread', { ...spread }),
          },
        ]),
    {
      id: 'flatten',
      label: `Flatten ${displaySymbol(row.symbol)}…`,
      isDisabled: isElsewhere || !tool.platform.canTrade(row.symbol).ok,
      isDestructive: true,
      run: () => runCommand(tool, 'order.flatten', { symbol: row.symbol }),
    },
    {
      id: 'reverse',
      label: `Reverse ${displaySymbol(row.symbol)}…`,
      isDisabled: isElsewhere || !canClose(tool, row),
      isDestructive: true,
      run: () => runCommand(tool, 'order.reverse', { symbol: row.symbol }),
    },
    ...(isExercisable(row.position)
      ? [
          {
            id: 'exercise',
            label: 'Exercise…',
            isDisabled: lacks.exercise !== undefined || !tool.platform.canTrade(row.symbol).ok,
            run: () => runCommand(tool, 'option.exercise', { symbol: row.symbol }),
          },
        ]
      : []),
    ...sideItems(tool, row.symbol),
  ];
}
