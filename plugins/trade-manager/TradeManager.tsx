import { Download } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { assertNever } from '../../src/domain/assert/assert.ts';
import {
  isStatedElsewhere,
  type ToolPlatform,
  type ToolProps,
  useCanTrade,
  useIsActive,
  useOrders,
  useReadable,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { Button, Checkbox, classNames, IconButton, Menu, Tabs, type GridHandle } from '../../src/ui/index.ts';
import { AccountStrip } from './AccountStrip.tsx';
import { runCommand } from './actions.ts';
import { OpenOrders } from './OpenOrders.tsx';
import { waitingGroups } from './waiting-groups.ts';
import { WaitingOrders } from './WaitingOrders.tsx';
import { isListedOpen } from '../../src/domain/orders/open-orders.ts';
import { OptionValuation } from './option-valuation.ts';
import { isFlat } from './position-view.ts';
import { OptionSums } from './OptionSums.tsx';
import { Positions } from './Positions.tsx';
import { BlockNotice } from './StatedBalance.tsx';
import { StatedPositions } from './StatedPositions.tsx';
import { saveJournal } from './save-journal.ts';
import { ReconciliationNotice } from './Reconciliation.tsx';
import type { TabId, TradeManagerState } from './state.ts';
import { TradeLog } from './TradeLog.tsx';
import styles from './TradeManager.module.css';
import { GuardNotice, HaltNotice, KeysArmed, KillSwitch } from './TradingSwitches.tsx';

/** The account's open orders, trade log and positions in three tabs, with its balance and trading switches. */
export default function TradeManager({ tool }: ToolProps<TradeManagerState>) {
  const { platform } = tool;
  const state = useToolState(tool);
  const isActive = useIsActive(tool);
  const waitingCount = useReadable(platform.groups, (groups) => waitingGroups(groups).length);
  const openCount = useOrders(platform, ({ orders }) => count(orders.values(), isListedOpen)) + waitingCount;
  const heldCount = useOrders(platform, ({ positions }) =>
    count(positions.values(), (position) => !isFlat(position)),
  );
  const isStated = useReadable(platform.tradingApi, isStatedElsewhere);
  const grid = useRef<GridHandle>(null);
  const [valuation] = useState(() => new OptionValuation(platform));

  return (
    <div className={styles.tool}>
      <Notices platform={platform} />
      <div className={styles.tabs}>
        <Tabs<TabId>
          label="Trade Manager"
          value={state.CurrentTab}
          extra={
            <>
              <TabControls tool={tool} openCount={openCount} heldCount={heldCount} isStated={isStated} />
              <ExportMenu platform={platform} grid={grid} />
              <KeysArmed platform={platform} />
              <KillSwitch platform={platform} />
            </>
          }
          onChange={(CurrentTab) => tool.update({ CurrentTab })}
          items={[
            {
              id: 'OpenOrders',
              label: 'Open Orders',
              count: openCount,
              content: (
                <div className={classNames(styles.panel, styles.stack)}>
                  <WaitingOrders tool={tool} />
                  <OpenOrders tool={tool} isActive={isActive} grid={grid} />
                </div>
              ),
            },
            {
              id: 'TradeLog',
              label: 'Trade Log',
              content: (
                <div className={styles.panel}>
                  <TradeLog tool={tool} grid={grid} />
                </div>
              ),
            },
            {
              id: 'Positions',
              label: 'Positions',
              content: (
                <div className={styles.panel}>
                  <PositionsOfAccount tool={tool} valuation={valuation} isActive={isActive} grid={grid} />
                </div>
              ),
            },
          ]}
        />
      </div>
      {isStated ? null : <OptionSums platform={platform} valuation={valuation} isActive={isActive} />}
      <AccountStrip platform={platform} isActive={isActive} />
    </div>
  );
}

function Notices({ platform }: { readonly platform: ToolPlatform }) {
  return (
    <>
      <HaltNotice platform={platform} />
      <GuardNotice platform={platform} />
      <BlockNotice platform={platform} />
      <ReconciliationNotice platform={platform} />
    </>
  );
}

/** The positions of the account that orders are for. */
function PositionsOfAccount(props: Parameters<typeof Positions>[0]) {
  const isStated = useReadable(props.tool.platform.tradingApi, isStatedElsewhere);
  return isStated ? <StatedPositions tool={props.tool} grid={props.grid} /> : <Positions {...props} />;
}

/** What belongs to the tab on screen: a filter of its rows, and the command for all of them. */
function TabControls({
  tool,
  openCount,
  heldCount,
  isStated,
}: ToolProps<TradeManagerState> & {
  readonly openCount: number;
  readonly heldCount: number;
  readonly isStated: boolean;
}) {
  const { CurrentTab, Positions: positions, TradeLog: log } = useToolState(tool);
  switch (CurrentTab) {
    case 'Positions':
      // An external broker lists no flat positions, and closes them singly.
      return isStated ? null : (
        <>
          <Checkbox
            label="Display flat positions"
            isChecked={positions.ShowFlat}
            onChange={(ShowFlat) => tool.update({ Positions: { ...positions, ShowFlat } })}
          />
          <FlattenAll tool={tool} heldCount={heldCount} />
        </>
      );
    case 'TradeLog':
      return (
        <Checkbox
          label="Show executions only"
          isChecked={log.ShowExecutionsOnly}
          onChange={(ShowExecutionsOnly) => tool.update({ TradeLog: { ...log, ShowExecutionsOnly } })}
        />
      );
    case 'OpenOrders':
      return (
        <Button
          tone="quiet"
          disabled={openCount === 0}
          onClick={() => runCommand(tool, 'order.cancel-all', {})}
        >
          Cancel all…
        </Button>
      );
    default:
      return assertNever(CurrentTab);
  }
}

function ExportMenu({
  platform,
  grid,
}: {
  readonly platform: ToolPlatform;
  readonly grid: RefObject<GridHandle | null>;
}) {
  return (
    <Menu
      label="Export"
      align="end"
      trigger={
        <IconButton label="Export" hint="Save orders, log or positions as a file">
          <Download size={14} />
        </IconButton>
      }
      entries={[
        { id: 'shown', label: 'What is shown (CSV)', run: () => grid.current?.exportCsv() },
        {
          id: 'csv',
          label: 'All orders with every report (CSV)',
          hasSeparator: true,
          run: () => {
            void saveJournal(platform, 'csv');
          },
        },
        {
          id: 'json',
          label: 'All orders with every report (JSON)',
          run: () => {
            void saveJournal(platform, 'json');
          },
        },
      ]}
    />
  );
}

function FlattenAll({ tool, heldCount }: ToolProps<TradeManagerState> & { readonly heldCount: number }) {
  const canTrade = useCanTrade(tool.platform);
  return (
    <Button
      tone="quiet"
      disabled={heldCount === 0 || !canTrade}
      onClick={() => runCommand(tool, 'order.flatten-all', {})}
    >
      Flatten all…
    </Button>
  );
}

function count<Item>(items: Iterable<Item>, isCounted: (item: Item) => boolean): number {
  let counted = 0;
  for (const item of items) if (isCounted(item)) counted++;
  return counted;
}
