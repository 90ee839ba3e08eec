import { useEffect } from 'react';
import { type ToolProps, useIsActive, useOrders, useToolState } from '../../src/plugin-api/index.ts';
import { Checkbox, Tabs } from '../../src/ui/index.ts';
import { AccountStrip } from './AccountStrip.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { isListedOpen, reportToast } from './order-view.ts';
import { Positions } from './Positions.tsx';
import type { TabId, TradeManagerState } from './state.ts';
import { TradeLog } from './TradeLog.tsx';
import styles from './TradeManager.module.css';

export default function TradeManager({ window }: ToolProps<TradeManagerState>) {
  const { platform } = window;
  const state = useToolState(window);
  const isActive = useIsActive(window);
  const openCount = useOrders(platform, ({ orders }) => countOpen(orders.values()));

  useEffect(() => platform.orders.onReport((report) => {
    const toast = reportToast(report);
    if (toast !== null) platform.dialogs.toast(toast);
  }), [platform]);

  const extra = state.CurrentTab === 'Positions'
    ? <Checkbox label="Display flat positions" isChecked={state.Positions.ShowFlat} onChange={(ShowFlat) => window.update({ Positions: { ...state.Positions, ShowFlat } })} />
    : state.CurrentTab === 'TradeLog'
      ? <Checkbox label="Show executions only" isChecked={state.TradeLog.ShowExecutionsOnly} onChange={(ShowExecutionsOnly) => window.update({ TradeLog: { ...state.TradeLog, ShowExecutionsOnly } })} />
      : undefined;
  return (
    <div className={styles.tool}>
      <div className={styles.tabs}>
        <Tabs<TabId>
          label="Trade Manager"
          value={state.CurrentTab}
          extra={extra}
          onChange={(CurrentTab) => window.update({ CurrentTab })}
          items={[
            { id: 'OpenOrders', label: 'Open Orders', count: openCount, content: <div className={styles.panel}><OpenOrders window={window} isActive={isActive} /></div> },
            { id: 'TradeLog', label: 'Trade Log', content: <div className={styles.panel}><TradeLog window={window} /></div> },
            { id: 'Positions', label: 'Positions', content: <div className={styles.panel}><Positions window={window} isActive={isActive} /></div> },
          ]}
        />
      </div>
      <AccountStrip platform={platform} isActive={isActive} />
    </div>
  );
}

function countOpen(orders: Iterable<Parameters<typeof isListedOpen>[0]>): number {
  let count = 0;
  for (const order of orders) if (isListedOpen(order)) count++;
  return count;
}
