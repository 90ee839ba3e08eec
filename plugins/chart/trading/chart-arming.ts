import { displaySymbol } from '../../../src/domain/symbols/symbol.ts';
import { armingPerPlatform, canArm, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';

const KEY = 'chart-orders';

/** The charts on which dragged orders move at once, by the ids of their windows. */
export const chartArmingOf = armingPerPlatform({
  key: KEY,
  accountChanged: 'The account changed: dragged orders open the order ticket again.',
  symbolChanged: 'The symbol changed: dragged orders open the order ticket again.',
  focusLost: 'The browser window lost the focus: dragged orders open the order ticket again.',
  connectionLost:
    'The connection to the server was lost: the chart is not armed any more. Arm it again when the connection is back.',
  idle: 'No order was dragged for ten minutes: dragged orders open the order ticket again.',
});

/** Arms the drags of a chart after a confirmation; disarms them without one. */
export async function toggleChartArming(window: ToolWindow<ChartState>): Promise<void> {
  const { platform, id } = window;
  const arming = chartArmingOf(platform);
  if (arming.isArmed(id)) return arming.disarm(id);
  const { Symbol: symbol } = window.getState();
  if (!canArm(platform, KEY, symbol)) return;
  const { account, isLive } = platform.session.get();
  const isSure = await platform.dialogs.confirm({
    title: 'Arm the chart?',
    message: `Each order of ${displaySymbol(symbol)} that you drag on this chart, and each level of an order that waits, moves at once, without a ticket, for the ${isLive ? 'LIVE' : 'PAPER'} account ${account ?? ''}. The chart is off again when its symbol or the account changes, when its window is hidden, when the browser window loses the focus, when the connection to the server is lost, and after ten minutes without a drag.`,
    yes: 'Arm',
    no: 'Leave off',
  });
  // The answer was for this symbol, this window on screen and this connection: another desk window may have changed them meanwhile.
  const isSame = window.isActive() && window.getState().Symbol === symbol;
  if (isSure && isSame && canArm(platform, KEY, symbol)) arming.arm(id, { symbol });
}
