import { formatInteger } from '../../src/domain/columns/index.ts';
import { OrderError } from '../../src/domain/orders/errors.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform, WireOrderGroup } from '../../src/plugin-api/index.ts';
import { heldNow } from './closing-orders.ts';
import type { Ticket } from './ticket.ts';
import type { PreviewState } from './use-preview.ts';

/** How long the cancel of the exits may take to show here after the server has confirmed it, ms. */
const CANCEL_LIMIT_MS = 10_000;

/** The exits that keep a sale from being accepted: shares that an open exit sells cannot be sold twice. */
export interface HoldingExits {
  readonly groupIds: readonly string[];
  /** `The exits of G12 hold 100 of the 100 AAPL that you hold.` */
  readonly text: string;
}

type Sale = Pick<Ticket, 'symbol' | 'side' | 'quantity'>;
type Groups = ReturnType<ToolPlatform['groups']['get']>['groups'];

const sellingOrders = ({ Orders }: WireOrderGroup, symbol: string): WireOrderGroup['Orders'] =>
  Orders.filter(
    ({ Role, Side, Symbol, IsOpen }) =>
      IsOpen &&
      Symbol === symbol &&
      Side === 'Sell' &&
      (Role === 'Target' || Role === 'Stop' || Role === 'Alternative'),
  );

/** Shares that the open exits of a group sell. Those of one target and its stop are the same shares. */
function sharesOf(group: WireOrderGroup, symbol: string): number {
  let ofTargets = 0;
  let largest = 0;
  for (const { Role, Quantity, Fill } of sellingOrders(group, symbol)) {
    if (Role === 'Target') ofTargets += Quantity - Fill;
    largest = Math.max(largest, Quantity - Fill);
  }
  return Math.max(ofTargets, largest);
}

/** The exits that hold the shares of a sale which the server would refuse for want of them; null when it is not that. `held`: shares that are held. */
export function holdingExits(
  { symbol, side, quantity }: Sale,
  groups: Groups,
  held: number,
  preview: PreviewState['preview'],
): HoldingExits | null {
  const isRefused = preview?.ErrorCode === OrderError.InsufficientCover;
  if (side !== 'Sell' || !isRefused || quantity === null || held < quantity) return null;
  const holding = [...groups.values()].filter(
    (group) => isLive({ state: group.State }) && sellingOrders(group, symbol).length > 0,
  );
  if (holding.length === 0) return null;
  const shares = holding.reduce((sum, group) => sum + sharesOf(group, symbol), 0);
  const groupIds = holding.map(({ GroupId }) => GroupId);
  return {
    groupIds,
    text: `The exits of ${groupIds.join(', ')} hold ${formatInteger(Math.min(shares, held))} of the ${formatInteger(held)} ${displaySymbol(symbol)} that you hold.`,
  };
}

type Deps = Pick<ToolPlatform, 'orders' | 'groups'>;

/**
 * Cancels groups, and resolves once none of their orders is open any more: only then may the same shares be sold by another order. Resolves with a message when the
 * sale must not be sent.
 */
export async function cancelExits(
  deps: Deps,
  groupIds: readonly string[],
  { symbol, quantity }: Sale,
): Promise<string | null> {
  for (const groupId of groupIds) {
    const result = await deps.groups.cancel(groupId);
    if (!result.ok) return `${groupId} was not cancelled, and nothing was sent: ${result.message}`;
  }
  const isOver = await whenEnded(deps, groupIds);
  if (!isOver)
    return 'The exits are still being cancelled, and nothing was sent. Press Send once they have ended.';
  const held = heldNow(deps, symbol);
  return held < (quantity ?? 0)
    ? `The exits are cancelled. One of them had filled: you hold ${formatInteger(Math.max(0, held))} ${displaySymbol(symbol)} now, and nothing was sent.`
    : null;
}

/** Whether no order of the groups is open, at the latest after the time limit. */
function whenEnded({ groups, orders }: Deps, groupIds: readonly string[]): Promise<boolean> {
  const isEnded = (): boolean =>
    groupIds.every((groupId) => {
      const group = groups.get().groups.get(groupId);
      return group === undefined || group.Orders.every(({ IsOpen }) => !IsOpen);
    });
  if (isEnded()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (isOver: boolean): void => {
      for (const off of offs) off();
      clearTimeout(timer);
      resolve(isOver);
    };
    const check = (): void => {
      if (isEnded()) end(true);
    };
    const timer = setTimeout(() => end(false), CANCEL_LIMIT_MS);
    const offs = [groups.subscribe(check), orders.subscribe(check)];
  });
}
