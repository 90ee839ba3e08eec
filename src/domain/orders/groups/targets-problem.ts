import type { OrderRequest } from '../request.ts';
import { subjectOf } from './exit-names.ts';
import { MAX_TARGETS, type GroupRequest, type TargetTerms } from './types.ts';

/** Why the targets of a bracket that closes in parts are refused, their prices aside; undefined when they are sound, and without such targets. */
export function targetsProblem(
  { target, targets, stop, isBreakEven }: Pick<GroupRequest, 'target' | 'targets' | 'stop' | 'isBreakEven'>,
  entry: Pick<OrderRequest, 'quantity' | 'side'>,
): string | undefined {
  const problem = isBreakEven ? breakEvenProblem({ targets, stop }) : undefined;
  if (problem !== undefined) return problem;
  if (!targets) return undefined;
  if (target !== null) return 'A bracket has a target for its whole quantity, or targets for parts of it.';
  if (targets.length < 1 || targets.length > MAX_TARGETS) return `A bracket has 1 to ${MAX_TARGETS} targets.`;
  const bad = targets.findIndex(({ quantity }) => !Number.isSafeInteger(quantity) || quantity <= 0);
  if (bad >= 0) return `${subjectOf({ role: 'Target', index: bad })} has a whole quantity above 0.`;
  const sum = targets.reduce((total, { quantity }) => total + quantity, 0);
  if (sum !== entry.quantity)
    return `The quantities of the targets add up to ${sum}, not to the ${entry.quantity} of the entry.`;
  return sequenceProblem(targets, entry);
}

/** Why the stop of a bracket cannot move to break-even; undefined when it can. */
export const breakEvenProblem = ({
  targets,
  stop,
}: Pick<GroupRequest, 'targets' | 'stop'>): string | undefined =>
  stop === null || (targets?.length ?? 0) < 2
    ? 'A stop moves to break-even in a bracket with a stop and two targets or more.'
    : undefined;

/**
 * The targets fill from the first to the last one, so each is farther from the entry than the one before. Prices and distances can only be compared once the entry has filled:
 * all targets state theirs in the same way.
 */
function sequenceProblem(
  targets: readonly TargetTerms[],
  { side }: Pick<OrderRequest, 'side'>,
): string | undefined {
  for (const [index, { basis, amountE4 }] of targets.entries()) {
    const before = targets[index - 1];
    if (!before) continue;
    if (basis !== before.basis) return 'All targets are prices, or distances in dollars, or in per cent.';
    const isFarther =
      basis === 'Price' && side !== 'Buy' ? amountE4 < before.amountE4 : amountE4 > before.amountE4;
    if (!isFarther)
      return `${subjectOf({ role: 'Target', index })} is farther from the entry than target ${index}.`;
  }
  return undefined;
}
