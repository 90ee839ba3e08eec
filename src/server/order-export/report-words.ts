import { assertNever } from '../../domain/assert/assert.ts';
import { fromE4 } from '../../domain/money/price.ts';
import { orderErrorMessage } from '../../domain/orders/errors.ts';
import { isStop } from '../../domain/risk/prices.ts';
import { CANCEL_CHECKS, NEW_ORDER_CHECKS, REPLACEMENT_CHECKS } from '../../domain/risk/index.ts';
import { settlementWords } from '../../domain/portfolio/index.ts';
import type { Report, SettlementView } from '../brokerage/brokerage.ts';

/** What each check that gives a code looks at; a code of several checks has several sentences. */
const SENTENCES = new Map<number, Set<string>>();
for (const { codes, explain } of [...NEW_ORDER_CHECKS, ...CANCEL_CHECKS, ...REPLACEMENT_CHECKS]) {
  for (const code of codes) {
    const sentences = SENTENCES.get(code) ?? new Set<string>();
    SENTENCES.set(code, sentences.add(explain));
  }
}

/** A report as one or two sentences that a reader understands without the code tables. */
export function reportWords(report: Report): string {
  const happened = happening(report);
  if (report.errorCode === 0) return happened;
  const reasons = [...(SENTENCES.get(report.errorCode) ?? [])].join(' Or: ');
  return `${happened} Code ${report.errorCode}, ${orderErrorMessage(report.errorCode)}${reasons === '' ? '.' : `: ${reasons}`}`;
}

/** A settlement as a sentence: `Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00, SPY closed at 105.00.` */
export function wordsOfSettlement({
  kind,
  underlying,
  contracts,
  shareQuantity,
  strikeE4,
  cashE4,
  underlyingPriceE4,
  request,
}: SettlementView): string {
  const words = settlementWords({
    kind,
    underlying,
    contracts,
    shares: shareQuantity,
    strike: fromE4(strikeE4),
    cash: fromE4(cashE4),
    underlyingPrice: underlyingPriceE4 === undefined ? undefined : fromE4(underlyingPriceE4),
    isAtRequest: request !== undefined,
  });
  return `${words}.`;
}

function happening({
  reportType,
  lastFillQuantity,
  lastFillPriceE4,
  executedRoute,
  leavesQuantity,
  liquidity,
  orderType,
  stopPriceE4,
}: Report): string {
  switch (reportType) {
    case 'OrderAccepted':
      return 'The server took the order and wrote it into its journal.';
    case 'OrderConfirmed':
      // A stop is confirmed when it comes, each time it moves, and when it was reached.
      return isStop(orderType) && stopPriceE4 > 0
        ? `The order is in place, its stop at ${fromE4(stopPriceE4)}.`
        : 'The order is working in the market.';
    case 'OrderExecuted': {
      const how =
        liquidity === undefined
          ? ''
          : liquidity === 'A'
            ? ', having waited for it'
            : ', taking what was shown';
      const rest = leavesQuantity === 0 ? 'The order is complete.' : `${leavesQuantity} are left.`;
      return `${lastFillQuantity} traded at ${fromE4(lastFillPriceE4)} on ${executedRoute}${how}. ${rest}`;
    }
    case 'OrderRejected':
    case 'OrderAcceptRejected':
    case 'GatewayRejected':
      return 'The order was refused and never worked.';
    case 'OrderCancelAccepted':
    case 'OrderCancelPending':
      return 'A cancel was requested and is pending.';
    case 'OrderCancelRejected':
    case 'OrderCancelAcceptRejected':
      return 'The cancel or replace was refused; nothing was changed.';
    case 'OrderCanceled':
      return 'What was left of the order was cancelled.';
    case 'OrderReplaced':
      return 'The order took the price, quantity and ClientId of its replacement.';
    case 'OrderExpired':
      return 'The order came to the end of its time.';
    case 'OrderStopped':
      return 'The last trade reached the stop: the order works from now on.';
    case 'OrderBusted':
      return `The execution of ${lastFillQuantity} at ${fromE4(lastFillPriceE4)} was busted, and the order is over.`;
    case 'OrderCorrected':
      return `An execution was corrected: it is ${lastFillQuantity} at ${fromE4(lastFillPriceE4)} now, and the order is over.`;
    case 'NothingDone':
      return 'Nothing was done yet.';
    case 'DoneForDay':
      return 'The order rests until the next session.';
    default:
      return assertNever(reportType);
  }
}
