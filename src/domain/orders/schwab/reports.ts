import type { PriceE4 } from '../../money/price.ts';
import type { ReportType } from '../enumerations.ts';
import type { ExternalOrder } from './read-order.ts';

/** One thing that happened to an external order. */
export interface ExternalReport {
  /** Unique within the account, and the same however often the order is read. */
  readonly reportId: string;
  readonly order: ExternalOrder;
  readonly reportType: ReportType;
  readonly timeMs: number;
  readonly message: string;
  readonly leavesQuantity: number;
  readonly lastFillPriceE4: PriceE4;
  readonly lastFillQuantity: number;
  /** The broker's id of the execution; empty for everything else. */
  readonly executionId: string;
}

/** Report of a fill that the broker counts but does not list. */
const UNLISTED_FILL = 'filled';

/** Everything that one reading of an order tells of its past, oldest first. */
export function reportsOf(order: ExternalOrder): ExternalReport[] {
  const report = (
    name: string,
    reportType: ReportType,
    timeMs: number,
    change: Partial<ExternalReport> = {},
  ): ExternalReport => ({
    reportId: `${order.orderId}:${name}`,
    order,
    reportType,
    timeMs,
    message: '',
    leavesQuantity: order.unfilled,
    lastFillPriceE4: 0,
    lastFillQuantity: 0,
    executionId: '',
    ...change,
  });
  const endMs = order.closedMs ?? order.fills.at(-1)?.timeMs ?? order.enteredMs;
  const reports: ExternalReport[] = [];
  if (order.reportType !== 'OrderRejected')
    reports.push(report('accepted', 'OrderAccepted', order.enteredMs, { leavesQuantity: order.quantity }));
  if (order.reportType === 'OrderConfirmed')
    reports.push(report('confirmed', 'OrderConfirmed', order.enteredMs));
  let leavesQuantity = order.quantity;
  for (const { executionId, priceE4, quantity, timeMs } of order.fills) {
    leavesQuantity = Math.max(0, leavesQuantity - quantity);
    reports.push(
      report(executionId, 'OrderExecuted', timeMs, {
        executionId,
        leavesQuantity,
        lastFillPriceE4: priceE4,
        lastFillQuantity: quantity,
      }),
    );
  }
  const unlisted = leavesQuantity - order.unfilled;
  if (order.reportType === 'OrderExecuted' && unlisted > 0) {
    reports.push(
      report(UNLISTED_FILL, 'OrderExecuted', endMs, {
        leavesQuantity: order.unfilled,
        lastFillPriceE4: order.priceE4,
        lastFillQuantity: unlisted,
        executionId: UNLISTED_FILL,
      }),
    );
  }
  const { reportType, brokerStatus } = order;
  if (reportType !== 'OrderAccepted' && reportType !== 'OrderConfirmed' && reportType !== 'OrderExecuted') {
    // "Nothing done" is a status of the broker that has no meaning here; it is told once for each name.
    reports.push(
      report(brokerStatus, reportType, reportType === 'NothingDone' ? order.enteredMs : endMs, {
        message: order.description,
      }),
    );
  }
  return reports;
}

/** The reports that are new since `known` (their ids), oldest first. */
export function newReportsOf(
  order: ExternalOrder,
  known: { has(reportId: string): boolean },
): ExternalReport[] {
  const isFillCounted = known.has(`${order.orderId}:${UNLISTED_FILL}`);
  return reportsOf(order).filter(
    (report) => !known.has(report.reportId) && !(isFillCounted && report.reportType === 'OrderExecuted'),
  );
}

/** Each order once, by its id; of two readings the one listed last counts. Oldest order first. */
export function uniqueOrders(orders: readonly ExternalOrder[]): ExternalOrder[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return [...byId.values()].sort(
    (one, other) => one.enteredMs - other.enteredMs || (one.orderId < other.orderId ? -1 : 1),
  );
}
