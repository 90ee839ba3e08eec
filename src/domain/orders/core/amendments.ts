import { assert } from '../../assert/assert.ts';
import type { PriceE4 } from '../../money/price.ts';
import {
  addFees,
  FEE_NAMES,
  feesOf,
  multiplierOfSymbol,
  NO_FEES,
  securityOf,
  totalFeesE4,
  type Fees,
} from '../../portfolio/index.ts';
import { MAX_ORDER_VALUE_E4 } from '../validate.ts';
import { accountOf, historyOf, orderOf, step, type Book } from './book-state.ts';
import { hasWholeHistory } from './forget.ts';
import { turnExcessIntoOpening } from './holdings.ts';
import { amendFill, mayAmend, positionFrom } from './position-history.ts';
import type { ExecutionTerms, OrderEvent } from './types.ts';

export type Executed = Extract<OrderEvent, { readonly kind: 'executed' }>;
export type AmendmentEvent = Extract<OrderEvent, { readonly kind: 'busted' | 'corrected' }>;

/** What an administrator wants of an execution. */
export interface AmendmentAsked {
  /** Makes the same instruction, come twice, count once. */
  readonly instruction: string;
  readonly serial: number;
  /** Undefined = the execution is taken back. */
  readonly correction: { readonly quantity: number; readonly priceE4: PriceE4 } | undefined;
}

const NOTHING: ExecutionTerms = { quantity: 0, priceE4: 0, fees: NO_FEES };

/** The event of an amendment, or in words why there is none. `executed` is the execution as it was made. */
export function decideAmendment(
  book: Book,
  { instruction, serial, correction }: AmendmentAsked,
  executed: Executed,
  timeMs: number,
): AmendmentEvent | string {
  const order = orderOf(book, executed.orderId);
  const known = book.amended.get(serial);
  const why = whyItStands(executed, serial, known?.terms === null);
  if (why !== undefined) return why;
  const was = known?.terms ?? { quantity: executed.quantity, priceE4: executed.priceE4, fees: executed.fees };
  if (!mayAmend(historyOf(accountOf(book, order.account), order.symbol), serial))
    return `The contracts of execution E${serial} have been settled since: it stands.`;
  if (correction === undefined)
    return { kind: 'busted', orderId: order.orderId, serial, instruction, was, timeMs };
  const { quantity, priceE4 } = correction;
  if (!Number.isSafeInteger(quantity) || quantity < 1)
    return 'The quantity of an execution is a whole number of at least 1.';
  if (!Number.isSafeInteger(priceE4) || priceE4 < 1)
    return 'The price of an execution is above 0 and has at most four decimals.';
  if (order.filled - was.quantity + quantity > order.quantity)
    return `Order ${order.orderId} asked for ${order.quantity} in all, of which ${order.filled - was.quantity} are filled by other executions.`;
  if (quantity * priceE4 * multiplierOfSymbol(order.symbol) > MAX_ORDER_VALUE_E4)
    return 'The execution would be worth more than an order may be.';
  if (quantity === was.quantity && priceE4 === was.priceE4)
    return `Execution E${serial} has this quantity and price already.`;
  const fees = feesOf(order.side, quantity, priceE4, executed.liquidity, securityOf(order.symbol));
  return {
    kind: 'corrected',
    orderId: order.orderId,
    serial,
    instruction,
    was,
    now: { quantity, priceE4, fees },
    timeMs,
  };
}

/** Why an execution cannot be amended whatever the correction is; undefined when it can. */
function whyItStands({ legs }: Executed, serial: number, isTakenBack: boolean): string | undefined {
  if (legs)
    return `Execution E${serial} is of a multi-leg order: one leg alone cannot be taken back, so it stands.`;
  return isTakenBack ? `Execution E${serial} has been taken back already.` : undefined;
}

/** Books an amendment: order, cash, and the position made anew from its history. The order itself is over, and stays so. */
export function amendExecution(book: Book, event: AmendmentEvent): void {
  const { was, serial } = event;
  const now = nowOf(event);
  const order = orderOf(book, event.orderId);
  const account = accountOf(book, order.account);
  order.filled += now.quantity - was.quantity;
  order.filledValueE4 += now.quantity * now.priceE4 - was.quantity * was.priceE4;
  order.fees = addFees(order.fees ?? NO_FEES, feesChange(event));
  const direction = order.side === 'Buy' ? 1 : -1;
  const multiplier = multiplierOfSymbol(order.symbol);
  account.cashE4 +=
    direction * multiplier * (was.quantity * was.priceE4 - now.quantity * now.priceE4) -
    totalFeesE4(feesChange(event));
  assert(
    hasWholeHistory(account, order.symbol),
    `the history of ${account.account}'s ${order.symbol} is whole when one of its executions is amended`,
  );
  const history = historyOf(account, order.symbol);
  amendFill(
    history,
    serial,
    now.quantity === 0
      ? null
      : { signedQuantity: direction * now.quantity, priceE4: now.priceE4, feesE4: totalFeesE4(now.fees) },
  );
  account.positions.set(order.symbol, positionFrom(history, multiplier));
  account.figures.positionChanged(order.symbol);
  book.amended.set(serial, {
    instruction: event.instruction,
    terms: event.kind === 'busted' ? null : event.now,
  });
  step(order, event.kind === 'busted' ? 'OrderBusted' : 'OrderCorrected');
  turnExcessIntoOpening(account, order.symbol);
}

/** What the execution comes to after the amendment. */
const nowOf = (event: AmendmentEvent): ExecutionTerms => (event.kind === 'busted' ? NOTHING : event.now);

/** What an amendment charges in addition, each kind of fee; negative = gives back. */
export function feesChange(event: AmendmentEvent): Fees {
  const [was, now] = [event.was.fees, nowOf(event).fees];
  const change = { ...NO_FEES };
  for (const name of FEE_NAMES) change[name] = (now[name] ?? 0) - (was[name] ?? 0);
  return change;
}
