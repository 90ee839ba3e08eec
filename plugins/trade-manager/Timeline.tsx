import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { formatTime, type ToolPlatform, useOrders } from '../../src/plugin-api/index.ts';
import { Button, classNames, DialogActions, EmptyState } from '../../src/ui/index.ts';
import { legsText } from './leg-texts.ts';
import { orderSummary } from './order-view.ts';
import styles from './TradeManager.module.css';
import { durationText, lifeMs, timelineOf } from './timeline.ts';

/** The life of one order: each report with its time to the millisecond, what it means, and how long it took. */
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
  const steps = timelineOf(log, orderId, settlements);
  const life = lifeMs(steps);
  const first = log.find((report) => report.OrderId === orderId);
  const summary =
    order !== undefined
      ? orderSummary(order)
      : first !== undefined
        ? orderSummary({ ...first, Type: first.OrderType, Route: first.ExecutedRoute })
        : orderId;
  const traded = order ?? first;
  const legs = traded === undefined ? '' : legsText(traded);
  return (
    <div className={styles.timeline}>
      <p className={styles.timelineHead}>
        <strong>{summary}</strong>
        {legs === '' ? null : <span>{legs}</span>}
        <span>
          Order {orderId}
          {order === undefined ? '' : `, ${ORDER_STATUSES[order.Status].label}`}
          {order !== undefined && order.Fill > 0
            ? `, ${formatInteger(order.Fill)} filled at ${formatPrice(order.AveragePrice)}`
            : ''}
          {life === null ? '' : `, ${durationText(life)} in all`}
        </span>
      </p>
      {steps.length === 0 ? (
        <EmptyState
          title="No reports"
          text="The trade log holds nothing of this order: it is from before the days that were loaded."
        />
      ) : (
        // The list scrolls, so the keyboard must reach it.
        <ol className={styles.steps} aria-label="Reports" tabIndex={0}>
          {steps.map((step) => (
            <li key={step.key} className={styles.step}>
              <span className={styles.when}>
                <time dateTime={new Date(step.timeMs).toISOString()}>
                  {formatTime(step.timeMs, 'HH:mm:ss.SSS')}
                </time>
                <small>
                  {step.sinceMs === null
                    ? formatTime(step.timeMs, 'YYYY-MM-DD')
                    : `+${durationText(step.sinceMs)}`}
                </small>
              </span>
              <span className={classNames(styles.dot, styles[step.tone])} aria-hidden />
              <span className={styles.what}>
                <strong className={styles[step.tone]}>{step.status}</strong>
                <span>{step.words}</span>
                {step.facts === '' ? null : <span className={styles.factLine}>{step.facts}</span>}
                {step.code === '' ? null : <span className={styles.code}>{step.code}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className={styles.note}>Times are New York&apos;s.</p>
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
