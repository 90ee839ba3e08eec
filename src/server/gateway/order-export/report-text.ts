import { fromE4 } from '../../../domain/money/price.ts';
import type { ReportType } from '../../../domain/orders/enumerations.ts';
import { orderErrorMessage } from '../../../domain/orders/errors.ts';
import { isStop } from '../../../domain/risk/prices.ts';
import { CANCEL_CHECKS, NEW_ORDER_CHECKS, REPLACEMENT_CHECKS } from '../../../domain/risk/index.ts';
import { settlementText } from '../../../domain/portfolio/index.ts';
import type { Report, SettlementView } from '../../brokerage/brokerage.ts';

/** What each check that gives a code looks at; a code of several checks has several sentences. */
const SENTENCES = new Map<number, Set<string>>();
for (const { codes, explain } of [...NEW_ORDER_CHECKS, ...CANCEL_CHECKS, ...REPLACEMENT_CHECKS]) {
  for (const code of codes) {
    const sentences = SENTENCES.get(code) ?? new Set<string>();
    SENTENCES.set(code, sentences.add(explain));
  }
}

/** A report as one or two sentences that a reader understands without the code tables. */
export function reportText(report: Report): string {
  const happened = eventText(report);
  if (report.errorCode === 0) return happened;
  const reasons = [...(SENTENCES.get(report.errorCode) ?? [])].join(' Or: ');
  return `${happened} Code ${report.errorCode}, ${orderErrorMessage(report.errorCode)}${reasons === '' ? '.' : `: ${reasons}`}`;
}

/** A settlement as a sentence: `Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00, SPY closed at 105.00.` */
export function settlementSentence({
  kind,
  underlying,
  contracts,
  shareQuantity,
  strikeE4,
  cashE4,
  underlyingPriceE4,
  request,
}: SettlementView): string {
  const sentence = settlementText({
    kind,
    underlying,
    contracts,
    shares: shareQuantity,
    strike: fromE4(strikeE4),
    cash: fromE4(cashE4),
    underlyingPrice: underlyingPriceE4 === undefined ? undefined : fromE4(underlyingPriceE4),
    isAtRequest: request !== undefined,
  });
  return `${sentence}.`;
}

const REJECTED = 'The order was refused and never worked.';
const CANCEL_PENDING = 'A cancel was requested and is pending.';
const CANCEL_REJECTED = 'The cancel or replace was refused; nothing was changed.';

/** The sentence for each report type, or a function where it depends on the report. */
const EVENT_TEXT: Readonly<Record<ReportType, string | ((report: Report) => string)>> = {
  OrderAccepted: 'The server took the order and wrote it into its journal.',
  OrderConfirmed: confirmedText,
  OrderExecuted: executedText,
  OrderRejected: REJECTED,
  OrderAcceptRejected: REJECTED,
  GatewayRejected: REJECTED,
  OrderCancelAccepted: CANCEL_PENDING,
  OrderCancelPending: CANCEL_PENDING,
  OrderCancelRejected: CANCEL_REJECTED,
  OrderCancelAcceptRejected: CANCEL_REJECTED,
  OrderCanceled: 'What was left of the order was cancelled.',
  OrderReplaced: 'The order took the price, quantity and ClientId of its replacement.',
  OrderExpired: 'The order came to the end of its time.',
  OrderStopped: 'The last trade reached the stop: the order works from now on.',
  OrderBusted: ({ lastFillQuantity, lastFillPriceE4 }) =>
    `The execution of ${lastFillQuantity} at ${fromE4(lastFillPriceE4)} was busted, and the order is over.`,
  OrderCorrected: ({ lastFillQuantity, lastFillPriceE4 }) =>
    `An execution was corrected: it is ${lastFillQuantity} at ${fromE4(lastFillPriceE4)} now, and the order is over.`,
  NothingDone: 'Nothing was done yet.',
  DoneForDay: 'The order rests until the next session.',
};

function eventText(report: Report): string {
  const text = EVENT_TEXT[report.reportType];
  return typeof text === 'string' ? text : text(report);
}

/** A stop is confirmed on arrival, at each change of its price, and when it is triggered. */
function confirmedText({ orderType, stopPriceE4 }: Report): string {
  return isStop(orderType) && stopPriceE4 > 0
    ? `The order is in place, its stop at ${fromE4(stopPriceE4)}.`
    : 'The order is working in the market.';
}

const LIQUIDITY_TEXT = { A: ', having waited for it', R: ', taking what was shown' } as const;

function executedText(report: Report): string {
  const { lastFillQuantity, lastFillPriceE4, executedRoute, leavesQuantity, liquidity } = report;
  const how = liquidity === undefined ? '' : LIQUIDITY_TEXT[liquidity];
  const rest = leavesQuantity === 0 ? 'The order is complete.' : `${leavesQuantity} are left.`;
  return `${lastFillQuantity} traded at ${fromE4(lastFillPriceE4)} on ${executedRoute}${how}. ${rest}`;
}
