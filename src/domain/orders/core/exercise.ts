import { formatInteger, formatMoney } from '../../format/format-number.ts';
import { fromE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import {
  applySettlement,
  createPosition,
  exercise,
  optionRequirementsE4,
  optionTermsOf,
  type OptionSettlement,
  type OptionTerms,
  type Position,
} from '../../portfolio/index.ts';
import { hasPermission } from '../../permissions.ts';
import { displaySymbol } from '../../symbols/symbol.ts';
import { ExerciseError, OrderError } from '../errors.ts';
import { PLAIN_ORDER } from '../request.ts';
import { refuseExercise } from '../../risk/exercise-checks.ts';
import { OptionPermission, type RiskContext } from '../../risk/types.ts';
import { createAccountBook, type AccountBook } from './account-book.ts';
import type { Book } from './book.ts';
import { contextOf } from './context.ts';
import type { Settled } from './expirations.ts';
import type { OutsideFacts } from './facts.ts';
import { leavesOf, openingLeft } from './held.ts';
import { figuresOf } from './position-figures.ts';
import { accountPowerE4 } from './power.ts';
import type { MarketView, OrderRequest } from './types.ts';

/** The holder's request to exercise so many contracts of a long option. */
export interface ExerciseRequest {
  readonly account: string;
  readonly userId: string;
  /** Names the request: an exercise under a ClientId happens once. */
  readonly clientId: string;
  /** The option. */
  readonly symbol: string;
  readonly contracts: number;
}

/** Why a request is refused. */
export interface ExerciseRefusal {
  /** An order error or exercise error code. */
  readonly code: number;
  /** The rule in its present numbers. */
  readonly detail?: string | undefined;
}

/** Facts from outside of the book, of the option and of its underlying. */
export interface ExerciseFacts {
  readonly option: OutsideFacts;
  readonly underlying: OutsideFacts;
}

/**
 * The settlement of a request to exercise before expiration, or why it is refused. Shares change hands at the strike at once. A put takes
 * shares that no open sell order offers first; what it delivers beyond them opens a short position.
 */
export function decideExercise(
  book: Book,
  request: ExerciseRequest,
  facts: ExerciseFacts,
  view: MarketView,
): Settled | ExerciseRefusal {
  const { symbol, contracts } = request;
  const closing = orderOf(request, { symbol, side: 'Sell', quantity: contracts });
  const accountRefusal = refuseExercise('option', contextFor(book, closing, facts.option, view));
  if (accountRefusal) return accountRefusal;
  const terms = optionTermsOf(symbol);
  if (!terms || !Number.isSafeInteger(contracts) || contracts <= 0)
    return { code: OrderError.InvalidOrderFormat, detail: 'Name an option and a number of contracts.' };
  const account = book.accounts.get(request.account) ?? createAccountBook(request.account);
  const held = refuseHolding(account, terms, contracts) ?? refuseTime(terms, view);
  if (held) return held;
  const settlement: OptionSettlement = {
    ...exercise(terms, account.positions.get(symbol)?.quantity ?? 0, contracts),
    underlyingPriceE4: lastPriceOf(terms.underlying, view),
  };
  const refusal = refuseDelivery(book, account, request, settlement, facts, view);
  if (refusal) return refusal;
  return {
    kind: 'optionSettled',
    account: request.account,
    settlement,
    request: { userId: request.userId, clientId: request.clientId },
    timeMs: view.nowMs,
  };
}

/** Whether the account may take or deliver the shares, and has the money and the cover for it. */
function refuseDelivery(
  book: Book,
  account: AccountBook,
  request: ExerciseRequest,
  settlement: OptionSettlement,
  facts: ExerciseFacts,
  view: MarketView,
): ExerciseRefusal | undefined {
  const delivery = deliveryOrder(account, request, settlement);
  const shares = refuseExercise('shares', contextFor(book, delivery, facts.underlying, view));
  if (shares) return shares;
  const before = positionsAround(account, settlement.underlying);
  const change = { settlement, before, after: settledPositions(before, settlement) };
  const { optionMask = 0, kind = 'cash' } = facts.option.account ?? {};
  return refuseCover(change, optionMask) ?? refuseMoney(account, change, kind, view);
}

/** European style, no position, or contracts that open sell orders offer. */
function refuseHolding(
  account: AccountBook,
  terms: OptionTerms,
  contracts: number,
): ExerciseRefusal | undefined {
  if (terms.settlesIn === 'cash') return { code: ExerciseError.EuropeanStyle };
  const quantity = account.positions.get(terms.symbol)?.quantity ?? 0;
  if (quantity <= 0) return { code: ExerciseError.NoPosition };
  const offered = account.openInterest.get(terms.symbol)?.sell ?? 0;
  if (contracts <= quantity - offered) return undefined;
  const orders = offered > 0 ? `, ${formatInteger(offered)} of them in open sell orders` : '';
  return {
    code: ExerciseError.TooManyContracts,
    detail: `The account holds ${formatInteger(quantity)}${orders}.`,
  };
}

/** Requests are accepted from the open to the close of the regular session, on the last day of the option too. */
function refuseTime(terms: OptionTerms, view: MarketView): ExerciseRefusal | undefined {
  if (view.phase !== 'open') return { code: ExerciseError.OutsideSession };
  return terms.expiration < view.session.date
    ? { code: ExerciseError.OutsideSession, detail: 'The option has expired.' }
    : undefined;
}

/** The last trade, before it the previous close; undefined when neither is known. */
function lastPriceOf(symbol: string, view: MarketView): PriceE4 | undefined {
  const prices = view.prices(symbol);
  return prices?.lastE4 || prices?.previousCloseE4 || undefined;
}

/** The order that would do to the shares what the exercise does: the account's rules for orders apply to it. */
function deliveryOrder(
  account: AccountBook,
  request: ExerciseRequest,
  { underlying, shareQuantity, strikeE4 }: OptionSettlement,
): OrderRequest {
  if (shareQuantity > 0)
    return orderOf(request, {
      symbol: underlying,
      side: 'Buy',
      quantity: shareQuantity,
      priceE4: strikeE4,
    });
  const held = account.positions.get(underlying)?.quantity ?? 0;
  const free = Math.max(0, held - (account.openInterest.get(underlying)?.sell ?? 0));
  const short = -shareQuantity - free;
  return orderOf(request, {
    symbol: underlying,
    side: short > 0 ? 'Short' : 'Sell',
    quantity: short > 0 ? short : -shareQuantity,
    priceE4: strikeE4,
  });
}

function orderOf(
  { account, userId, clientId }: ExerciseRequest,
  order: Pick<OrderRequest, 'symbol' | 'side' | 'quantity'> & { readonly priceE4?: PriceE4 },
): OrderRequest {
  return {
    ...PLAIN_ORDER,
    account,
    userId,
    clientId,
    source: order.side === 'Sell' ? 'Close' : 'Open',
    type: 'Limit',
    tif: 'Day',
    destination: '',
    route: '',
    ...order,
  };
}

const contextFor = (book: Book, order: OrderRequest, facts: OutsideFacts, view: MarketView): RiskContext => ({
  ...contextOf(book, order, facts, view, undefined),
  replaced: null,
});

/** A settlement with the underlying's positions before and after it. */
interface Change {
  readonly settlement: OptionSettlement;
  readonly before: ReadonlyMap<string, Position>;
  readonly after: ReadonlyMap<string, Position>;
}

/** Refuses an exercise that leaves written options without cover, in an account that may not write them uncovered. */
function refuseCover({ before, after }: Change, optionMask: number): ExerciseRefusal | undefined {
  const was = optionRequirementsE4(before, () => undefined);
  for (const [symbol, requirementE4] of optionRequirementsE4(after, () => undefined)) {
    if (requirementE4 <= (was.get(symbol) ?? 0)) continue;
    const approval =
      optionTermsOf(symbol)?.right === 'P' ? OptionPermission.UncoveredPuts : OptionPermission.UncoveredCalls;
    if (!hasPermission(optionMask, approval))
      return {
        code: OrderError.InsufficientCover,
        detail: `The written option ${displaySymbol(symbol)} would be left without cover.`,
      };
  }
  return undefined;
}

/**
 * Refuses what takes more than is left of the buying power (of a cash account, of its free cash). The power is compared before and after
 * the settlement, so that shares bought, written options that lose their cover and short covers count as they will afterwards.
 */
function refuseMoney(
  account: AccountBook,
  { settlement, before, after }: Change,
  kind: 'cash' | 'margin',
  view: MarketView,
): ExerciseRefusal | undefined {
  const was = figuresOf(before, view.marks);
  const is = figuresOf(after, view.marks);
  const changeE4: MoneyE4 =
    kind === 'cash'
      ? settlement.cashE4 - (is.claimedE4 - was.claimedE4)
      : 2 * settlement.cashE4 + is.powerE4 - was.powerE4;
  const neededE4: MoneyE4 = turnedReserveE4(account, settlement) - changeE4;
  const leftE4 = accountPowerE4(account, kind, view.marks);
  if (neededE4 <= 0 || neededE4 <= leftE4) return undefined;
  const powerLabel = kind === 'cash' ? 'cash' : 'buying power';
  return {
    code: OrderError.NotEnoughCash,
    detail: `The exercise takes ${formatMoney(fromE4(neededE4))} of the ${powerLabel}, and ${formatMoney(fromE4(Math.max(0, leftE4)))} is left.`,
  };
}

/** The positions that margin rules see together: the underlying and its options, in the order of the account. */
function positionsAround(account: AccountBook, underlying: string): Map<string, Position> {
  const around = new Map<string, Position>();
  for (const symbol of [underlying, ...account.figures.optionsOf(underlying)]) {
    const position = account.positions.get(symbol);
    if (position) around.set(symbol, position);
  }
  return around;
}

function settledPositions(
  before: ReadonlyMap<string, Position>,
  settlement: OptionSettlement,
): Map<string, Position> {
  const after = new Map(before);
  const copyOf = (symbol: string): Position => {
    const position = before.get(symbol) ?? createPosition();
    const copy = { ...position, lots: position.lots.map((lot) => ({ ...lot })) };
    after.set(symbol, copy);
    return copy;
  };
  applySettlement({ option: copyOf(settlement.symbol), shares: copyOf(settlement.underlying) }, settlement);
  return after;
}

/** What open buys start to hold because the exercise covers the short shares that they were to cover. */
function turnedReserveE4(account: AccountBook, { underlying, shareQuantity }: OptionSettlement): MoneyE4 {
  let left = Math.min(shareQuantity, -(account.positions.get(underlying)?.quantity ?? 0));
  let reserveE4: MoneyE4 = 0;
  for (const order of account.openOrders.get(underlying)?.buys.values() ?? []) {
    if (left <= 0) break;
    const turned = Math.min(left, leavesOf(order) - openingLeft(order));
    reserveE4 += turned * order.reserveE4;
    left -= turned;
  }
  return reserveE4;
}
