import { createHash } from 'node:crypto';
import { alertText, type AlertFiring } from '../../domain/alerts/index.ts';
import { formatExchangeTime, formatValue, symbolColumn } from '../../domain/columns/index.ts';
import { formatInteger, formatMoney, formatPrice } from '../../domain/format/format-number.ts';
import { fromE4 } from '../../domain/money/price.ts';
import type { Notice } from '../../domain/notices/index.ts';
import type { ReportType } from '../../domain/orders/enumerations.ts';
import { GUARD_LABELS, type GuardLock } from '../../domain/risk/guards.ts';
import type { StrategyAlert } from '../algostream/runs/strategy-alerts.ts';
import type { Report } from '../brokerage/brokerage.ts';

const DONE_TEXTS = { Buy: 'Bought', Sell: 'Sold', Short: 'Sold short' } as const;

/** The texts of the reports that become notices. Reports of all other types do not leave the browser. */
const REPORT_NOTICES: Partial<Readonly<Record<ReportType, (report: Report) => Notice>>> = {
  OrderExecuted: fillNotice,
  OrderBusted: (report) => amendmentNotice(report, 'busted', 'no longer counts'),
  OrderCorrected: (report) =>
    amendmentNotice(report, 'corrected', `is ${quantityText(report)} at ${lastPriceText(report)} now`),
  OrderRejected: rejectNotice,
};

/** The notice of an execution report; undefined for reports that stay in the browser. */
export function noticeOfReport(report: Report): Notice | undefined {
  return REPORT_NOTICES[report.reportType]?.(report);
}

/** The notice of an alert that fired. */
export function noticeOfFiring(firing: AlertFiring): Notice {
  const column = symbolColumn(firing.Column);
  const format = (value: number): string =>
    column === undefined ? String(value) : formatValue(column.format, value);
  return {
    noticeId: `alert-${firing.AlertId}-${firing.Side}-${firing.Arm}`,
    kind: 'Alert',
    atMs: firing.Timestamp,
    title: alertText(firing, format(firing.Level), column?.label ?? firing.Column),
    text: `${format(firing.Value)} at ${formatExchangeTime(firing.Timestamp)} New York time.`,
    facts: {
      symbol: firing.Symbol,
      column: firing.Column,
      side: firing.Side,
      level: firing.Level,
      value: firing.Value,
    },
  };
}

/** The notice of an alert that the code of a live run has sent. */
export function noticeOfStrategyAlert({
  account,
  strategy,
  instanceId,
  symbol,
  timeMs,
  text,
  number,
}: StrategyAlert): Notice {
  return {
    noticeId: `strategy-${createHash('sha256').update(`${strategy} ${instanceId}`).digest('base64url').slice(0, 22)}-${timeMs}-${number}`,
    kind: 'Alert',
    atMs: timeMs,
    title: text,
    text: `Strategy ${strategy}, run ${instanceId}, at ${formatExchangeTime(timeMs)} New York time.`,
    facts: { symbol, strategy, run: instanceId, account },
  };
}

/** What worked for a user when the last connection was lost. */
export interface LeftAlone {
  readonly openOrders: number;
  readonly liveRuns: number;
}

/** The notice of a user's lost connection, host UTC ms. */
export function noticeOfDisconnect(lostMs: number, { openOrders, liveRuns }: LeftAlone): Notice {
  const parts = [
    ...(openOrders > 0 ? [countText(openOrders, 'order')] : []),
    ...(liveRuns > 0 ? [countText(liveRuns, 'strategy run', 'strategy runs')] : []),
  ];
  return {
    noticeId: `disconnect-${lostMs}`,
    kind: 'Disconnect',
    atMs: lostMs,
    title: `Connection lost, ${parts.join(' and ')} working`,
    text: `Your last connection to the server was lost at ${formatExchangeTime(lostMs)} New York time and has not come back. The server continues without it.`,
    facts: { openOrders, liveRuns },
  };
}

/** The notice of a guard that closed and locked an account. Its id names the moment, so that reading the lock again adds nothing. */
export function noticeOfLock(account: string, { guard, by, figureE4, limitE4, timeMs }: GuardLock): Notice {
  const [figure, limit] = [fromE4(figureE4), fromE4(limitE4)];
  const whose = by === 'Holder' ? 'Your limit' : 'The limit of your administrator';
  return {
    noticeId: `guard-${account}-${timeMs}`,
    kind: 'Guard',
    atMs: timeMs,
    title: `Account ${account} closed: ${GUARD_LABELS[guard]} ${formatMoney(figure)}`,
    text: `${whose} is ${formatMoney(limit)}. The server cancels every order and closes every position of account ${account}, and refuses orders that open positions until the next trading day.`,
    facts: { account, guard, setBy: by, figure, limit },
  };
}

/** The notice with which a user tests a channel. */
export function testNotice(testId: string, nowMs: number): Notice {
  return {
    noticeId: `test-${testId}`,
    kind: 'Test',
    atMs: nowMs,
    title: 'Test from Tapedeck',
    text: 'This channel works. Alerts, fills, rejects, lost connections and closed accounts arrive in the same way.',
    facts: {},
  };
}

function fillNotice(report: Report): Notice {
  const { orderId, account, quantity, leavesQuantity, symbol, side } = report;
  const title =
    report.legs === undefined
      ? `${DONE_TEXTS[side]} ${quantityText(report)} ${symbol} at ${lastPriceText(report)}`
      : `Filled ${quantityText(report)} of ${symbol} at ${lastPriceText(report)} net`;
  const rest = leavesQuantity === 0 ? 'is complete' : `has ${formatInteger(leavesQuantity)} left`;
  return {
    noticeId: `fill-${report.executionId}`,
    kind: 'Fill',
    atMs: report.timeMs,
    title,
    text: `Order ${orderId} for ${formatInteger(quantity)} in account ${account} ${rest}.`,
    facts: orderFacts(report),
  };
}

function amendmentNotice(report: Report, done: 'busted' | 'corrected', effect: string): Notice {
  return {
    // An execution may be amended several times: the serial of the report distinguishes them.
    noticeId: `fill-${report.executionId}-${done}-${report.serial}`,
    kind: 'Fill',
    atMs: report.timeMs,
    title: `Fill of ${report.symbol} ${done}`,
    text: `Execution ${report.executionId} of order ${report.orderId} in account ${report.account} was ${done}: it ${effect}.`,
    facts: { ...orderFacts(report), amendment: done },
  };
}

function rejectNotice(report: Report): Notice {
  const { side, quantity, symbol, message, detail } = report;
  return {
    noticeId: `reject-${report.orderId}-${report.serial}`,
    kind: 'Reject',
    atMs: report.timeMs,
    title: `Order rejected: ${side} ${formatInteger(quantity)} ${symbol}`,
    text: `${message}${detail === undefined ? '' : `: ${detail}`} (account ${report.account}).`,
    facts: { ...orderFacts(report), errorCode: report.errorCode },
  };
}

/** Quantities in shares or contracts (of a multi-leg order in units), prices in dollars; null where there is none. */
function orderFacts(report: Report): Notice['facts'] {
  const isFill = report.executionId !== '';
  return {
    account: report.account,
    symbol: report.symbol,
    side: report.side,
    orderId: report.orderId,
    clientId: report.clientId,
    quantity: report.quantity,
    leavesQuantity: report.leavesQuantity,
    executionId: isFill ? report.executionId : null,
    fillQuantity: isFill ? report.lastFillQuantity : null,
    fillPrice: isFill ? fromE4(report.lastFillPriceE4) : null,
  };
}

const quantityText = (report: Report): string => formatInteger(report.lastFillQuantity);
const lastPriceText = (report: Report): string => formatPrice(fromE4(report.lastFillPriceE4));

const countText = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;
