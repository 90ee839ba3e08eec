import { notionalE4 } from '../../money/price.ts';
import { assert } from '../../assert/assert.ts';
import {
  addFees,
  applyFill,
  applySettlement,
  createPosition,
  NO_FEES,
  totalFeesE4,
} from '../../portfolio/index.ts';
import { accountOf, close, historyOf, orderOf, positionOf, step, type Book } from './book-state.ts';
import { countAlternatives } from './alternatives.ts';
import { hold, leavesOf, openingLeft, turnExcessIntoOpening, turnIntoOpening } from './holdings.ts';
import { noteCloseOut, noteFill, noteShares } from './position-history.ts';
import type { BookOrder, LegFill, OrderEvent } from './types.ts';

/** Books an execution: into the order, what it holds, cash and position. */
export function execute(book: Book, seq: number, event: OrderEvent & { kind: 'executed' }): void {
  const order = orderOf(book, event.orderId);
  assert(
    event.quantity > 0 && event.quantity <= leavesOf(order),
    `a fill stays within the quantity of order ${order.orderId}`,
  );
  const account = accountOf(book, order.account);
  const openingBefore = openingLeft(order);
  hold(account, order, -1);
  order.filled += event.quantity;
  order.filledValueE4 += notionalE4(event.priceE4, event.quantity);
  order.fees = addFees(order.fees ?? NO_FEES, event.fees);
  order.executedRoute = event.exchange;
  order.executedLiquidity = event.liquidity;
  hold(account, order, 1);
  if (order.group) countAlternatives(account, order);
  if (event.legs) return executeLegs(book, seq, order, event.legs, event.timeMs);
  const position = positionOf(account, order.symbol);
  if (order.side !== 'Short') {
    const closed = Math.min(
      event.quantity,
      Math.max(0, order.side === 'Buy' ? -position.quantity : position.quantity),
    );
    const meantToClose = event.quantity - (openingBefore - openingLeft(order));
    if (closed > meantToClose)
      turnIntoOpening(account, order.symbol, order.side, closed - meantToClose, order);
  }
  const signedQuantity = order.side === 'Buy' ? event.quantity : -event.quantity;
  const feesE4 = totalFeesE4(event.fees);
  account.cashE4 -= notionalE4(event.priceE4, signedQuantity * position.multiplier) + feesE4;
  applyFill(position, { signedQuantity, priceE4: event.priceE4, feesE4 });
  account.figures.positionChanged(order.symbol);
  noteFill(historyOf(account, order.symbol), seq, signedQuantity, event.priceE4, feesE4);
  if (leavesOf(order) === 0) close(book, order, 'OrderExecuted', event.timeMs, 0);
  else step(order, 'OrderExecuted');
}

/** Books the fills of each leg. The order has one reserve for all legs, so its fills close no reserve of a single leg. */
function executeLegs(
  book: Book,
  seq: number,
  order: BookOrder,
  fills: readonly LegFill[],
  timeMs: number,
): void {
  const account = accountOf(book, order.account);
  for (const { symbol, side, quantity, priceE4, fees } of fills) {
    const position = positionOf(account, symbol);
    const signedQuantity = side === 'Buy' ? quantity : -quantity;
    const feesE4 = totalFeesE4(fees);
    account.cashE4 -= notionalE4(priceE4, signedQuantity * position.multiplier) + feesE4;
    applyFill(position, { signedQuantity, priceE4, feesE4 });
    account.figures.positionChanged(symbol);
    noteFill(historyOf(account, symbol), seq, signedQuantity, priceE4, feesE4);
  }
  if (leavesOf(order) === 0) close(book, order, 'OrderExecuted', timeMs, 0);
  else step(order, 'OrderExecuted');
  for (const symbol of new Set(fills.map((fill) => fill.symbol))) turnExcessIntoOpening(account, symbol);
}

/** Settles a position in an option. Delivered shares may cover short ones, like those of a filled buy. */
export function settleOption(
  book: Book,
  { account: name, settlement }: OrderEvent & { kind: 'optionSettled' },
): void {
  const account = accountOf(book, name);
  const option = positionOf(account, settlement.symbol);
  // Without a delivery of shares no position in the underlying is made.
  const shares =
    settlement.shareQuantity === 0 ? createPosition() : positionOf(account, settlement.underlying);
  const covered = Math.min(settlement.shareQuantity, -shares.quantity);
  if (covered > 0) turnIntoOpening(account, settlement.underlying, 'Buy', covered, undefined);
  account.cashE4 += settlement.cashE4;
  applySettlement({ option, shares }, settlement);
  account.figures.positionChanged(settlement.symbol);
  account.figures.positionChanged(settlement.underlying);
  noteCloseOut(historyOf(account, settlement.symbol), settlement.contracts, settlement.optionPriceE4);
  if (settlement.shareQuantity !== 0)
    noteShares(historyOf(account, settlement.underlying), settlement.shareQuantity, settlement.strikeE4);
}
