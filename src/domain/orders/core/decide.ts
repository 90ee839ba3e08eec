import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { OrderError } from '../errors.ts';
import { areSameLegs } from '../legs.ts';
import { orderIdOf } from '../order-id.ts';
import {
  checkCancel,
  checkNewOrder,
  checkReplace,
  checkReplaceRequest,
  openingCostE4,
  openingOf,
  workingOf,
  type ReplaceContext,
  type RiskContext,
  type RiskRefusal,
  unitPowerE4,
} from '../../risk/index.ts';
import type { CashDividend } from '../../corporate-actions/types.ts';
import type { AccountBook } from './account-book.ts';
import type { Book } from './book.ts';
import { changeContextOf, contextOf } from './context.ts';
import { expiryOf } from './expiry.ts';
import type { OutsideFacts } from './facts.ts';
import { groupedReplaceRefusal, movedEntryRefusal } from './groups/replace-rule.ts';
import type { Holding } from './holding.ts';
import { isMultiLeg, judgeMultiLeg, type FactsOf, type JudgedLegs, type OnLegFigure } from './multi-leg.ts';
import type { BookOrder, MarketView, OrderEvent, OrderRequest } from './types.ts';

/** The sender and the identifiers of a requested cancel or replace. */
export interface OrderChange {
  readonly account: string;
  readonly userId: string;
  readonly clientId: string;
  /** Undefined = the request named none that the account has. */
  readonly target: BookOrder | undefined;
  /** What the request named. */
  readonly named: string;
  /** When it was sent by its own account, exchange UTC ms. */
  readonly sentMs: number;
}

/** Why an order is rejected. */
type Refused =
  Pick<RiskRefusal, 'code' | 'detail'> | { readonly code: number; readonly detail?: string | undefined };

/** Events of a new order: accepted and confirmed, or rejected. Matching comes after, on the book with these applied. */
export function decideSubmit(
  book: Book,
  order: OrderRequest,
  factsOf: FactsOf,
  view: MarketView,
  onFigure?: OnLegFigure,
): OrderEvent[] {
  const orderId = orderIdOf(book.lastSeq + 1);
  const timeMs = view.nowMs;
  const judged = judgeNew(book, order, factsOf, view, { onFigure });
  if ('code' in judged)
    return [{ kind: 'rejected', orderId, order, code: judged.code, detail: judged.detail, timeMs }];
  return [
    { kind: 'accepted', orderId, order, expiresMs: expiryOf(order, view), ...judged, timeMs },
    { kind: 'confirmed', orderId, timeMs },
  ];
}

/** How an order is judged. */
interface Judging {
  /** It closes a position for a flatten. */
  readonly isFlatten?: boolean;
  /** Receives what its checks compare. */
  readonly onFigure?: OnLegFigure | undefined;
}

/** The verdict on a new order: the first refusal, or what the order would hold. */
export function judgeNew(
  book: Book,
  order: OrderRequest,
  factsOf: FactsOf,
  view: MarketView,
  { isFlatten = false, onFigure }: Judging = {},
): Refused | Holding {
  if (isMultiLeg(order)) return judgeMultiLeg(book, order, factsOf, view, undefined, onFigure);
  const context = {
    ...contextOf(book, order, factsOf(order.symbol), view, undefined),
    replaced: null,
    isFlatten,
    ...(onFigure && { onFigure }),
  };
  return checkNewOrder(context) ?? holdingOf(context);
}

/** The verdict on a replace. */
export function judgeReplace(
  book: Book,
  change: OrderChange,
  order: OrderRequest,
  factsOf: FactsOf,
  view: MarketView,
  onFigure?: OnLegFigure,
): Refused | Holding {
  const groupRefusal = groupedReplaceRefusal(change.target, order);
  if (groupRefusal) return groupRefusal;
  const context = replaceContextOf(book, change, order, factsOf, view, onFigure);
  const { replacement } = context;
  if (isMultiLeg(order))
    return judgeMultiLegReplace(context, {
      book,
      order,
      factsOf,
      view,
      replaced: change.target,
      onFigure,
    });
  const refusal = checkReplace(context);
  if (refusal || !change.target) return refusal ?? { code: OrderError.UnknownOrder };
  const movedEntry = movedEntryRefusal(book, change.target, order, view);
  if (movedEntry) return movedEntry;
  const { side, filled, quantity, isTriggered } = change.target;
  return holdingOf({
    ...replacement,
    replaced: {
      side,
      filled,
      leaves: quantity - filled,
      reservedE4: context.target?.reservedE4,
      isTriggered,
    },
  });
}

/** The facts for the checks of a replace. */
export function replaceContextOf(
  book: Book,
  change: OrderChange,
  order: OrderRequest,
  factsOf: FactsOf,
  view: MarketView,
  onFigure?: OnLegFigure,
): ReplaceContext {
  const facts = factsOf(order.symbol);
  return {
    ...changeContextOf(requestOf(change), change.target ?? null, facts, view.nowMs),
    replacement: {
      ...contextOf(book, order, facts, view, change.target),
      ...(onFigure && { onFigure }),
    },
  };
}

/** A replace keeps its legs: another combination is another order. */
function judgeMultiLegReplace(
  context: ReplaceContext,
  { book, order, factsOf, view, replaced, onFigure }: JudgedLegs,
): Refused | Holding {
  const refusal = checkReplaceRequest(context);
  if (refusal || !replaced) return refusal ?? { code: OrderError.UnknownOrder };
  if (!areSameLegs(replaced.legs, order.legs)) return { code: OrderError.InvalidCondition };
  return judgeMultiLeg(book, order, factsOf, view, replaced, onFigure);
}

const requestOf = ({ account, userId, clientId, named, sentMs }: OrderChange) => ({
  account,
  userId,
  clientId,
  orderId: named,
  apiId: null,
  sentMs,
  isWholeStrategy: false,
});

/** Everything was judged with the same functions, so that nothing can be missing here; were it, the order is refused all the same. */
export function holdingOf(context: RiskContext): Refused | Holding {
  const openingQuantity = openingOf(context);
  if (openingQuantity === undefined) return { code: OrderError.NotEnoughCash };
  const costE4 = openingCostE4(context);
  if (costE4 === undefined) return { code: OrderError.NotEnoughCash };
  if (openingQuantity === 0 && costE4 === 0)
    return { openingQuantity, reserveE4: context.order.side === 'Sell' ? 0 : unitE4(context) };
  // A sale that leaves written options without cover opens nothing, and all of it holds their margin.
  const holding = openingQuantity || workingOf(context);
  return holding === undefined
    ? { code: OrderError.NotEnoughCash }
    : { openingQuantity: holding, reserveE4: Math.ceil(costE4 / holding) };
}

/** What one share or contract is counted at: a cover that comes to open shares, because another was filled first, holds as much for each. */
function unitE4(context: RiskContext): MoneyE4 {
  return unitPowerE4(context) ?? 0;
}

/** The event of a cancel. An order of another account is as unknown as one that never was. */
export function decideCancel(
  change: OrderChange,
  facts: OutsideFacts,
  view: MarketView,
): readonly [Extract<OrderEvent, { readonly kind: 'cancelRejected' | 'cancelPending' }>] {
  const { account, userId, clientId, target, named } = change;
  const timeMs = view.nowMs;
  const refusal = checkCancel(changeContextOf(requestOf(change), target ?? null, facts, timeMs));
  if (refusal || !target)
    return [
      {
        kind: 'cancelRejected',
        orderId: target?.orderId ?? named,
        account,
        userId,
        clientId,
        code: refusal?.code ?? OrderError.UnknownOrder,
        timeMs,
      },
    ];
  return [{ kind: 'cancelPending', orderId: target.orderId, userId, timeMs }];
}

/** The events of a change of the account's options; none when nothing changes. */
export function decideOptions(
  account: AccountBook | undefined,
  change: {
    readonly account: string;
    readonly userId: string;
    readonly cancelOnDisconnect?: boolean | undefined;
    readonly isHalted?: boolean | undefined;
  },
  timeMs: number,
): OrderEvent[] {
  const before = {
    cancelOnDisconnect: account?.cancelOnDisconnect ?? false,
    isHalted: account?.isHalted ?? false,
  };
  const cancelOnDisconnect = change.cancelOnDisconnect ?? before.cancelOnDisconnect;
  const isHalted = change.isHalted ?? before.isHalted;
  if (cancelOnDisconnect === before.cancelOnDisconnect && isHalted === before.isHalted) return [];
  return [
    {
      kind: 'accountOptions',
      account: change.account,
      userId: change.userId,
      cancelOnDisconnect,
      isHalted,
      timeMs,
    },
  ];
}

/** Sets the account's cash, once per version; an older version changes nothing. */
export function decideFund(
  book: Book,
  account: string,
  cash: { cashE4: MoneyE4; version: number },
  nowMs: number,
): OrderEvent[] {
  const known = book.accounts.get(account)?.fundingVersion ?? -1;
  return cash.version <= known
    ? []
    : [{ kind: 'funded', account, cashE4: cash.cashE4, version: cash.version, timeMs: nowMs }];
}

/**
 * The event of a session that the book has not seen, with the closes before it for every symbol held. The price of a share falls by a dividend on the ex-date: the
 * close counts without it, so that the session's P&L is not a loss of what was paid in cash.
 */
export function decideSession(
  book: Book,
  view: MarketView,
  dividends: readonly CashDividend[] = [],
): OrderEvent[] {
  if (view.session.date <= book.sessionDate) return [];
  const closes = new Map<string, PriceE4>();
  for (const account of book.accounts.values()) {
    for (const [symbol, position] of account.positions) {
      const closeE4 =
        position.quantity === 0 || closes.has(symbol) ? 0 : (view.marks.last(symbol)?.previousCloseE4 ?? 0);
      const paidE6 = dividends.find((dividend) => dividend.symbol === symbol)?.amountE6 ?? 0;
      if (closeE4 > 0) closes.set(symbol, Math.max(1, closeE4 - Math.round(paidE6 / 100)));
    }
  }
  return [{ kind: 'session', date: view.session.date, closes: [...closes], timeMs: view.nowMs }];
}
