import { ListChecks, Pencil, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { formatInteger, formatPrice, formatSignedMoney } from '../../src/domain/columns/index.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import {
  type OrdersState,
  type ToolProps,
  type ToolWindow,
  useCanTrade,
  useIsActive,
  useOrders,
  useReadable,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { Button, EmptyState, IconButton } from '../../src/ui/index.ts';
import {
  cancelAll,
  checkAll,
  openOrders,
  removeOrder,
  replaceOrder,
  runOf,
  sendAll,
  unsentRows,
} from './basket-actions.ts';
import type { RowCheck, RunState } from './basket-run.ts';
import styles from './Basket.module.css';
import { openOrderDialog } from './OrderDialog.tsx';
import { exitsText } from './staged-exits.ts';
import { sentStatus } from './sent-status.ts';
import type { BasketRow, BasketState } from './state.ts';

/** A list of staged orders: checked, sent and cancelled together. */
export default function BasketTool({ tool }: ToolProps<BasketState>) {
  const { platform } = tool;
  const { Rows, Sent } = useToolState(tool);
  const run = useReadable(runOf(tool));
  const orders = useOrders(platform);
  useWatchedSymbols(tool, Rows);
  if (Rows.length === 0)
    return (
      <EmptyState
        icon={ListChecks}
        title="No orders are staged"
        text="Stage orders here, check them, and send them together. The ticket stages an order with its button Stage."
        action={
          <>
            <Button onClick={() => void platform.commands.run('basket.add', { windowId: tool.id })}>
              Add order…
            </Button>
            <Button onClick={() => void platform.commands.run('basket.import', { windowId: tool.id })}>
              Import CSV…
            </Button>
          </>
        }
      />
    );
  return (
    <div className={styles.tool}>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label="Staged orders">
          <thead>
            <tr>
              {['Side', 'Quantity', 'Symbol', 'Type', 'Price', 'Stop', 'TIF', 'Exits', 'Status', ''].map(
                (name) => (
                  <th key={name} scope="col">
                    {name === '' ? <span className="visually-hidden">Actions</span> : name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {Rows.map((row) => (
              <Row
                key={row.Id}
                tool={tool}
                row={row}
                status={statusOf(row, Sent[row.Id], run, orders)}
                isSent={Object.hasOwn(Sent, row.Id)}
                isBusy={run.doing !== 'nothing'}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Foot tool={tool} run={run} unsent={unsentRows({ Rows, Sent }).length} />
    </div>
  );
}

/** The prices that checks need, while the window is on screen. */
function useWatchedSymbols(tool: ToolWindow<BasketState>, rows: readonly BasketRow[]): void {
  const { symbols } = tool.platform;
  const isActive = useIsActive(tool);
  const key = useMemo(() => [...new Set(rows.map((row) => row.Symbol))].join(' '), [rows]);
  useEffect(
    () => (isActive && key !== '' ? symbols.watch(key.split(' ')) : undefined),
    [symbols, isActive, key],
  );
}

function statusOf(
  row: BasketRow,
  clientId: string | undefined,
  { checks }: RunState,
  orders: OrdersState,
): RowCheck {
  if (clientId !== undefined) return sentStatus(clientId, orders);
  return checks.get(row.Id) ?? { tone: 'ok', text: 'Staged' };
}

interface RowProps {
  readonly tool: ToolWindow<BasketState>;
  readonly row: BasketRow;
  readonly status: RowCheck;
  readonly isSent: boolean;
  readonly isBusy: boolean;
}

const priceText = (price: number | null): string => (price === null ? '' : formatPrice(price));

function Row({ tool, row, status, isSent, isBusy }: RowProps) {
  const name = displaySymbol(row.Symbol);
  const edit = async () => {
    const changed = await openOrderDialog(tool.platform, row);
    if (changed !== null) replaceOrder(tool, row.Id, changed);
  };
  return (
    <tr data-side={row.Side}>
      <td>{row.Side}</td>
      <td className={styles.number}>{formatInteger(row.Quantity)}</td>
      <td>{name}</td>
      <td>{ORDER_TYPES[row.Type].label}</td>
      <td className={styles.number}>{priceText(row.Price)}</td>
      <td className={styles.number}>{priceText(row.StopPrice)}</td>
      <td>{TIFS[row.Tif].label}</td>
      <td>{exitsText(row)}</td>
      <td className={styles.status} data-tone={status.tone} title={status.text}>
        {status.text}
      </td>
      <td className={styles.buttons}>
        <IconButton
          label={`Edit the order for ${name}`}
          disabled={isSent || isBusy}
          onClick={() => void edit()}
        >
          <Pencil size={12} />
        </IconButton>
        <IconButton
          label={`Remove the order for ${name}`}
          disabled={isBusy}
          onClick={() => removeOrder(tool, row.Id)}
        >
          <X size={12} />
        </IconButton>
      </td>
    </tr>
  );
}

/** What the basket is doing, and the buttons for all orders. */
function Foot({
  tool,
  run,
  unsent,
}: {
  readonly tool: ToolWindow<BasketState>;
  readonly run: RunState;
  readonly unsent: number;
}) {
  const canTrade = useCanTrade(tool.platform);
  const isBusy = run.doing !== 'nothing';
  const openCount = useOrders(tool.platform, () => openOrders(tool).length);
  return (
    <div className={styles.foot}>
      <p role="status" className={styles.progress}>
        {progressText(run, unsent)}
      </p>
      {isBusy ? (
        <Button onClick={() => runOf(tool).stop()}>Stop</Button>
      ) : (
        <Button disabled={unsent === 0} onClick={() => void checkAll(tool)}>
          Check all
        </Button>
      )}
      <Button disabled={!canTrade || (!isBusy && openCount === 0)} onClick={() => cancelAll(tool)}>
        Cancel all
      </Button>
      <Button
        tone="primary"
        disabled={!canTrade || isBusy || unsent === 0}
        onClick={() => void sendAll(tool)}
      >
        Send all…
      </Button>
    </div>
  );
}

/** `Sending: 3 of 12`, or what the last run has found. */
function progressText({ doing, done, total, message, effect }: RunState, unsent: number): string {
  if (doing !== 'nothing') return `${doing === 'checking' ? 'Checking' : 'Sending'}: ${done} of ${total}`;
  if (message !== null) return message;
  const left = unsent === 1 ? '1 order to send' : `${unsent} orders to send`;
  return effect === null ? left : `${left}. Together: ${formatSignedMoney(effect)} of buying power`;
}
