import type { BookGroup, GroupMember, TargetTerms } from './types.ts';

/** The targets of a bracket in their present terms, the nearest first. A single target is for the whole entry. */
export function targetsOf({ target, targets, request }: BookGroup): readonly TargetTerms[] {
  if (targets) return targets;
  return target ? [{ ...target, quantity: request.orders[0]?.quantity ?? 0 }] : [];
}

/** A target with the order that was sent for it; undefined = none yet. */
export interface SentTarget {
  readonly terms: Pick<TargetTerms, 'quantity'>;
  readonly member: Pick<GroupMember, 'quantity' | 'filled' | 'isOpen'> | undefined;
}

/** True for a target that filled all that it was to close. A target that was cancelled keeps its share, which is then left to the stop. */
export const isComplete = ({ member }: Pick<SentTarget, 'member'>): boolean =>
  member !== undefined && !member.isOpen && member.filled > 0 && member.filled >= member.quantity;

/**
 * Shares that each target is to close now. What the entry has filled is allotted to the targets in their order, so that the nearest one is complete first; the last one
 * takes what an entry that was replaced by a larger one fills beyond the shares. What the stop has closed, or the position no longer covers, is lost by the farthest targets first:
 * the nearest one is the most likely to be reached.
 *
 * @param entryFilled shares that the entry has filled
 * @param left shares that are still to be closed
 */
export function targetLeaves(
  targets: readonly SentTarget[],
  entryFilled: number,
  left: number,
): readonly number[] {
  let toAllot = entryFilled;
  const leaves = targets.map((target, at) => {
    const { terms, member } = target;
    // A target that was complete before the entry filled more is not sent again: the next one closes the rest.
    const share = isComplete(target)
      ? (member?.filled ?? 0)
      : at === targets.length - 1
        ? toAllot
        : terms.quantity;
    const allotted = Math.min(toAllot, share);
    toAllot -= allotted;
    return member?.isOpen === false ? 0 : Math.max(0, allotted - (member?.filled ?? 0));
  });
  let excess = leaves.reduce((sum, shares) => sum + shares, 0) - left;
  return leaves
    .toReversed()
    .map((shares) => {
      const lost = Math.min(Math.max(0, excess), shares);
      excess -= lost;
      return shares - lost;
    })
    .toReversed();
}
