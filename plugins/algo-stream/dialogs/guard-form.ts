import {
  GUARD_NAMES,
  guardProblem,
  isUnguarded,
  NO_GUARDS,
  type GuardName,
  type GuardSettings,
} from '../../../src/domain/strategy/guards.ts';

/** Guards while they are filled in; of a limit null = empty, NaN = no number. */
export type GuardForm = GuardSettings;
/** What is wrong with the limits, by guard. */
export type GuardProblems = Partial<Record<GuardName, string>>;

/** The fields of a new run, or of one that continues. */
export const initialGuards = (guards: GuardSettings | null): GuardForm => guards ?? NO_GUARDS;

/** What is wrong with the limits that are filled in. */
export function guardProblems(form: GuardForm): GuardProblems {
  const found = GUARD_NAMES.flatMap((guard) => {
    const text = guardProblem(guard, form[guard]);
    return text === null ? [] : [[guard, `The value ${text}`] as const];
  });
  return Object.fromEntries(found);
}

/** The guards of a form without problems; undefined when there are none. */
export const guardsOfForm = (form: GuardForm): GuardSettings | undefined =>
  isUnguarded(form) ? undefined : form;
