import { orderErrorMessage } from '../errors.ts';
import {
  explainNewOrder,
  figuresOfAccepted,
  type CheckedFigures,
  type OrderExplanation,
  type RiskContext,
} from '../../risk/index.ts';
import type { Book } from './book.ts';
import { contextOf } from './context.ts';
import { judgeNew } from './decide.ts';
import { isMultiLeg, type FactsOf } from './multi-leg.ts';
import type { MarketView, OrderRequest } from './types.ts';

/** The verdict on a new order, and what each check says of it. */
export interface ExplainedOrder extends OrderExplanation {
  /** 0 = accepted. */
  readonly code: number;
  readonly message: string;
  readonly detail: string | undefined;
  /** Exchange UTC ms. */
  readonly timeMs: number;
}

const NOTHING: OrderExplanation = { checks: [], remedy: {} };

/**
 * Explains an order that would arrive now. The verdict is that of the intake. Of a multi-leg order the checks are not listed: they judge its legs
 * together.
 */
export function explainOrder(
  book: Book,
  order: OrderRequest,
  factsOf: FactsOf,
  view: MarketView,
): ExplainedOrder {
  const judged = judgeNew(book, order, factsOf, view);
  const refusal = 'code' in judged ? judged : undefined;
  const explanation = isMultiLeg(order) ? NOTHING : explainNewOrder(contextFor(book, order, factsOf, view));
  const code = refusal?.code ?? 0;
  return {
    ...explanation,
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

const contextFor = (book: Book, order: OrderRequest, factsOf: FactsOf, view: MarketView): RiskContext => ({
  ...contextOf(book, order, factsOf(order.symbol), view, undefined),
  replaced: null,
});
