import { orderErrorMessage } from '../errors.ts';
import {
  explainNewOrder,
  explainReplacement,
  figuresOfAccepted,
  type CheckedFigures,
  type OrderExplanation,
} from '../../risk/index.ts';
import type { Book } from './book.ts';
import { contextOf } from './context.ts';
import { judgeNew, judgeReplace, replaceContextOf, type OrderChange } from './decide.ts';
import { explainMultiLeg } from './explain-multi-leg.ts';
import { isMultiLeg, type FactsOf } from './multi-leg.ts';
import type { MarketView, OrderRequest } from './types.ts';

/** The verdict on an order, and what each check says of it. */
export interface ExplainedOrder extends OrderExplanation {
  /** 0 = accepted. */
  readonly code: number;
  readonly message: string;
  readonly detail: string | undefined;
  /** Exchange UTC ms. */
  readonly timeMs: number;
}

/**
 * Explains an order, or the replacement that `change` requests, that would arrive now. The verdict is that of the intake. `isFlatten`: the order closes
 * a position for a flatten.
 */
export function explainOrder(
  book: Book,
  order: OrderRequest,
  change: OrderChange | undefined,
  factsOf: FactsOf,
  view: MarketView,
  isFlatten = false,
): ExplainedOrder {
  const judged = change
    ? judgeReplace(book, change, order, factsOf, view)
    : judgeNew(book, order, factsOf, view, { isFlatten });
  const refusal = 'code' in judged ? judged : undefined;
  const code = refusal?.code ?? 0;
  return {
    ...explanationOf(book, order, change, factsOf, view, isFlatten, code !== 0),
    code,
    message: orderErrorMessage(code),
    detail: refusal?.detail,
    timeMs: view.nowMs,
  };
}

/** The explanation of an accepted order, from the figures that its checks have compared. */
export const acceptedOrder = (figures: CheckedFigures, timeMs: number): ExplainedOrder => ({
  checks: figuresOfAccepted(figures),
  remedy: {},
  code: 0,
  message: orderErrorMessage(0),
  detail: undefined,
  timeMs,
});

function explanationOf(
  book: Book,
  order: OrderRequest,
  change: OrderChange | undefined,
  factsOf: FactsOf,
  view: MarketView,
  isFlatten: boolean,
  isRefused: boolean,
): OrderExplanation {
  if (isMultiLeg(order))
    return explainMultiLeg({ book, order, factsOf, view, replaced: change?.target }, isRefused);
  if (change) return explainReplacement(replaceContextOf(book, change, order, factsOf, view));
  return explainNewOrder({
    ...contextOf(book, order, factsOf(order.symbol), view, undefined),
    replaced: null,
    isFlatten,
  });
}
