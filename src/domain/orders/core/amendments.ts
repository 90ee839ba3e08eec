import { assert } from '../../assert/assert.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import {
  addFees,
  FEE_NAMES,
  feesOf,
  multiplierOfSymbol,
  NO_FEES,
  securityOf,
  totalFeesE4,
  type Fees,
  type Liquidity,
} from '../../portfolio/index.ts';
import type { OrderSide } from '../enumerations.ts';
import { tradedSymbols } from '../legs.ts';

import { MAX_ORDER_VALUE_E4 } from '../validate.ts';
import type { AccountBook } from './account-book.ts';
import { accountOf, historyOf, orderOf, step, type Book } from './book-state.ts';
import { correctLegs, TOO_LARGE } from './corrected-legs.ts';
import { hasWholeHistory } from './forget.ts';
import { turnExcessIntoOpening } from './holdings.ts';
import { amendFills, mayAmend, positionFrom, type HistoryFill } from './position-history.ts';
import type { BookOrder, ExecutionTerms, LegFill, OrderEvent } from './types.ts';

/** The event of a fill. */
export type Executed = Extract<OrderEvent, { readonly kind: 'executed' }>;
/** The event of a busted or corrected fill. */
export type AmendmentEvent = Extract<OrderEvent, { readonly kind: 'busted' | 'corrected' }>;

/** The right quantity and price of an execution; of a multi-leg order units and their net price. */
interface Correction {
  readonly quantity: number;
  readonly priceE4: PriceE4;
}

/** An administrator's instruction about an execution. */
export interface AmendmentRequest {
  /** Names the instruction, so that a repeated one is applied once. */
  readonly instruction: string;
  /** Serial of the execution's record. */
  readonly serial: number;
  /** Undefined = the execution is busted. */
  readonly correction: Correction | undefined;
}

interface Trade {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly fees: Fees;
}

const NOTHING: ExecutionTerms = { quantity: 0, priceE4: 0, fees: NO_FEES };

/** The event that carries out an instruction, or the reason why it is refused. `executed` is the execution as it was made. */
export function decideAmendment(
  book: Book,
  { instruction, serial, correction }: AmendmentRequest,
  executed: Executed,
  timeMs: number,
): AmendmentEvent | string {
  const order = orderOf(book, executed.orderId);
  const known = book.amended.get(serial);
  if (known?.terms === null) return `Execution E${serial} has been busted already.`;
  if (
    !tradedSymbols(order).every((symbol) =>
      mayAmend(historyOf(accountOf(book, order.account), symbol), serial),
    )
  )
    return `The contracts of execution E${serial} have been settled since, so it can no longer be changed.`;
  const was = known?.terms ?? termsOf(executed);
  const amendment = { orderId: order.orderId, serial, instruction, was, timeMs };
  if (correction === undefined) return { kind: 'busted', ...amendment };
  if (correction.quantity === was.quantity && correction.priceE4 === was.priceE4)
    return `Execution E${serial} has this quantity and price already.`;
  const now = correctedTerms(order, was, correction, executed.liquidity);
  return typeof now === 'string' ? now : { kind: 'corrected', ...amendment, now };
}

/** The terms of an execution as it was made. */
const termsOf = ({ quantity, priceE4, fees, legs }: Executed): ExecutionTerms =>
  legs === undefined ? { quantity, priceE4, fees } : { quantity, priceE4, fees, legs };

/** The terms of an execution after a correction, or the reason why it is refused. */
function correctedTerms(
  order: BookOrder,
  was: ExecutionTerms,
  { quantity, priceE4 }: Correction,
  liquidity: Liquidity,
): ExecutionTerms | string {
  if (!Number.isSafeInteger(quantity) || quantity < 1)
    return 'The quantity of an execution is a whole number of at least 1.';
  const filledElsewhere = order.filled - was.quantity;
  if (filledElsewhere + quantity > order.quantity)
    return `Order ${order.orderId} is for ${order.quantity} in all, and other executions fill ${filledElsewhere} of it.`;
  const { side, symbol, legs } = order;
  if (legs !== undefined) {
    if (!Number.isSafeInteger(priceE4)) return 'The net price of an execution has at most four decimals.';
    return correctLegs({ side, legs }, was.legs ?? [], { quantity, priceE4, liquidity });
  }
  if (!Number.isSafeInteger(priceE4) || priceE4 < 1)
    return 'The price of an execution is above 0 and has at most four decimals.';
  if (notionalE4(priceE4, quantity * multiplierOfSymbol(symbol)) > MAX_ORDER_VALUE_E4) return TOO_LARGE;
  return { quantity, priceE4, fees: feesOf(side, quantity, priceE4, liquidity, securityOf(symbol)) };
}

/** Books a bust or correction: order, cash, and each position, recomputed from its history. The order is finished and stays so. */
export function amendExecution(book: Book, event: AmendmentEvent): void {
  const { was, serial } = event;
  const now = nowOf(event);
  const order = orderOf(book, event.orderId);
  const account = accountOf(book, order.account);
  order.filled += now.quantity - was.quantity;
  order.filledValueE4 += notionalE4(now.priceE4, now.quantity) - notionalE4(was.priceE4, was.quantity);
  order.fees = addFees(order.fees ?? NO_FEES, feesChange(event));
  account.cashE4 += cashOf(order, now) - cashOf(order, was);
  const symbols = tradedSymbols(order);
  for (const symbol of symbols) amendPosition(account, symbol, serial, fillsIn(order, now, symbol));
  book.amended.set(serial, {
    instruction: event.instruction,
    terms: event.kind === 'busted' ? null : event.now,
  });
  step(order, event.kind === 'busted' ? 'OrderBusted' : 'OrderCorrected');
  for (const symbol of symbols) turnExcessIntoOpening(account, symbol);
}

/** Puts other fills (none after a bust) in the place of those that an execution made in a symbol. */
function amendPosition(
  account: AccountBook,
  symbol: string,
  serial: number,
  fills: readonly HistoryFill[],
): void {
  assert(
    hasWholeHistory(account, symbol),
    `the history of ${account.account}'s ${symbol} is whole when one of its executions is amended`,
  );
  const history = historyOf(account, symbol);
  amendFills(history, serial, fills);
  account.positions.set(symbol, positionFrom(history, multiplierOfSymbol(symbol)));
  account.figures.positionChanged(symbol);
}

/** What an execution trades: in the order's symbol, or in those of its legs. */
function tradesOf(order: BookOrder, { quantity, priceE4, fees, legs }: ExecutionTerms): readonly Trade[] {
  if (quantity === 0) return [];
  if (legs !== undefined) return legs;
  return [{ symbol: order.symbol, side: order.side, quantity, priceE4, fees }];
}

const signedQuantityOf = ({ side, quantity }: Trade): number => (side === 'Buy' ? quantity : -quantity);

/** The fills of an execution in one symbol, as the history of the position keeps them. */
const fillsIn = (order: BookOrder, terms: ExecutionTerms, symbol: string): readonly HistoryFill[] =>
  tradesOf(order, terms)
    .filter((trade) => trade.symbol === symbol)
    .map((trade) => ({
      signedQuantity: signedQuantityOf(trade),
      priceE4: trade.priceE4,
      feesE4: totalFeesE4(trade.fees),
    }));

/** What an execution brings (or takes, when negative) in cash, fees included. */
function cashOf(order: BookOrder, terms: ExecutionTerms): MoneyE4 {
  let cashE4: MoneyE4 = 0;
  for (const trade of tradesOf(order, terms))
    cashE4 -=
      notionalE4(trade.priceE4, signedQuantityOf(trade) * multiplierOfSymbol(trade.symbol)) +
      totalFeesE4(trade.fees);
  return cashE4;
}

/** The terms of the execution after the amendment. */
const nowOf = (event: AmendmentEvent): ExecutionTerms => (event.kind === 'busted' ? NOTHING : event.now);

/** The fills of the legs after an amendment; of a busted execution, those that were reversed. Undefined for single orders. */
export const legFillsAfter = (event: AmendmentEvent): readonly LegFill[] | undefined =>
  event.kind === 'busted' ? event.was.legs : event.now.legs;

/** What an amendment charges in addition, by kind of fee; negative = it gives back. */
export function feesChange(event: AmendmentEvent): Fees {
  const [was, now] = [event.was.fees, nowOf(event).fees];
  const change = { ...NO_FEES };
  for (const name of FEE_NAMES) change[name] = (now[name] ?? 0) - (was[name] ?? 0);
  return change;
}
