import { MAX_TARGETS } from '../../src/domain/orders/groups/types.ts';
import type { TargetEntry, Ticket } from './ticket.ts';

/** Changes of a ticket's targets, and what each of several closes. */

/** The shares that each of several targets closes: those that were entered, and for the last one what they leave. */
export function targetQuantities({
  targets,
  quantity,
}: Pick<Ticket, 'targets' | 'quantity'>): readonly number[] {
  const entered = targets.slice(0, -1).map((target) => target.quantity ?? 0);
  return targets.length === 0
    ? []
    : [...entered, (quantity ?? 0) - entered.reduce((sum, each) => sum + each, 0)];
}

/** Whether another target can be added. */
export const hasRoomForTarget = ({ targets }: Pick<Ticket, 'targets'>): boolean =>
  targets.length < MAX_TARGETS;

/** The ticket with one target more, behind the others. The quantity is divided evenly. */
export function withTarget({ target, targets, quantity }: Ticket): Pick<Ticket, 'targets'> {
  const amounts = targets.length === 0 ? [target.amount] : targets.map(({ amount }) => amount);
  return { targets: divided([...amounts, null], quantity) };
}

/** The ticket without its last target. A single one that is left closes all. */
export function withoutTarget({
  target,
  targets,
  quantity,
  isBreakEven,
}: Ticket): Pick<Ticket, 'target' | 'targets' | 'isBreakEven'> {
  const amounts = targets.slice(0, -1).map(({ amount }) => amount);
  return amounts.length < 2
    ? { target: { ...target, amount: amounts[0] ?? null }, targets: [], isBreakEven: false }
    : { target, targets: divided(amounts, quantity), isBreakEven };
}

/** The ticket with another entry for one of its targets. */
export const withTargetAt = (
  { targets }: Pick<Ticket, 'targets'>,
  index: number,
  change: Partial<TargetEntry>,
): Pick<Ticket, 'targets'> => ({
  targets: targets.map((each, at) =>
    // A quantity that is entered is no share of another one any more.
    at === index ? { ...each, ...change, ...(change.quantity !== undefined && { share: undefined }) } : each,
  ),
});

function divided(amounts: readonly (number | null)[], quantity: number | null): readonly TargetEntry[] {
  const share = Math.floor((quantity ?? 0) / amounts.length);
  return amounts.map((amount) => ({ amount, quantity: Number.isFinite(share) ? share : null }));
}
