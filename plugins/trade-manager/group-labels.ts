import { formatInteger, formatPrice, formatRatio } from '../../src/domain/columns/index.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { OrdersState, WireOrderGroup } from '../../src/plugin-api/index.ts';
import { orderSummary } from './order-view.ts';

type Member = WireOrderGroup['Orders'][number];

const KIND_LABELS: Readonly<Record<WireOrderGroup['Kind'], string>> = {
  Bracket: 'Bracket',
  OneCancelsOther: 'One cancels other',
  OneTriggersOther: 'One triggers other',
  Conditional: 'Conditional',
  Flatten: 'Flatten',
  CancelAll: 'Cancel all',
};
const ROLE_LABELS: Readonly<Record<Member['Role'], string>> = {
  Alternative: 'Alternative',
  Entry: 'Entry',
  Target: 'Target',
  Stop: 'Stop',
  First: 'First',
  Next: 'Next',
  Conditional: 'Conditional',
  Surplus: 'Closes surplus',
  Close: 'Close',
};

/** `Stop`, `Target 2` in a bracket that closes in parts. */
const roleText = ({ Role, Index }: Pick<Member, 'Role' | 'Index'>): string =>
  Index === undefined ? ROLE_LABELS[Role] : `${ROLE_LABELS[Role]} ${Index + 1}`;

/** `Bracket G12`. */
export const groupName = ({ Kind, GroupId }: WireOrderGroup): string => `${KIND_LABELS[Kind]} ${GroupId}`;

/** `G12 Target`: the group first, so that sorting puts its orders side by side. */
export function groupRoleText(group: WireOrderGroup, orderId: string): string {
  const member = group.Orders.find(({ OrderId }) => OrderId === orderId);
  return member === undefined ? group.GroupId : `${group.GroupId} ${roleText(member)}`;
}

/** Orders that only close what their group has opened, which no risk check judges. */
const UNCHECKED_ROLES: ReadonlySet<Member['Role']> = new Set(['Target', 'Stop', 'Surplus']);

/** Whether the group sends the order without risk checks. */
export const isUncheckedOrder = (group: WireOrderGroup | undefined, orderId: string): boolean =>
  group?.Orders.some(({ OrderId, Role }) => OrderId === orderId && UNCHECKED_ROLES.has(Role)) === true;

/** `Bracket G12: Failed. The exits ended and left a position open`. */
export const groupStateText = (group: WireOrderGroup): string =>
  `${groupName(group)}: ${group.State}${group.Message === undefined ? '' : `. ${group.Message}`}`;

/** The price of an exit that is not sent yet: `101.00`, `1.50 away` or `2% away`. */
function exitText(terms: NonNullable<WireOrderGroup['Target']>): string {
  return terms.Basis === 'Price' ? formatPrice(terms.Amount) : `${distanceText(terms)} away`;
}

/** `1.50`, `2.00%`, `3.00 (1.50 ATR)`, `2.50 ($250.00 at risk)`. */
function distanceText({
  Basis,
  Amount,
  Stated,
}: Omit<NonNullable<WireOrderGroup['Target']>, 'TifType'>): string {
  const text = Basis === 'Percent' ? `${formatRatio(Amount)}%` : formatPrice(Amount);
  if (Stated === undefined) return text;
  return `${text} (${Stated.Basis === 'Atr' ? `${formatRatio(Stated.Amount)} ATR` : `$${formatPrice(Stated.Amount)} at risk`})`;
}

type Waiting = WireOrderGroup['Waiting'][number];

/** `Buy LMT SPY 100`: an order that is not sent yet. */
export const waitingOrderText = ({ Side, Type, Quantity, Symbol: symbol }: Waiting): string =>
  `${Side} ${ORDER_TYPES[Type].label} ${displaySymbol(symbol)} ${formatInteger(Quantity)}`;

/** `15:50`: minutes after midnight in New York. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** `once AAPL last is 200.00 or above`, `at 15:50 ET`; empty without a condition. */
export function conditionText({ Condition }: Pick<WireOrderGroup, 'Condition'>): string {
  if (Condition === undefined) return '';
  if (Condition.Basis === 'TimeOfDay') return `at ${clockText(Condition.Minutes)} ET`;
  const { Basis, Symbol: symbol, Direction, Price } = Condition;
  const side = Direction === 'AtOrAbove' ? 'above' : 'below';
  return `once ${displaySymbol(symbol)} ${Basis.toLowerCase()} is ${formatPrice(Price)} or ${side}`;
}

/** `Trail: 0.50 away from 101.00 on`; empty once the stop trails, and without a trail. */
function trailLines({ Trail }: WireOrderGroup): readonly string[] {
  if (Trail === undefined || Trail.IsTrailing) return [];
  const { Start } = Trail;
  const from = Start.Basis === 'Price' ? formatPrice(Start.Amount) : `a profit of ${distanceText(Start)}`;
  return [`Stop trails ${distanceText(Trail.Distance)} away from ${from} on`];
}

/** `Closes at market at 15:50 ET`. */
function timeExitLines({ TimeExit }: WireOrderGroup): readonly string[] {
  if (TimeExit === undefined) return [];
  const { Basis, Minutes } = TimeExit;
  return [
    `Closes at market ${Basis === 'TimeOfDay' ? `at ${clockText(Minutes)} ET` : `${formatInteger(Minutes)} min after the first fill`}`,
  ];
}

function memberText(member: Member, orders: OrdersState['orders']): string {
  const order = orders.get(member.OrderId);
  const terms =
    order === undefined
      ? `${member.Side} ${formatInteger(member.Quantity)} ${displaySymbol(member.Symbol)}`
      : orderSummary(order);
  const filled = member.Fill > 0 ? `, ${formatInteger(member.Fill)} filled` : '';
  return `${roleText(member)}: ${terms}${filled}`;
}

/** Every leg of a group in a line: its orders as they are now, and what is not sent yet. `isOpen`: only what a cancel would end. */
export function legLines(
  group: WireOrderGroup,
  orders: OrdersState['orders'],
  isOpen = false,
): readonly string[] {
  const unsent = (
    Role: 'Target' | 'Stop',
    terms: WireOrderGroup['Target'],
    Index?: number,
  ): readonly string[] =>
    terms === undefined || group.Orders.some((order) => order.Role === Role && order.Index === Index)
      ? []
      : [`${roleText({ Role, Index })}: ${exitText(terms)}, not sent yet`];
  return [
    ...group.Orders.filter((member) => !isOpen || member.IsOpen).map((member) => memberText(member, orders)),
    ...unsent('Target', group.Target),
    ...(group.Targets ?? []).flatMap((terms, index) => unsent('Target', terms, index)),
    ...unsent('Stop', group.Stop),
    ...trailLines(group),
    ...timeExitLines(group),
    ...group.Waiting.map((order) =>
      group.Condition
        ? `${waitingOrderText(order)} ${conditionText(group)}, not sent yet`
        : `Next: ${waitingOrderText(order)}, not sent yet`,
    ),
  ];
}

/** Whether a group sends the order when it is placed, and not once something else has happened. */
export function isSentAtOnce({ Kind, Orders }: WireOrderGroup, orderId: string): boolean {
  const role = Orders.find(({ OrderId }) => OrderId === orderId)?.Role;
  return (
    role === 'Entry' || role === 'First' || role === 'Alternative' || (role === 'Close' && Kind === 'Flatten')
  );
}
