import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { displaySymbol } from '../../symbols/symbol.ts';
import { OrderError } from '../errors.ts';
import { legQuantity, legsProblem, twinKeyOf, type OrderLeg } from '../legs.ts';
import { ORDER_TYPES } from '../order-types.ts';
import { orderPriceStepE4 } from '../price-step.ts';
import type { RiskCheck } from '../../risk/check.ts';
import { buyingPower } from '../../risk/checks/buying-power.ts';
import { duplicateOrder } from '../../risk/checks/rate-limits.ts';
import type { Figure } from '../../risk/figure.ts';
import { holds } from '../../risk/measured.ts';
import { isApprovedFor } from '../../risk/options.ts';
import { LEG_CHECKS, MULTI_LEG_CHECKS, MULTI_LEG_REPLACEMENT_CHECKS } from '../../risk/multi-leg-checks.ts';
import type { CheckedFigures } from '../../risk/explain.ts';
import { firstRefusal, type RiskRefusal } from '../../risk/pipeline.ts';
import { OptionPermission, type RiskContext } from '../../risk/types.ts';
import { TIFS } from '../times-in-force.ts';
import { MAX_ORDER_VALUE_E4 } from '../validate.ts';
import { createAccountBook } from './account-book.ts';
import type { Book } from './book-state.ts';
import { contextOf } from './context.ts';
import type { OutsideFacts } from './facts.ts';
import {
  addedUncovered,
  hasSharesToSell,
  legPriceE4,
  netLimitE4,
  unitsCostE4,
  unitsEffect,
  type LeggedOrder,
} from './multi-leg-cost.ts';
import { accountPowerE4 } from './power.ts';
import { heldBy, leavesOf } from './held.ts';
import type { Holding } from './holding.ts';
import type { BookOrder, MarketView, OrderRequest } from './types.ts';

/** A request with legs. */
export type MultiLegRequest = OrderRequest & { readonly legs: readonly OrderLeg[] };
/** True for an order with legs: its symbol is the underlying and its price is net. */
export const isMultiLeg = (order: OrderRequest): order is MultiLegRequest => order.legs !== undefined;

/** Facts from outside for a symbol that the order names: its own, or a leg's. */
export type FactsOf = (symbol: string) => OutsideFacts;

type Refused = Pick<RiskRefusal, 'code' | 'detail'>;
const refused = (code: RiskRefusal['code'], detail?: string): Refused => ({ code, detail });

/** Receives the numbers that each check compares; those of a leg with its symbol. */
export type OnLegFigure = (...figure: CheckedFigures[number]) => void;

/** A multi-leg order with everything that it is judged by. */
export interface JudgedLegs {
  readonly book: Book;
  readonly order: MultiLegRequest;
  readonly factsOf: FactsOf;
  readonly view: MarketView;
  /** The order that it replaces. */
  readonly replaced: BookOrder | undefined;
  readonly onFigure?: OnLegFigure | undefined;
}

/** The verdict on a multi-leg order: the first refusal, or what it would reserve. `replaced`: the order that it replaces. */
export function judgeMultiLeg(
  book: Book,
  order: MultiLegRequest,
  factsOf: FactsOf,
  view: MarketView,
  replaced: BookOrder | undefined,
  onFigure?: OnLegFigure,
): Refused | Holding {
  const judged = { book, order, factsOf, view, replaced, onFigure };
  const context = wholeContext(judged);
  for (const stage of STAGES_BEFORE_MONEY) {
    const refusal = stage(judged, context);
    if (refusal) return refusal;
  }
  return moneyVerdict(judged, context);
}

/** A part of the judgement. `context`: that of the checks of the order as a whole. */
type Stage = (judged: JudgedLegs, context: RiskContext) => Refused | undefined;

const STAGES_BEFORE_MONEY: readonly Stage[] = [
  ({ order }) => formatRefusal(order),
  (judged, context) => firstRefusal(wholeChecks(judged), context),
  ({ replaced }, context) => (replaced ? undefined : firstRefusal([duplicateOrder], asTwin(context))),
  (judged) => legRefusal(judged),
];

/** The parts of the judgement, each of which can refuse an order by itself. */
export const MULTI_LEG_STAGES: readonly Stage[] = [
  ...STAGES_BEFORE_MONEY,
  (judged, context) => {
    const verdict = moneyVerdict(judged, context);
    return 'code' in verdict ? verdict : undefined;
  },
];

/** The context of the checks of the order as a whole. */
export const wholeContext = ({
  book,
  order,
  factsOf,
  view,
  replaced,
  onFigure,
}: JudgedLegs): RiskContext => ({
  ...contextOf(book, order, factsOf(order.symbol), view, replaced),
  replaced: null,
  ...(onFigure && { onFigure }),
});

/** The checks of the order as a whole. */
export const wholeChecks = ({ replaced }: Pick<JudgedLegs, 'replaced'>): readonly RiskCheck[] =>
  replaced ? MULTI_LEG_REPLACEMENT_CHECKS : MULTI_LEG_CHECKS;

function formatRefusal(order: MultiLegRequest): Refused | undefined {
  const problem = legsProblem(order.symbol, order.legs);
  if (problem !== undefined) return refused(OrderError.InvalidOrderFormat, problem);
  if (order.side === 'Short')
    return refused(
      OrderError.InvalidCondition,
      'A multi-leg order buys for a net debit or sells for a net credit.',
    );
  if (!ORDER_TYPES[order.type].takesLegs)
    return refused(OrderError.InvalidCondition, 'A multi-leg order is a limit or a market order.');
  if (!TIFS[order.tif].takesLegs)
    return refused(
      OrderError.InvalidCondition,
      'A multi-leg order is good for the day, until cancelled, or for now only (IOC, FOK).',
    );
  if (order.minQuantity > 0 || order.displayQuantity > 0)
    return refused(
      OrderError.InvalidCondition,
      'A multi-leg order has no minimum and no displayed quantity.',
    );
  if (notionalE4(order.priceE4, order.quantity * CONTRACT_SHARES) > MAX_ORDER_VALUE_E4)
    return refused(OrderError.DollarLimit);
  if (order.type === 'Limit' && !isNetPrice(order.priceE4))
    return refused(OrderError.PriceOutOfRange, 'A net price is at least 0.00 and in whole cents.');
  return undefined;
}

const isNetPrice = (priceE4: PriceE4): boolean =>
  Number.isSafeInteger(priceE4) &&
  !Object.is(priceE4, -0) &&
  priceE4 >= 0 &&
  priceE4 % orderPriceStepE4(priceE4, true) === 0;

/** The order as the duplicate check compares it. */
export const asTwin = (context: RiskContext): RiskContext => ({
  ...context,
  order: { ...context.order, symbol: twinKeyOf(context.order) },
});

/** The context of the checks of a leg. */
export function legContext(
  { book, order, factsOf, view, replaced, onFigure }: JudgedLegs,
  leg: OrderLeg,
): RiskContext {
  const legOrder = legOrderOf(order, leg, view);
  return {
    ...contextOf(book, legOrder, factsOf(leg.symbol), view, undefined),
    ...(onFigure && { onFigure: (checkId, figure) => onFigure(checkId, figure, leg.symbol) }),
    replaced: replaced
      ? {
          side: leg.side,
          filled: legQuantity(leg, replaced.filled),
          leaves: legQuantity(leg, leavesOf(replaced)),
          reservedE4: 0,
          isTriggered: false,
        }
      : null,
  };
}

function legRefusal(judged: JudgedLegs): Refused | undefined {
  const { order, view } = judged;
  for (const leg of order.legs) {
    const name = displaySymbol(leg.symbol);
    const refusal = firstRefusal(LEG_CHECKS, legContext(judged, leg));
    if (refusal)
      return refused(
        refusal.code,
        refusal.detail === undefined ? `Leg ${name}.` : `Leg ${name}: ${refusal.detail}`,
      );
    if (order.type === 'Market' && legPriceE4(leg, view) === 0)
      return refused(
        OrderError.MarketOffline,
        `Leg ${name} has no ${leg.side === 'Buy' ? 'offer' : 'bid'}. Send a limit order, which waits for one.`,
      );
  }
  return undefined;
}

/** A leg as an order of its own, at its present expected price. */
function legOrderOf(order: MultiLegRequest, leg: OrderLeg, view: MarketView): OrderRequest {
  return {
    ...order,
    legs: undefined,
    symbol: leg.symbol,
    side: leg.side,
    source: leg.side === 'Sell' && leg.symbol === order.symbol ? 'Close' : 'Open',
    quantity: legQuantity(leg, order.quantity),
    type: 'Limit',
    priceE4: legPriceE4(leg, view) || orderPriceStepE4(0, true),
    tif: 'Day',
  };
}

function moneyVerdict(judged: JudgedLegs, context: RiskContext): Refused | Holding {
  const money = moneyOf(judged, context);
  if (money === undefined) return refused(OrderError.NotEnoughCash);
  const { units, effect, costE4, figure } = money;
  const option = optionRefusal(effect, judged.order, context);
  if (option) return option;
  if (figure !== null) context.onFigure?.(buyingPower.id, figure);
  if (figure !== null && !holds(figure)) return refused(OrderError.NotEnoughCash);
  return { openingQuantity: units, reserveE4: Math.ceil(costE4 / units) };
}

/** What the order costs, and what the account has for it; undefined when it cannot be computed. */
export function moneyOf({ book, order, view, replaced }: JudgedLegs, context: RiskContext) {
  const account = book.accounts.get(order.account) ?? createAccountBook(order.account);
  const kind = context.account?.kind;
  const units = order.quantity - (replaced?.filled ?? 0);
  const limitE4 = netLimitE4(order, view);
  if (kind === undefined || limitE4 === undefined || units < 1) return undefined;
  const effect = unitsEffect(account, order, units, replaced, view);
  const costE4 = unitsCostE4(effect, units, limitE4, kind, view);
  const freeE4: MoneyE4 = accountPowerE4(account, kind, view.marks) + (replaced ? heldBy(replaced) : 0);
  // An order that costs nothing passes even in an account in debt.
  const figure: Figure | null =
    costE4 > 0 ? { unit: 'Money', bound: 'AtMost', value: costE4, limit: freeE4 } : null;
  return { units, effect, costE4, figure };
}

function optionRefusal(
  effect: ReturnType<typeof unitsEffect>,
  order: LeggedOrder,
  context: RiskContext,
): Refused | undefined {
  if (!hasSharesToSell(effect, order))
    return refused(OrderError.InsufficientCover, 'The order would sell more shares than the account holds.');
  if (!isApprovedFor(context, OptionPermission.Combinations)) return refused(OrderError.OptionCombination);
  const { calls, puts } = addedUncovered(effect, order.symbol);
  if (calls + puts === 0) return undefined;
  if (order.symbol.startsWith('$'))
    return isApprovedFor(context, OptionPermission.UncoveredIndex)
      ? undefined
      : refused(OrderError.UncoveredIndexOption);
  if (calls > 0 && !isApprovedFor(context, OptionPermission.UncoveredCalls))
    return refused(OrderError.UncoveredCall);
  return puts > 0 && !isApprovedFor(context, OptionPermission.UncoveredPuts)
    ? refused(OrderError.UncoveredPut)
    : undefined;
}

/** True when the account can still carry `units` units of an open order at a net price. Its cover may have been lost since. */
export function mayStillFill(
  book: Book,
  order: BookOrder & MultiLegRequest,
  units: number,
  netE4: PriceE4,
  kind: 'cash' | 'margin',
  view: MarketView,
): boolean {
  const account = book.accounts.get(order.account);
  if (!account) return false;
  const effect = unitsEffect(account, order, units, order, view);
  const freeE4: MoneyE4 = accountPowerE4(account, kind, view.marks) + heldBy(order);
  const costE4 = unitsCostE4(effect, units, netE4, kind, view);
  // The reserve of the order sufficed on arrival. A price change does not end the order; lost cover does.
  return hasSharesToSell(effect, order) && costE4 <= Math.max(freeE4, order.reserveE4 * units);
}
