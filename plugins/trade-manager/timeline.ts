import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { ORDER_ERRORS, orderErrorMessage } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { settlementKey, settlementLabel, settlementStatus, settlementText } from './log-rows.ts';
import { logStatuses, reportMessage, statusTone, type StatusTone } from './order-view.ts';
import { legFillsText } from './leg-texts.ts';
import { REPLACE_REJECTED_TEXT, REPORT_MEANINGS, waitingStopText } from './report-labels.ts';
import type { ReportRow, SettlementRow } from './rows.ts';

/** One report of an order, or a settlement of the contracts that it traded. */
export interface TimelineStep {
  readonly key: string;
  /** A settlement, which comes after the reports of the order. */
  readonly isAfterwards: boolean;
  readonly timeMs: number;
  /** Time since the report before, ms; null for the first. */
  readonly sinceMs: number | null;
  readonly status: string;
  readonly tone: StatusTone;
  /** What the step means for the order. */
  readonly meaning: string;
  /** `100 @ 512.30, 40 left, at NSDQ, fees 0.35`; empty when nothing traded or changed. */
  readonly facts: string;
  /** `-26: Not enough cash`; empty without a code. */
  readonly code: string;
  /** Of a report. */
  readonly serial?: number;
  /** Of a move of a trailing stop: the new stop price, dollars. */
  readonly movedTo?: number;
  /** Of an execution: the average price of all so far, dollars. */
  readonly average?: number;
}

/** `12 ms`, `3.250 s`, `2 min 5 s`, `1 h 3 min`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(3)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function executionFacts(report: ReportRow): string {
  const left = `${formatInteger(report.LeavesQuantity)} left`;
  const fees = report.Fees === 0 ? [] : [`fees ${formatPrice(report.Fees)}`];
  const liquidity =
    report.Liquidity === undefined
      ? []
      : [report.Liquidity === 'A' ? 'added liquidity' : 'removed liquidity'];
  return [
    `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}`,
    left,
    ...(report.LegFills === undefined ? [] : [legFillsText(report)]),
    ...(report.ExecutedRoute === '' ? [] : [`at ${report.ExecutedRoute}`]),
    ...liquidity,
    ...fees,
  ].join(', ');
}

function factsOf(report: ReportRow): string {
  const left = `${formatInteger(report.LeavesQuantity)} left`;
  if (report.ReportType === 'OrderExecuted') return executionFacts(report);
  if (report.ReportType === 'OrderBusted' || report.ReportType === 'OrderCorrected') {
    const fees = report.Fees === 0 ? [] : [`fees ${report.Fees > 0 ? '+' : ''}${formatPrice(report.Fees)}`];
    return [
      `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}`,
      ...(report.ExecutionId === '' ? [] : [`execution ${report.ExecutionId}`]),
      ...fees,
    ].join(', ');
  }
  if (report.ReportType === 'OrderReplaced')
    return [
      `quantity ${formatInteger(report.Quantity)}`,
      left,
      ...(report.Price > 0 ? [`limit ${formatPrice(report.Price)}`] : []),
      ...(report.StopPrice !== undefined && report.StopPrice > 0
        ? [`stop ${formatPrice(report.StopPrice)}`]
        : []),
    ].join(', ');
  if (report.ReportType === 'OrderStopped' && report.StopPrice !== undefined)
    return `stop ${formatPrice(report.StopPrice)}`;
  return '';
}

function codeOf(report: ReportRow): string {
  const message = reportMessage(report);
  return report.ErrorCode === 0
    ? message
    : `${report.ErrorCode}: ${message || orderErrorMessage(report.ErrorCode)}`;
}

/** The meaning of each report, oldest first: that of a confirmation depends on the reports before it. */
function meaningsOf(
  reports: readonly ReportRow[],
): readonly { readonly meaning: string; readonly movedTo?: number }[] {
  let hasFired = false;
  let stop: number | undefined;
  return reports.map((report) => {
    hasFired ||= report.ReportType === 'OrderStopped';
    const before = stop;
    stop = report.StopPrice ?? stop;
    const waiting =
      report.ReportType === 'OrderConfirmed' ? waitingStopText(report, before, hasFired) : undefined;
    const isMove = waiting !== undefined && before !== undefined && before > 0 && stop !== before;
    return {
      meaning: waiting ?? REPORT_MEANINGS[report.ReportType],
      ...(isMove && stop !== undefined && { movedTo: stop }),
    };
  });
}

/** A settlement closes the whole position in an option, which other orders may have changed. */
const SETTLED_TEXT = 'The option settled, which closed the whole position in it.';
const EXERCISED_TEXT = 'The holder exercised contracts before expiration.';

/** Settlements of the traded options after the order's last execution. */
function afterwards(
  reports: readonly ReportRow[],
  settlements: readonly SettlementRow[],
): readonly TimelineStep[] {
  const traded = reports.findLast(({ ReportType: type }) => type === 'OrderExecuted');
  const last = reports.at(-1);
  if (traded === undefined || last === undefined) return [];
  const symbols = new Set(traded.Legs?.map((leg) => leg.Symbol) ?? [traded.Symbol]);
  const ends = settlements
    .filter(({ Symbol, Serial }) => symbols.has(Symbol) && Serial > traded.Serial)
    .toReversed();
  return ends.map((end) => ({
    key: settlementKey(end),
    isAfterwards: true,
    timeMs: end.Timestamp,
    sinceMs: end.Timestamp - last.Timestamp,
    status: settlementLabel(end),
    tone: statusTone(settlementStatus(end)),
    meaning: end.ClientId === undefined ? SETTLED_TEXT : EXERCISED_TEXT,
    facts: settlementText(end),
    code: '',
  }));
}

/** The average price of all executions up to each of them, by serial. Busts and corrections are reports of their own. */
function averagesOf(reports: readonly ReportRow[]): ReadonlyMap<number, number> {
  const averages = new Map<number, number>();
  let [quantity, value] = [0, 0];
  for (const { ReportType: type, Serial: serial, LastFillQuantity: filled, LastFillPrice: paid } of reports) {
    if (type !== 'OrderExecuted') continue;
    quantity += filled;
    value += filled * paid;
    averages.set(serial, value / quantity);
  }
  return averages;
}

/** What happened beside the reports of an order: to its group, and the market at each report. */
export interface TimelineContext {
  readonly quotes: ReadonlyMap<number, string>;
  readonly group: readonly { readonly Serial: number; readonly Timestamp: number; readonly Text: string }[];
}

/** The steps with the market at each report, and the events of the group between them. */
export function withContext(
  steps: readonly TimelineStep[],
  { quotes, group }: TimelineContext,
): readonly TimelineStep[] {
  const withMarket = steps.map((step) => {
    const market = step.serial === undefined ? undefined : quotes.get(step.serial);
    const average = step.average === undefined ? [] : [`average ${formatPrice(step.average)}`];
    const facts = [
      ...(step.facts === '' ? [] : [step.facts]),
      ...average,
      ...(market === undefined ? [] : [`market ${market}`]),
    ];
    return { ...step, facts: facts.join(', ') };
  });
  const ofGroup = group.map(({ Serial, Timestamp, Text }): TimelineStep => ({
    key: `group ${Serial}`,
    isAfterwards: true,
    timeMs: Timestamp,
    sinceMs: null,
    status: 'Group',
    tone: 'ended',
    meaning: Text,
    facts: '',
    code: '',
    serial: Serial,
  }));
  // Settlements have no serial of the order's, and come last.
  const place = ({ serial }: TimelineStep): number => serial ?? Number.POSITIVE_INFINITY;
  return ofGroup.length === 0
    ? withMarket
    : [...withMarket, ...ofGroup].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** The reports of an order, oldest first, then the settlements of the options that it traded. `log` and `settlements` are newest first. */
export function timelineOf(
  log: readonly ReportRow[],
  orderId: string,
  settlements: readonly SettlementRow[] = [],
): readonly TimelineStep[] {
  const statusOf = logStatuses(log);
  // Reports of one millisecond keep the sequence of the log.
  const reports = log.filter((report) => report.OrderId === orderId).toReversed();
  const meanings = meaningsOf(reports);
  const averages = averagesOf(reports);
  const steps = reports.map((report, index) => {
    const status = statusOf(report);
    const before = reports[index - 1];
    return {
      key: `${report.Serial} ${report.ClientId} ${index}`,
      isAfterwards: false,
      timeMs: report.Timestamp,
      sinceMs: before === undefined ? null : report.Timestamp - before.Timestamp,
      status: ORDER_STATUSES[status].label,
      tone: statusTone(status),
      meaning: status === 'ReplaceRejected' ? REPLACE_REJECTED_TEXT : (meanings[index]?.meaning ?? ''),
      facts: factsOf(report),
      code: codeOf(report) === ORDER_ERRORS[0] ? '' : codeOf(report),
      serial: report.Serial,
      ...(meanings[index]?.movedTo !== undefined && { movedTo: meanings[index].movedTo }),
      ...(averages.has(report.Serial) && { average: averages.get(report.Serial) ?? 0 }),
    };
  });
  return [...steps, ...afterwards(reports, settlements)];
}

/** Time from the first report to the last, ms; null with fewer than two. */
export function lifeMs(steps: readonly TimelineStep[]): number | null {
  const reports = steps.filter(({ isAfterwards }) => !isAfterwards);
  const [first, last] = [reports[0], reports.at(-1)];
  return first === undefined || last === undefined || first === last ? null : last.timeMs - first.timeMs;
}
