import type { PriceE4 } from '../../money/price.ts';
import type { ReportType } from '../enumerations.ts';
import { apartText } from './apart-text.ts';
import type { ExternalFill, ExternalLegFill, ExternalOrder } from './external-order.ts';
import { isOpenStatus } from './open-status.ts';

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
  /** Of an execution of a multi-leg order: what each leg traded. */
  readonly legFills?: readonly ExternalLegFill[] | undefined;
}

/** Report of a fill that the broker counts but does not list. */
const UNLISTED_FILL = 'filled';

/** The reports that one reading of an order stands for, oldest first. */
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
  for (const fill of order.fills) {
    leavesQuantity = Math.max(0, leavesQuantity - fill.quantity);
    reports.push(report(fill.executionId, 'OrderExecuted', fill.timeMs, changeOfFill(fill, leavesQuantity)));
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
  const { reportType, brokerStatus, apart } = order;
  // While the order is open; its last report has the same text in its message.
  if (apart !== undefined && isOpenStatus(order.status))
    reports.push(report(apartName(order.filled, apart), 'NothingDone', endMs, { message: apartText(apart) }));
  if (reportType !== 'OrderAccepted' && reportType !== 'OrderConfirmed' && reportType !== 'OrderExecuted') {
    // "Nothing done" is a status of the broker that has no meaning here; it is reported once for each name.
    reports.push(
      report(brokerStatus, reportType, reportType === 'NothingDone' ? order.enteredMs : endMs, {
        message: order.description,
      }),
    );
  }
  return reports;
}

const changeOfFill = (
  { executionId, priceE4, quantity, legFills }: ExternalFill,
  leavesQuantity: number,
): Partial<ExternalReport> => ({
  executionId,
  leavesQuantity,
  lastFillPriceE4: priceE4,
  lastFillQuantity: quantity,
  legFills,
});

/** Another name each time another leg has filled without the others. */
const apartName = (filled: number, apart: readonly ExternalLegFill[]): string =>
  `apart-${filled}-${apart.reduce((sum, { quantity }) => sum + quantity, 0)}`;

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
    (first, second) => first.enteredMs - second.enteredMs || (first.orderId < second.orderId ? -1 : 1),
  );
}
