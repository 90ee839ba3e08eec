import { splitGroup, isGroupOf } from '../../corporate-actions/adjust-group.ts';
import { dividendOrder, splitOrder } from '../../corporate-actions/adjust-order.ts';
import { conversionOf, convertPosition, movePosition } from '../../corporate-actions/convert-position.ts';
import { scaled } from '../../corporate-actions/exact.ts';
import { splitOptionSymbol } from '../../corporate-actions/option-symbol.ts';
import {
  actionIdOf,
  isReverse,
  type ActionEvent,
  type AdjustedOrder,
  type CorporateAction,
  type PositionChange,
  type ShareRatio,
  type StockSplit,
} from '../../corporate-actions/types.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { closeOut } from '../../portfolio/index.ts';
import type { Position } from '../../portfolio/position.ts';
import { isOptionSymbol, parseOptionSymbol, underlyingOf } from '../../symbols/symbol.ts';
import { isEndingKind, type BookGroup } from '../groups/types.ts';
import { tradedSymbols } from '../legs.ts';
import { openOrdersOf, type AccountBook } from './account-book.ts';
import { countAlternatives } from './alternatives.ts';
import { liveGroupsOf } from './book-groups.ts';
import { accountOf, historyOf, positionOf, type Book } from './book-state.ts';
import { hold } from './holdings.ts';
import { noteCloseOut, noteConversion } from './position-history.ts';
import type { BookOrder, MarketView } from './types.ts';

/** What an action does to an account, in the order in which it happens: orders and groups end, then the rest is changed by one record. */
export interface ActionDecision {
  readonly ended: readonly BookOrder[];
  readonly endedGroups: readonly BookGroup[];
  readonly event: ActionEvent;
}

const SAME: ShareRatio = { numerator: 1, denominator: 1 };
/** Whole new shares for each old one: the only split that leaves options their form and the counts of groups whole. */
const isWhole = ({ numerator, denominator }: ShareRatio): boolean => denominator === 1 && numerator > 1;

/**
 * Decides what an action does to an account; undefined when the account is not concerned, or the action was applied before. Positions are those at the close before
 * the ex-date: nothing has traded since.
 *
 * Open orders are adjusted by a forward split or a dividend (`splitOrder`, `dividendOrder`). A reverse split, another symbol or a delisting ends them, and so does a split
 * orders of several legs, orders in options of the stock, and groups when their counts would not stay whole.
 */
export function decideAction(
  book: Book,
  account: AccountBook,
  action: CorporateAction,
  view: Pick<MarketView, 'nowMs' | 'prices'>,
): ActionDecision | undefined {
  if (account.appliedActions.includes(actionIdOf(action))) return undefined;
  const positions = positionChanges(account, action, view);
  const groups = action.kind === 'Dividend' ? [] : groupsOf(book, account, action.symbol);
  const keepsGroups = action.kind === 'Split' && isWhole(action);
  const orders: AdjustedOrder[] = [];
  const ended: BookOrder[] = [];
  for (const order of openOrdersOf(account)) {
    if (!concerns(order, action.symbol)) continue;
    const adjusted = adjustedBy(order, action);
    if (adjusted === 'stays') continue;
    if (adjusted === 'ends') ended.push(order);
    else orders.push(adjusted);
  }
  if (positions.length + orders.length + ended.length + groups.length === 0) return undefined;
  return {
    ended,
    endedGroups: keepsGroups ? [] : groups,
    event: {
      kind: 'actionApplied',
      account: account.account,
      action,
      positions,
      orders,
      groups: keepsGroups ? groups.map(({ groupId }) => groupId) : [],
      timeMs: view.nowMs,
    },
  };
}

const groupsOf = (book: Book, { account }: AccountBook, symbol: string): BookGroup[] =>
  [...liveGroupsOf(book, account)].filter(
    (group) => !isEndingKind(group.request.kind) && group.state !== 'Cancelling' && isGroupOf(group, symbol),
  );

const concerns = (order: BookOrder, symbol: string): boolean =>
  tradedSymbols(order).some((traded) => traded === symbol || isOptionOf(traded, symbol));

const isOptionOf = (symbol: string, underlying: string): boolean =>
  isOptionSymbol(symbol) && underlyingOf(symbol) === underlying;

function adjustedBy(order: BookOrder, action: CorporateAction): AdjustedOrder | 'stays' | 'ends' {
  const isPlain = order.legs === undefined && order.symbol === action.symbol;
  if (action.kind === 'Dividend') {
    // The prices of a group belong together; its holder keeps them.
    const isReduced = isPlain && order.group === undefined;
    return (isReduced ? dividendOrder(order, action.amountE6) : undefined) ?? 'stays';
  }
  if (action.kind !== 'Split' || !isPlain || isReverse(action)) return 'ends';
  if (order.group !== undefined && !isWhole(action)) return 'ends';
  return splitOrder(order, action) ?? 'ends';
}

function positionChanges(
  account: AccountBook,
  action: CorporateAction,
  view: Pick<MarketView, 'prices'>,
): PositionChange[] {
  const { symbol } = action;
  const position = account.positions.get(symbol);
  const isHeld = position !== undefined && position.quantity !== 0;
  switch (action.kind) {
    case 'Split':
      return [
        ...(isHeld ? [splitChange(position, action, view)] : []),
        ...(isWhole(action) ? optionChanges(account, action) : []),
      ];
    case 'Dividend':
      return isHeld ? [dividendChange(symbol, position, action.amountE6)] : [];
    case 'SymbolChange': {
      if (!isHeld) return [];
      // A position on the other side of the new symbol is an error of the source, and must not be netted.
      const other = account.positions.get(action.newSymbol)?.quantity ?? 0;
      if (other * position.quantity < 0) return [];
      return [{ ...unchanged(symbol, position), toSymbol: action.newSymbol }];
    }
    case 'Delisting':
      return isHeld
        ? [
            {
              ...unchanged(symbol, position),
              quantityAfter: 0,
              costAfterE4: 0,
              cashE4: notionalE4(action.cashE4, position.quantity),
            },
          ]
        : [];
  }
}

const unchanged = (symbol: string, { quantity, fifoCostE4 }: Position): PositionChange => ({
  symbol,
  toSymbol: symbol,
  ...SAME,
  quantityBefore: quantity,
  quantityAfter: quantity,
  costBeforeE4: fifoCostE4,
  costAfterE4: fifoCostE4,
  cashE4: 0,
});

function splitChange(
  position: Position,
  split: StockSplit,
  view: Pick<MarketView, 'prices'>,
): PositionChange {
  const made = conversionOf(position, split);
  return {
    ...unchanged(split.symbol, position),
    numerator: split.numerator,
    denominator: split.denominator,
    quantityAfter: made.quantity,
    costAfterE4: made.fifoCostE4,
    cashE4: made.remainder === 0 ? 0 : lieuE4(made.remainder, split, position, view) || made.fractionCostE4,
  };
}

/** The cash for a fraction of a new share, signed as the position; 0 when no price is known. */
function lieuE4(
  remainder: number,
  { symbol, denominator, cashInLieuE4 }: StockSplit,
  { quantity }: Position,
  view: Pick<MarketView, 'prices'>,
): MoneyE4 {
  // The previous close is on the scale of the new shares: the market adjusts it.
  const priceE4: PriceE4 = cashInLieuE4 || (view.prices(symbol)?.previousCloseE4 ?? 0);
  return signedAs(quantity, scaled(priceE4, remainder, denominator, 'nearest'));
}

/** OCC, a whole-number split: contracts are multiplied and strikes divided; each contract still delivers 100 shares. */
function optionChanges(account: AccountBook, split: StockSplit): PositionChange[] {
  const changes: PositionChange[] = [];
  const quantities = new Map<string, number>();
  // A series may become another one that is held, too. The lowest strikes come first: a series has left its symbol before a higher one takes it.
  const held = [...account.positions]
    .filter(([symbol, { quantity }]) => quantity !== 0 && isOptionOf(symbol, split.symbol))
    .sort(([a], [b]) => strikeOf(a) - strikeOf(b));
  for (const [symbol, position] of held) {
    const made = conversionOf(position, split);
    const toSymbol = splitOptionSymbol(symbol, split);
    const before = quantities.get(toSymbol) ?? 0;
    // Two adjusted series whose strikes round to the same cent, on two sides: they must not be netted.
    const isNetted = before * made.quantity < 0;
    quantities.set(isNetted ? symbol : toSymbol, isNetted ? position.quantity : before + made.quantity);
    if (isNetted) continue;
    changes.push({
      ...unchanged(symbol, position),
      toSymbol,
      numerator: split.numerator,
      denominator: split.denominator,
      quantityAfter: made.quantity,
      costAfterE4: made.fifoCostE4,
    });
  }
  return changes;
}

const strikeOf = (symbol: string): number => parseOptionSymbol(symbol)?.strike ?? 0;

/** Cash to the nearest 1/10,000 dollar: received on shares held, paid on shares sold short. */
function dividendChange(symbol: string, position: Position, amountE6: number): PositionChange {
  const cashE4 = scaled(Math.abs(position.quantity), amountE6, 100, 'nearest');
  return { ...unchanged(symbol, position), cashE4: signedAs(position.quantity, cashE4) };
}

/** An amount with the sign of a position; never a negative zero. */
const signedAs = (quantity: number, amount: number): number =>
  quantity < 0 && amount !== 0 ? -amount : amount;

/** Books what an action does to an account. A book that does not hold an order or a group is one of a part of the journal, and has nothing to change there. */
export function applyAction(book: Book, event: ActionEvent): void {
  const account = accountOf(book, event.account);
  account.appliedActions.push(actionIdOf(event.action));
  for (const adjusted of event.orders) adjustOrder(book, account, adjusted, event.timeMs);
  for (const groupId of event.groups) {
    const group = book.groups.get(groupId);
    if (group && event.action.kind === 'Split')
      book.groups.set(groupId, splitGroup(group, event.action.symbol, event.action));
  }
  for (const change of event.positions) changePosition(account, event.action, change);
}

function adjustOrder(book: Book, account: AccountBook, adjusted: AdjustedOrder, timeMs: number): void {
  const order = book.orders.get(adjusted.orderId);
  if (!order) return;
  const { quantity, priceE4, stopPriceE4, offsetE4, minQuantity, displayQuantity } = adjusted;
  hold(account, order, -1);
  order.terms = { ...order.terms, quantity, priceE4, stopPriceE4, offsetE4, minQuantity, displayQuantity };
  order.termsMs = timeMs;
  order.filled = adjusted.filled;
  order.workingStopE4 = adjusted.workingStopE4;
  order.watermarkE4 = adjusted.watermarkE4;
  order.reserveE4 = adjusted.reserveE4;
  order.openingQuantity = adjusted.openingQuantity;
  hold(account, order, 1);
  if (order.group) countAlternatives(account, order);
}

function changePosition(account: AccountBook, action: CorporateAction, change: PositionChange): void {
  const { symbol, toSymbol, cashE4 } = change;
  account.cashE4 += cashE4;
  if (action.kind === 'Dividend') return;
  const position = positionOf(account, symbol);
  if (action.kind === 'Delisting') {
    if (position.quantity !== 0) {
      noteCloseOut(historyOf(account, symbol), -position.quantity, action.cashE4);
      closeOut(position, -position.quantity, action.cashE4);
    }
  } else {
    convertPosition(position, change, cashE4);
    noteConversion(historyOf(account, symbol), change, cashE4);
    if (toSymbol !== symbol) {
      movePosition(position, positionOf(account, toSymbol));
      historyOf(account, toSymbol).push(...historyOf(account, symbol).splice(0));
      account.figures.positionChanged(toSymbol);
    }
  }
  account.figures.positionChanged(symbol);
}
