import { formatPrice } from '../domain/columns/index.ts';
import type { GroupTermsTicket, WireOrderGroup } from '../client/types.ts';
import { toPriceE4, type PriceE4 } from '../domain/money/price.ts';
import { isReached, type PriceCondition } from '../domain/orders/groups/conditions.ts';
import { displaySymbol } from '../domain/symbols/symbol.ts';

/** Figures of groups that a drag on a chart or a ladder changes, while the group has not used them. */

/** Condition: the level that an order waits for. TrailStart: the price at which a stop begins to trail. */
export type WaitingFigure = 'Condition' | 'TrailStart';

/** Prices of a symbol, dollars; 0 = unknown. */
interface Prices {
  readonly last: number;
  readonly bid: number;
  readonly ask: number;
}

const PRICE_FIELDS = { Last: 'last', Bid: 'bid', Ask: 'ask' } as const;
const PRICE_NAMES = { Last: 'last price', Bid: 'bid', Ask: 'ask' } as const;

/** Whether the figure can be changed now: the group is not ending, and has not used it. */
export function canChangeFigure(group: WireOrderGroup, figure: WaitingFigure): boolean {
  const { State, Condition, Orders, Trail } = group;
  if (State !== 'Working' && State !== 'Triggered') return false;
  return figure === 'Condition'
    ? Condition !== undefined && Condition.Basis !== 'TimeOfDay' && Orders.length === 0
    : Trail?.IsTrailing === false;
}

/**
 * The change that puts a figure to a price in dollars; null when the figure cannot be changed any more. The condition keeps its symbol, its side and the price
 * that counts. The start of a trail that was stated as a profit is a price afterwards, so that it stays where it was put.
 */
export function figureTerms(
  group: WireOrderGroup,
  figure: WaitingFigure,
  price: number,
): GroupTermsTicket | null {
  if (!canChangeFigure(group, figure)) return null;
  if (figure === 'TrailStart') return { trail: { start: { basis: 'Price', amount: price } } };
  const { Condition } = group;
  if (Condition === undefined || Condition.Basis === 'TimeOfDay') return null;
  const { Basis: basis, Symbol: symbol, Direction: direction } = Condition;
  return { condition: { basis, symbol, direction, price } };
}

/** The symbol whose price reaches the figure; empty when the group has no such figure. */
export function figureSymbol({ Condition, Symbol: symbol }: WireOrderGroup, figure: WaitingFigure): string {
  if (figure === 'TrailStart') return symbol ?? '';
  return Condition === undefined || Condition.Basis === 'TimeOfDay' ? '' : Condition.Symbol;
}

/** What waits for the figure: the price that counts and the side on which it acts; null without the figure. */
function waitOf(group: WireOrderGroup, figure: WaitingFigure): Omit<PriceCondition, 'priceE4'> | null {
  const symbol = figureSymbol(group, figure);
  if (figure === 'TrailStart') {
    const entry = group.Orders.find(({ Role }) => Role === 'Entry');
    return entry === undefined
      ? null
      : { basis: 'Last', symbol, direction: entry.Side === 'Buy' ? 'AtOrAbove' : 'AtOrBelow' };
  }
  const { Condition } = group;
  return Condition === undefined || Condition.Basis === 'TimeOfDay'
    ? null
    : { basis: Condition.Basis, symbol, direction: Condition.Direction };
}

/**
 * Why a figure at a price in dollars would act at once by the prices on the screen, which the server refuses: a level that was dragged across the market is a slip.
 * Null when it would wait. `prices`: of the symbol of `figureSymbol`.
 */
export function actsAtOnceText(
  group: WireOrderGroup,
  figure: WaitingFigure,
  price: number,
  prices: Prices,
): string | null {
  const wait = waitOf(group, figure);
  if (wait === null) return null;
  const nowE4: PriceE4 = toPriceE4(prices[PRICE_FIELDS[wait.basis]]);
  if (!isReached(nowE4, wait.direction, toPriceE4(price))) return null;
  const side = wait.direction === 'AtOrAbove' ? 'at or above' : 'at or below';
  const effect = figure === 'Condition' ? 'the order would be sent' : 'the stop would begin to trail';
  return `The ${PRICE_NAMES[wait.basis]} of ${displaySymbol(wait.symbol)} is ${side} ${formatPrice(price)}, so ${effect} at once.`;
}
