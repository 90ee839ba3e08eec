import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import {
  formatTime,
  formatQuotePrice,
  OrderChecks,
  type OrderTimeline,
  type PageTimes,
  type ToolPlatform,
  useOrders,
  useReadable,
  type WireOrder,
  type WireOrderGroup,
  type WireReport,
} from '../../src/plugin-api/index.ts';
import { Button, classNames, DialogActions, EmptyState } from '../../src/ui/index.ts';
import {
  conditionText,
  groupRoleText,
  groupStateText,
  isSentAtOnce,
  isUncheckedOrder,
  waitingOrderText,
} from './group-labels.ts';
import { legsText } from './leg-texts.ts';
import { orderSummary } from './order-view.ts';
import styles from './TradeManager.module.css';
import { durationText, lifeMs, timelineOf, withContext } from './timeline.ts';
import { withRuns, type TimelineLine } from './timeline-runs.ts';
import { useOrderTimeline } from './use-order-timeline.ts';

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
  /** The API key whose program proposed the order; null for any other, and before that is known. */
  readonly proposedBy: string | null;
  /** The group of this id, whose order is sent once a condition holds; undefined for an order. */
  readonly waiting: WireOrderGroup | undefined;
}

function summaryOf({ orderId, order, firstReport, waiting }: TimelineHeadProps): string {
  if (order !== undefined) return orderSummary(order);
  if (waiting !== undefined)
    return `${waiting.Waiting.map(waitingOrderText).join(', ')} ${conditionText(waiting)}`;
  if (firstReport === undefined) return orderId;
  return orderSummary({ ...firstReport, Type: firstReport.OrderType, Route: firstReport.ExecutedRoute });
}

/** The order with its legs, its status and what was filled. */
function TimelineHead(props: TimelineHeadProps) {
  const { orderId, order, firstReport, durationMs, group, waiting, proposedBy } = props;
  const traded = order ?? firstReport;
  const legs = traded === undefined ? '' : legsText(traded);
  const facts = [
    waiting === undefined ? `Order ${orderId}` : `${orderId}, not sent yet`,
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
      {proposedBy === null ? null : (
        <span>Proposed by the API key “{proposedBy}” and confirmed in the workstation.</span>
      )}
      {group === undefined ? null : (
        <span>
          {groupRoleText(group, orderId)}. {groupStateText(group)}
        </span>
      )}
    </p>
  );
}

/** One report: its time, the time since the one before, and what it means. */
function Step({ line: { step, moves } }: { readonly line: TimelineLine }) {
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
        {moves.length === 0 ? null : (
          <details>
            <summary>All moves</summary>
            <ol className={styles.steps}>
              {moves.map((move) => (
                <Step key={move.key} line={{ step: move, moves: [] }} />
              ))}
            </ol>
          </details>
        )}
      </span>
    </li>
  );
}

const sideText = (price: number, size: number): string =>
  size === 0 ? 'none' : `${formatQuotePrice(price)} × ${formatInteger(size)}`;

/** `100.00 × 300 / 100.04 × 200`. */
const quoteText = ({ B, BS, A, AS }: OrderTimeline['Quotes'][number]): string =>
  `${sideText(B, BS)} / ${sideText(A, AS)}`;

const MICROS_PER_MS = 1_000;
const millisText = (micros: number): string => `${(micros / MICROS_PER_MS).toFixed(2)} ms`;

/** When the server received the order, and how long its steps took. */
function serverTimesText(times: OrderTimeline['Times']): string {
  if (times === null) return 'Server times: not recorded for this order since the server started.';
  const { Received, DecidedMicros, PublishedMicros } = times;
  return `Server: received ${formatTime(Received, 'HH:mm:ss.SSS')}, checked and matched after ${millisText(DecidedMicros)}, journaled and acknowledged after ${millisText(PublishedMicros)}.`;
}

/** How long the steps of the order took in this page. */
function pageTimesText(times: PageTimes | undefined): string {
  if (times === undefined) return 'This page: not recorded. It did not send the order, or was loaded since.';
  const { pressedMs, sentMs, acknowledgedMs, filledMs } = times;
  const after = (ms: number | null, event: string): readonly string[] =>
    ms === null ? [] : [`${event} ${durationText(ms - sentMs)} after sending`];
  const steps = [
    pressedMs === null ? 'sent without a press' : `sent ${durationText(sentMs - pressedMs)} after the press`,
    ...after(acknowledgedMs, 'first report'),
    ...after(filledMs, 'first fill'),
  ];
  return `This page: ${steps.join(', ')}.`;
}

/** The orders that a group sends at once have its times; those that it sends later have none. */
function timesOfGroup(
  platform: ToolPlatform,
  orderId: string,
  group: WireOrderGroup | undefined,
): PageTimes | undefined {
  return group !== undefined && isSentAtOnce(group, orderId)
    ? platform.groups.pageTimesOf(group.GroupId)
    : undefined;
}

function PageTimesNote({
  platform,
  orderId,
  group,
}: {
  readonly platform: ToolPlatform;
  readonly orderId: string;
  readonly group: WireOrderGroup | undefined;
}) {
  // A replacement has another ClientId than the order that was sent.
  const clientId = useOrders(
    platform,
    ({ orders, log }) =>
      log.findLast((report) => report.OrderId === orderId)?.ClientId ?? orders.get(orderId)?.ClientId,
  );
  const times = platform.orders.pageTimesOf(clientId ?? '') ?? timesOfGroup(platform, orderId, group);
  return <p className={styles.note}>{pageTimesText(times)}</p>;
}

/** Why an open order is not filled, and its place in the queue. */
function Resting({ timeline }: { readonly timeline: OrderTimeline | null }) {
  if (timeline === null || timeline.Resting === null) return null;
  const { Reason, Notes, Queue } = timeline.Resting;
  const facts =
    Queue === null
      ? []
      : [
          Queue.Now === null
            ? 'place in the queue unknown'
            : `about ${formatInteger(Queue.Now)} ahead in the queue`,
          ...(Queue.AtArrival === null ? [] : [`${formatInteger(Queue.AtArrival)} displayed on arrival`]),
          ...(Queue.Traded === null ? [] : [`${formatInteger(Queue.Traded)} traded at the price since`]),
        ];
  return (
    <p className={styles.resting} role="status">
      <strong>{Reason}.</strong>
      {facts.length === 0 ? null : <span> Queue: {facts.join(', ')}.</span>}
      {Notes.map((note) => (
        <span key={note}> {note}.</span>
      ))}
    </p>
  );
}

/** What the checks said of the order, and of each request to replace it. */
function TimelineChecks({
  timeline: { Explanation: explanation, Replacements: replacements },
  side,
  isUnchecked,
}: {
  readonly timeline: OrderTimeline;
  readonly side: 'Buy' | 'Sell' | 'Short';
  /** The order passes no checks. */
  readonly isUnchecked: boolean;
}) {
  return (
    <>
      {isUnchecked ? (
        <p className={styles.note}>Risk checks: none. The order closes what its group has opened.</p>
      ) : (
        <OrderChecks explanation={explanation} side={side} />
      )}
      {replacements.map((replacement) => (
        <OrderChecks
          key={replacement.ClientId}
          explanation={replacement}
          side={side}
          title={`Replacement ${replacement.ClientId}`}
        />
      ))}
    </>
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
  const waiting = useReadable(platform.groups, ({ groups }) => groups.get(orderId));
  const reports = timelineOf(log, orderId, settlements);
  const isOpen = order !== undefined && ORDER_STATUSES[order.Status].stage !== 'done';
  const side = order?.Side ?? log.find((report) => report.OrderId === orderId)?.Side ?? 'Buy';
  const { timeline, problem } = useOrderTimeline(
    platform,
    orderId,
    reports.length,
    isOpen || waiting !== undefined,
  );
  const steps = withContext(reports, {
    quotes: new Map(timeline?.Quotes.map((quote) => [quote.Serial, quoteText(quote)])),
    group: timeline?.Group ?? [],
  });
  return (
    <div className={styles.timeline}>
      <TimelineHead
        orderId={orderId}
        order={order}
        firstReport={log.find((report) => report.OrderId === orderId)}
        durationMs={lifeMs(reports)}
        proposedBy={timeline?.ProposedBy ?? null}
        group={group}
        waiting={waiting}
      />
      <Resting timeline={timeline} />
      {steps.length === 0 ? (
        <NoReports isWaiting={waiting !== undefined} />
      ) : (
        // The list scrolls, so the keyboard must reach it.
        <ol className={styles.steps} aria-label="Reports" tabIndex={0}>
          {withRuns(steps).map((line) => (
            <Step key={line.step.key} line={line} />
          ))}
        </ol>
      )}
      {timeline === null ? (
        problem === null ? null : (
          <p className={styles.note}>{problem}</p>
        )
      ) : (
        <>
          <p className={styles.note}>{serverTimesText(timeline.Times)}</p>
          <PageTimesNote platform={platform} orderId={orderId} group={group} />
          <TimelineChecks timeline={timeline} side={side} isUnchecked={isUncheckedOrder(group, orderId)} />
        </>
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

function NoReports({ isWaiting }: { readonly isWaiting: boolean }) {
  return (
    <EmptyState
      title="No reports"
      text={
        isWaiting
          ? 'The server sends the order once its condition holds.'
          : 'The reports of this order are older than the days that the trade log holds.'
      }
    />
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
