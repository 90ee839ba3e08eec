import { formatPrice } from '../domain/columns/index.ts';
import type {
  ExitPriceTicket,
  GroupResult,
  GroupTermsTicket,
  OrderGroupStore,
  WireOrderGroup,
} from '../client/types.ts';
import { toPriceE4, type PriceE4 } from '../domain/money/price.ts';
import { isReached, type PriceCondition } from '../domain/orders/groups/conditions.ts';
import type { ExitRole } from '../domain/orders/groups/types.ts';
import { displaySymbol } from '../domain/symbols/symbol.ts';
import { EXIT_FIGURES, plannedExits } from './planned-exits.ts';

/** Figures of groups that a drag on a chart or a ladder changes, while the group has not used them. */

const WAITING_FIGURES = ['Condition', 'TrailStart', ...EXIT_FIGURES] as const;
/** Condition: the level that an order waits for. TrailStart: the price at which a stop begins to trail. The others: an exit that is not sent yet. */
export type WaitingFigure = (typeof WAITING_FIGURES)[number];

/** Whether a value, such as the argument of a command, names a figure. */
export const isWaitingFigure = (value: unknown): value is WaitingFigure =>
  WAITING_FIGURES.some((figure) => figure === value);

/** What changes a figure: other terms of its group, or another price of one of its exits. */
export type FigureChange =
  | { readonly kind: 'terms'; readonly terms: GroupTermsTicket }
  | {
      readonly kind: 'exit';
      readonly role: ExitRole;
      readonly index?: number | undefined;
      readonly price: ExitPriceTicket;
    };

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
  switch (figure) {
    case 'Condition':
      return Condition !== undefined && Condition.Basis !== 'TimeOfDay' && Orders.length === 0;
    case 'TrailStart':
      return Trail?.IsTrailing === false;
    default:
      // Each of the others is an exit.
      return plannedExits(group).some((exit) => exit.figure === figure);
  }
}

/**
 * The change that puts a figure to a price in dollars; null when the figure cannot be changed any more. The condition keeps its symbol, its side and the price
 * that counts. The start of a trail, and an exit, that was stated as a distance is a price afterwards, so that it stays where it was put.
 */
export function figureChange(
  group: WireOrderGroup,
  figure: WaitingFigure,
  price: number,
): FigureChange | null {
  if (!canChangeFigure(group, figure)) return null;
  if (figure === 'TrailStart')
    return { kind: 'terms', terms: { trail: { start: { basis: 'Price', amount: price } } } };
  if (figure !== 'Condition') {
    const exit = plannedExits(group).find((each) => each.figure === figure);
    if (exit === undefined) return null;
    const { role, index } = exit;
    return { kind: 'exit', role, index, price: { basis: 'Price', amount: price } };
  }
  const { Condition } = group;
  if (Condition === undefined || Condition.Basis === 'TimeOfDay') return null;
  const { Basis: basis, Symbol: symbol, Direction: direction } = Condition;
  return { kind: 'terms', terms: { condition: { basis, symbol, direction, price } } };
}

/** Sends the change of a figure. */
export function sendFigureChange(
  groups: Pick<OrderGroupStore, 'changeExit' | 'changeTerms'>,
  groupId: string,
  change: FigureChange,
): Promise<GroupResult> {
  return change.kind === 'terms'
    ? groups.changeTerms(groupId, change.terms)
    : groups.changeExit(groupId, change.role, change.price, change.index);
}

/** The symbol whose price reaches the figure; empty when the group has no such figure. */
export function figureSymbol({ Condition, Symbol: symbol }: WireOrderGroup, figure: WaitingFigure): string {
  if (figure !== 'Condition') return symbol ?? '';
  return Condition === undefined || Condition.Basis === 'TimeOfDay' ? '' : Condition.Symbol;
}

/** What waits for the figure: the price that counts and the side on which it acts; null without the figure, and for an exit, which only a fill of the entry sends. */
function waitOf(group: WireOrderGroup, figure: WaitingFigure): Omit<PriceCondition, 'priceE4'> | null {
  const symbol = figureSymbol(group, figure);
  if (figure === 'TrailStart') {
    const entry = group.Orders.find(({ Role }) => Role === 'Entry');
    return entry === undefined
      ? null
      : { basis: 'Last', symbol, direction: entry.Side === 'Buy' ? 'AtOrAbove' : 'AtOrBelow' };
  }
  if (figure !== 'Condition') return null;
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
