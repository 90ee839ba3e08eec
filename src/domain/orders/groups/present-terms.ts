import type { Condition, TimeExit } from './conditions.ts';
import type { BookGroup, ChangedTerms, GroupTerms, TrailTerms } from './types.ts';

/** The present terms of a group: those of the request, unless the holder has changed them. */

type Changeable = Pick<BookGroup, 'request' | 'changed'>;

/** What the order of a Conditional group waits for. */
export const conditionOf = ({ request, changed }: Changeable): Condition | undefined =>
  changed?.condition ?? request.condition;

/** When a bracket closes its position at market. */
export const timeExitOf = ({ request, changed }: Changeable): TimeExit | undefined =>
  changed?.timeExit ?? request.timeExit;

/** Whether the stop of a bracket moves to break-even once its first target is filled. */
export const isBreakEvenOf = ({ request, changed }: Changeable): boolean =>
  changed?.isBreakEven ?? request.isBreakEven ?? false;

/** The moment after which a time of day of the group is the next one, exchange UTC ms. */
export const timesSinceMsOf = ({ changed, createdMs }: Pick<BookGroup, 'changed' | 'createdMs'>): number =>
  changed?.timesSinceMs ?? createdMs;

/** What a change of terms at a moment sets in the group. */
export function withTerms(
  { trail, changed }: Pick<BookGroup, 'trail' | 'changed'>,
  terms: GroupTerms,
  timeMs: number,
): { readonly trail: TrailTerms | undefined; readonly changed: ChangedTerms } {
  const { condition, timeExit, isBreakEven } = terms;
  return {
    trail: terms.trail ?? trail,
    changed: {
      ...changed,
      ...(condition && { condition }),
      ...(timeExit && { timeExit }),
      ...(isBreakEven !== undefined && { isBreakEven }),
      ...((condition ?? timeExit) && { timesSinceMs: timeMs }),
    },
  };
}
