import { newYorkMinutes } from '../domain/calendar/new-york-time.ts';
import { formatInteger, formatPrice, formatRatio } from '../domain/columns/index.ts';
import type { OrderGroupsState, OrdersState, WireOrderGroup } from '../client/types.ts';
import { fromE4, toPriceE4 } from '../domain/money/price.ts';
import { exitPriceE4 } from '../domain/orders/groups/exit-prices.ts';
import { isLive } from '../domain/orders/groups/states.ts';
import { ORDER_TYPES } from '../domain/orders/order-types.ts';
import { displaySymbol } from '../domain/symbols/symbol.ts';
import { plannedExits, plannedPrice, type PlannedExit } from './planned-exits.ts';
import { canChangeFigure, type WaitingFigure } from './waiting-figures.ts';

/** What order groups show at prices of a symbol, on charts and ladders, and what their orders are labelled with. */

type Member = WireOrderGroup['Orders'][number];
type Condition = NonNullable<WireOrderGroup['Condition']>;
type Waiting = WireOrderGroup['Waiting'][number];

/**
 * A price that belongs to a group and is no working order. Condition: the level that an order waits for. Order: the price of an order that waits. TrailStart: where a stop begins to
 * trail. TimeExit: the entry of a position that only a time closes.
 */
export interface GroupMark {
  /** Unique, and stable while the group lives. */
  readonly key: string;
  readonly groupId: string;
  readonly kind: 'Condition' | 'Order' | 'TrailStart' | 'TimeExit' | 'Exit' | 'Next';
  /** Dollars; null = the order waits, and has no price in this symbol. */
  readonly price: number | null;
  readonly isBuy: boolean;
  readonly quantity: number;
  readonly label: string;
  /** What a drag of the mark changes; null = the mark stays where it is. */
  readonly figure: WaitingFigure | null;
  /** Whether ending the group ends nothing but what stands at this price: otherwise the mark has no cross. */
  readonly canCancel: boolean;
}

/** The figure while it can be changed. */
const figureOf = (group: WireOrderGroup, figure: WaitingFigure): WaitingFigure | null =>
  canChangeFigure(group, figure) ? figure : null;

/** `15:50`: minutes after midnight in New York. */
const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** `closes 15:50`, `closes 30 min after the fill`; null without a time exit. */
function timeText({ TimeExit }: WireOrderGroup): string | null {
  if (TimeExit === undefined) return null;
  const { Basis, Minutes, Timestamp } = TimeExit;
  if (Timestamp !== undefined) return `closes ${clockText(newYorkMinutes(Timestamp))}`;
  return Basis === 'TimeOfDay'
    ? `closes ${clockText(Minutes)}`
    : `closes ${formatInteger(Minutes)} min after the fill`;
}

/** What the label of a working order ends with: ` · G12`, ` · G12 closes 15:50`; empty without a group. */
export function groupSuffix(group: WireOrderGroup | undefined): string {
  if (group === undefined) return '';
  return [` · ${group.GroupId}`, timeText(group)].filter((text) => text !== null).join(' ');
}

/** `Bracket G12, target 2, closes 15:50`: of an order in its group. */
export function groupTitle(group: WireOrderGroup, orderId: string): string {
  const member = group.Orders.find(({ OrderId }) => OrderId === orderId);
  return [`${group.Kind} ${group.GroupId}`, member && roleText(member), timeText(group)]
    .filter((text) => text !== undefined && text !== null)
    .join(', ');
}

const roleText = ({ Role, Index }: Member): string =>
  Index === undefined ? Role.toLowerCase() : `${Role.toLowerCase()} ${Index + 1}`;

/** The marks of all groups at prices of a symbol. */
export function groupMarks(
  { groups }: Pick<OrderGroupsState, 'groups'>,
  orders: OrdersState['orders'],
  symbol: string,
): readonly GroupMark[] {
  const marks: GroupMark[] = [];
  for (const group of groups.values()) {
    if (!isLive({ state: group.State })) continue;
    if (group.Kind === 'Conditional') marks.push(...conditionMarks(group, symbol));
    else if (group.Symbol !== symbol) continue;
    else if (group.Kind === 'Bracket') marks.push(...bracketMarks(group, orders));
    else if (group.Kind === 'OneTriggersOther') marks.push(...nextMarks(group));
  }
  return marks;
}

function conditionMarks(group: WireOrderGroup, symbol: string): readonly GroupMark[] {
  const { Condition: condition, Waiting: waiting, GroupId: groupId } = group;
  const [order] = waiting;
  if (condition === undefined || order === undefined) return [];
  const common = { groupId, isBuy: order.Side === 'Buy', quantity: order.Quantity, canCancel: true };
  const marks: GroupMark[] = [];
  const label = (text: string): string => `${text} ${conditionText(condition)} · ${groupId}`;
  if (condition.Basis !== 'TimeOfDay' && condition.Symbol === symbol)
    marks.push({
      ...common,
      key: `${groupId} condition`,
      kind: 'Condition',
      price: condition.Price,
      figure: figureOf(group, 'Condition'),
      label: label(orderText(order, order.Symbol !== symbol)),
    });
  if (order.Symbol !== symbol) return marks;
  const price = order.Price || order.StopPrice || null;
  if (price !== null || marks.length === 0)
    marks.push({
      ...common,
      key: `${groupId} order`,
      kind: 'Order',
      price,
      figure: null,
      label: label(`${orderText(order, false)}${price === null ? '' : ` ${formatPrice(price)}`}`),
    });
  return marks;
}

/** `Buy 100 LMT`, with its symbol where it is not that of the chart. */
const orderText = ({ Side, Quantity, Type, Symbol: symbol }: Waiting, hasSymbol: boolean): string =>
  `${Side} ${formatInteger(Quantity)} ${hasSymbol ? `${displaySymbol(symbol)} ` : ''}${ORDER_TYPES[Type].label}`;

/** `if SPY last ≥ 500.00`, `at 15:50`. */
function conditionText(condition: Condition): string {
  if (condition.Basis === 'TimeOfDay') return `at ${clockText(condition.Minutes)}`;
  const { Basis, Symbol: symbol, Direction, Price } = condition;
  return `if ${displaySymbol(symbol)} ${Basis.toLowerCase()} ${Direction === 'AtOrAbove' ? '≥' : '≤'} ${formatPrice(Price)}`;
}

/** The order that is sent once the first one is filled, at its limit or its stop. */
function nextMarks({ GroupId: groupId, Waiting: [order] }: WireOrderGroup): readonly GroupMark[] {
  const price = order === undefined ? 0 : order.Price || order.StopPrice;
  if (order === undefined || price <= 0) return [];
  return [
    {
      key: `${groupId} next`,
      groupId,
      kind: 'Next',
      price,
      isBuy: order.Side === 'Buy',
      quantity: order.Quantity,
      label: `Next: ${orderText(order, false)} ${formatPrice(price)} · ${groupId}`,
      figure: null,
      canCancel: false,
    },
  ];
}

function bracketMarks(group: WireOrderGroup, orders: OrdersState['orders']): readonly GroupMark[] {
  const entry = group.Orders.find(({ Role }) => Role === 'Entry');
  if (entry === undefined) return [];
  const order = orders.get(entry.OrderId);
  if (entry.Fill === 0) {
    const price = order === undefined ? 0 : order.Price || order.StopPrice;
    return plannedExits(group).flatMap((exit) => exitMark(group, exit, { ...entry, price }) ?? []);
  }
  const average = order?.AveragePrice ?? 0;
  return average > 0 ? filledMarks(group, entry, average) : [];
}

const EXIT_LABELS = { Target: ORDER_TYPES.Limit.label, Stop: ORDER_TYPES.Stop.label } as const;

/** Where an exit will stand once the entry is filled at its price; null while that price is unknown. `entry.price`: dollars, 0 = at market. */
function exitMark(
  group: WireOrderGroup,
  exit: PlannedExit,
  entry: Member & { readonly price: number },
): GroupMark | null {
  const price = plannedPrice(exit, entry);
  if (price === null) return null;
  const { GroupId: groupId } = group;
  const { figure, role, quantity } = exit;
  const isBuy = entry.Side !== 'Buy';
  return {
    key: `${groupId} ${figure}`,
    groupId,
    kind: 'Exit',
    price,
    figure: figureOf(group, figure),
    isBuy,
    quantity,
    label: `${figure}, not sent: ${isBuy ? 'Buy' : 'Sell'} ${formatInteger(quantity)} ${EXIT_LABELS[role]} ${formatPrice(price)} · ${groupId}`,
    canCancel: false,
  };
}

/** Marks of a bracket whose entry has filled something. `average`: its average fill price, dollars. */
function filledMarks(group: WireOrderGroup, entry: Member, average: number): readonly GroupMark[] {
  const { GroupId: groupId, Trail, Orders } = group;
  const isBuy = entry.Side !== 'Buy';
  const exits = Orders.filter(({ Role, IsOpen }) => IsOpen && (Role === 'Stop' || Role === 'Target'));
  const stop = exits.find(({ Role }) => Role === 'Stop');
  const marks: GroupMark[] = [];
  if (Trail !== undefined && !Trail.IsTrailing && stop !== undefined) {
    const { Start, Distance } = Trail;
    const start = fromE4(
      exitPriceE4({ basis: Start.Basis, amountE4: toPriceE4(Start.Amount) }, 'Target', {
        symbol: entry.Symbol,
        side: entry.Side,
        averageE4: toPriceE4(average),
      }),
    );
    const away =
      Distance.Basis === 'Percent' ? `${formatRatio(Distance.Amount)}%` : formatPrice(Distance.Amount);
    marks.push({
      key: `${groupId} trail`,
      groupId,
      kind: 'TrailStart',
      price: start,
      figure: figureOf(group, 'TrailStart'),
      isBuy,
      quantity: stop.Quantity - stop.Fill,
      label: `Trail starts ${formatPrice(start)}, ${away} away · ${groupId}`,
      canCancel: false,
    });
  }
  const time = timeText(group);
  if (time !== null && exits.length === 0)
    marks.push({
      key: `${groupId} time`,
      groupId,
      kind: 'TimeExit',
      price: average,
      figure: null,
      isBuy,
      quantity: entry.Fill,
      label: `${formatInteger(entry.Fill)} at market, ${time} · ${groupId}`,
      canCancel: true,
    });
  return marks;
}
