import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import {
  formatTime,
  type ToolPlatform,
  useOrders,
  useReadable,
  type WireOrder,
  type WireOrderGroup,
  type WireReport,
} from '../../src/plugin-api/index.ts';
import { Button, classNames, DialogActions, EmptyState } from '../../src/ui/index.ts';
import { groupRoleText, groupStateText } from './group-labels.ts';
import { legsText } from './leg-texts.ts';
import { orderSummary } from './order-view.ts';
import styles from './TradeManager.module.css';
import { durationText, lifeMs, timelineOf, type TimelineStep } from './timeline.ts';

interface TimelineHeadProps {
  readonly orderId: string;
  /** Absent for an order that is from before the days that were loaded. */
  readonly order: WireOrder | undefined;
  /** The oldest loaded report of the order. */
  readonly firstReport: WireReport | undefined;
  /** From the first to the last report, ms; null with fewer than two. */
  readonly durationMs: number | null;
  /** Undefined for an order that is in no group. */
  readonly group: WireOrderGroup | undefined;
}

function summaryOf({ orderId, order, firstReport }: TimelineHeadProps): string {
  if (order !== undefined) return orderSummary(order);
  if (firstReport === undefined) return orderId;
  return orderSummary({ ...firstReport, Type: firstReport.OrderType, Route: firstReport.ExecutedRoute });
}

/** The order with its legs, its status and what was filled. */
function TimelineHead(props: TimelineHeadProps) {
  const { orderId, order, firstReport, durationMs, group } = props;
  const traded = order ?? firstReport;
  const legs = traded === undefined ? '' : legsText(traded);
  const facts = [
    `Order ${orderId}`,
    ...(order === undefined ? [] : [ORDER_STATUSES[order.Status].label]),
    ...(order === undefined || order.Fill === 0
      ? []
      : [`${formatInteger(order.Fill)} filled at ${formatPrice(order.AveragePrice)}`]),
    ...(durationMs === null ? [] : [`${durationText(durationMs)} from first to last report`]),
  ];
  return (
    <p className={styles.timelineHead}>
      <strong>{summaryOf(props)}</strong>
      {legs === '' ? null : <span>{legs}</span>}
      <span>{facts.join(', ')}</span>
      {group === undefined ? null : (
        <span>
          {groupRoleText(group, orderId)}. {groupStateText(group)}
        </span>
      )}
    </p>
  );
}

/** One report: its time, the time since the one before, and what it means. */
function Step({ step }: { readonly step: TimelineStep }) {
  const { timeMs, sinceMs, tone, status, meaning, facts, code } = step;
  return (
    <li className={styles.step}>
      <span className={styles.when}>
        <time dateTime={new Date(timeMs).toISOString()}>{formatTime(timeMs, 'HH:mm:ss.SSS')}</time>
        <small>{sinceMs === null ? formatTime(timeMs, 'YYYY-MM-DD') : `+${durationText(sinceMs)}`}</small>
      </span>
      <span className={classNames(styles.dot, styles[tone])} aria-hidden />
      <span className={styles.what}>
        <strong className={styles[tone]}>{status}</strong>
        <span>{meaning}</span>
        {facts === '' ? null : <span className={styles.factLine}>{facts}</span>}
        {code === '' ? null : <span className={styles.code}>{code}</span>}
      </span>
    </li>
  );
}

/** All reports of one order with their times, their meaning and the time between them. */
function Timeline({
  platform,
  orderId,
  close,
}: {
  readonly platform: ToolPlatform;
  readonly orderId: string;
  readonly close: () => void;
}) {
  const order = useOrders(platform, ({ orders }) => orders.get(orderId));
  const log = useOrders(platform, (state) => state.log);
  const settlements = useOrders(platform, (state) => state.settlements);
  const group = useReadable(platform.groups, ({ byOrderId }) => byOrderId.get(orderId));
  const steps = timelineOf(log, orderId, settlements);
  return (
    <div className={styles.timeline}>
      <TimelineHead
        orderId={orderId}
        order={order}
        firstReport={log.find((report) => report.OrderId === orderId)}
        durationMs={lifeMs(steps)}
        group={group}
      />
      {steps.length === 0 ? (
        <EmptyState
          title="No reports"
          text="The reports of this order are older than the days that the trade log holds."
        />
      ) : (
        // The list scrolls, so the keyboard must reach it.
        <ol className={styles.steps} aria-label="Reports" tabIndex={0}>
          {steps.map((step) => (
            <Step key={step.key} step={step} />
          ))}
        </ol>
      )}
      <p className={styles.note}>Times are New York time.</p>
      <DialogActions>
        <Button tone="primary" onClick={close}>
          Close
        </Button>
      </DialogActions>
    </div>
  );
}

/** Opens the timeline of an order; resolves when it is closed. */
export async function openTimeline(platform: ToolPlatform, orderId: string): Promise<void> {
  await platform.dialogs.open<never>({
    title: 'Order timeline',
    width: 560,
    content: ({ close }) => <Timeline platform={platform} orderId={orderId} close={() => close(null)} />,
  });
}
