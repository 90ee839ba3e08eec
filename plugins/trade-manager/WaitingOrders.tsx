import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { useReadable, type ToolWindow } from '../../src/plugin-api/index.ts';
import { Button } from '../../src/ui/index.ts';
import { runCommand } from './actions.ts';
import { conditionText, waitingOrderText } from './group-labels.ts';
import type { TradeManagerState } from './state.ts';
import { waitingGroups } from './waiting-groups.ts';
import styles from './WaitingOrders.module.css';

/** Orders that the server will send once a condition holds: they have no row in Open Orders until then. Nothing is shown while there are none. */
export function WaitingOrders({ tool }: { readonly tool: ToolWindow<TradeManagerState> }) {
  const groups = useReadable(tool.platform.groups, (state) => state.groups);
  const waiting = waitingGroups({ groups });
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Orders that wait for a condition">
      {waiting.map((group) => (
        <li key={group.GroupId} className={styles.order}>
          <span>
            <b>
              {group.GroupId} {group.Waiting.map(waitingOrderText).join(', ')}
            </b>{' '}
            {conditionText(group)}
          </span>
          <Button
            tone="quiet"
            aria-label={`Order timeline of ${group.GroupId} ${displaySymbol(group.Symbol ?? '')}`}
            onClick={() => runCommand(tool, 'order.timeline', { orderId: group.GroupId })}
          >
            Timeline…
          </Button>
          <Button
            tone="quiet"
            aria-label={`Change ${group.GroupId} ${displaySymbol(group.Symbol ?? '')}`}
            disabled={!tool.platform.canTrade().ok}
            onClick={() => runCommand(tool, 'order.change-group', { groupId: group.GroupId })}
          >
            Change…
          </Button>
          <Button
            tone="quiet"
            aria-label={`Cancel ${group.GroupId} ${displaySymbol(group.Symbol ?? '')}`}
            disabled={!tool.platform.canTrade().ok}
            onClick={() => runCommand(tool, 'order.cancel-group', { groupId: group.GroupId })}
          >
            Cancel…
          </Button>
        </li>
      ))}
    </ul>
  );
}
