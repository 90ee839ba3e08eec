import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { ORDER_ERRORS, orderErrorMessage } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUS_LABELS } from '../../src/domain/orders/labels.ts';
import { logStatuses, reportMessage, statusTone, type StatusTone } from './order-view.ts';
import { REPLACE_REFUSED_WORDS, REPORT_WORDS, waitingStopWords } from './report-words.ts';
import type { ReportRow } from './rows.ts';

/** One report of an order's life. */
export interface TimelineStep {
  readonly key: string;
  readonly timeMs: number;
  /** Time since the report before, ms; null for the first. */
  readonly sinceMs: number | null;
  readonly status: string;
  readonly tone: StatusTone;
  /** What happened, in plain words. */
  readonly words: string;
  /** `100 @ 512.30, 40 left, at NSDQ, fees 0.35`; empty when nothing traded or changed. */
  readonly facts: string;
  /** `-26: Not enough cash`; empty without a code. */
  readonly code: string;
}

/** `12 ms`, `3.250 s`, `2 min 5 s`, `1 h 3 min`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(3)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function factsOf(report: ReportRow): string {
  const left = `${formatInteger(report.LeavesQuantity)} left`;
  if (report.ReportType === 'OrderExecuted') {
    const fees = report.Fees === 0 ? [] : [`fees ${formatPrice(report.Fees)}`];
    const liquidity = report.Liquidity === undefined ? [] : [report.Liquidity === 'A' ? 'added liquidity' : 'removed liquidity'];
    return [`${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}`, left, ...(report.ExecutedRoute === '' ? [] : [`at ${report.ExecutedRoute}`]), ...liquidity, ...fees].join(', ');
  }
  if (report.ReportType === 'OrderBusted' || report.ReportType === 'OrderCorrected') {
    const fees = report.Fees === 0 ? [] : [`fees ${report.Fees > 0 ? '+' : ''}${formatPrice(report.Fees)}`];
    return [`${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}`, ...(report.ExecutionId === '' ? [] : [`execution ${report.ExecutionId}`]), ...fees].join(', ');
  }
  if (report.ReportType === 'OrderReplaced') return [`${formatInteger(report.Quantity)} in all`, left, ...(report.Price > 0 ? [`limit ${formatPrice(report.Price)}`] : []), ...(report.StopPrice !== undefined && report.StopPrice > 0 ? [`stop ${formatPrice(report.StopPrice)}`] : [])].join(', ');
  if (report.ReportType === 'OrderStopped' && report.StopPrice !== undefined) return `stop ${formatPrice(report.StopPrice)}`;
  return '';
}

function codeOf({ ErrorCode, Message }: ReportRow): string {
  if (ErrorCode === 0) { const said = reportMessage({ Message }); return said; }
  const text = reportMessage({ Message }) || orderErrorMessage(ErrorCode);
  return `${ErrorCode}: ${text}`;
}

/** The words of each report, oldest first: what a confirmation means hangs on what came before it. */
function wordsOf(reports: readonly ReportRow[]): readonly string[] {
  let hasFired = false;
  let stop: number | undefined;
  return reports.map((report) => {
    hasFired ||= report.ReportType === 'OrderStopped';
    const before = stop;
    stop = report.StopPrice ?? stop;
    return (report.ReportType === 'OrderConfirmed' ? waitingStopWords(report, before, hasFired) : undefined) ?? REPORT_WORDS[report.ReportType];
  });
}

/** Every report of an order in the order in which it happened, from a log that is newest first. */
export function timelineOf(log: readonly ReportRow[], orderId: string): readonly TimelineStep[] {
  const statusOf = logStatuses(log);
  // Within a moment the log's own order counts: the older report stands further back.
  const reports = log.filter((report) => report.OrderId === orderId).toReversed();
  const words = wordsOf(reports);
  return reports.map((report, index) => {
    const status = statusOf(report);
    const before = reports[index - 1];
    return {
      key: `${report.Serial} ${report.ClientId} ${index}`, timeMs: report.Timestamp, sinceMs: before === undefined ? null : report.Timestamp - before.Timestamp,
      status: ORDER_STATUS_LABELS[status], tone: statusTone(status), words: status === 'ReplaceRejected' ? REPLACE_REFUSED_WORDS : words[index] ?? '',
      facts: factsOf(report), code: codeOf(report) === ORDER_ERRORS[0] ? '' : codeOf(report),
    };
  });
}

/** Time from the first report to the last, ms; null with fewer than two. */
export function lifeMs(steps: readonly TimelineStep[]): number | null {
  const [first, last] = [steps[0], steps.at(-1)];
  return first === undefined || last === undefined || first === last ? null : last.timeMs - first.timeMs;
}
