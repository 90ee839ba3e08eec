import type { StudyKind, StudyParameter, StudyParameters } from './study.ts';

/**
 * Makes stored or typed parameters usable: missing, zero or no number = the default, outside of the bounds = the nearest bound,
 * fractions of whole-number parameters rounded. Names the study does not know are left out.
 */
export function settleParameters(
  study: Pick<StudyKind, 'parameters'>,
  given: Readonly<Record<string, unknown>> = {},
): StudyParameters {
  return Object.fromEntries(
    Object.entries(study.parameters).map(([name, parameter]) => [
      name,
      settle(parameter, Object.hasOwn(given, name) ? given[name] : undefined),
    ]),
  );
}

function settle(parameter: StudyParameter, given: unknown): number {
  const value = typeof given === 'boolean' ? Number(given) : given;
  if (typeof value !== 'number' || Number.isNaN(value) || value === 0) return parameter.default;
  const bounded = Math.min(Math.max(value, parameter.min), parameter.max);
  return Number.isInteger(parameter.step) ? Math.round(bounded) : bounded;
}

/** What the legend calls a study: its title and the parameters that are not switches or moments, `Stochastic (14, 3, 5)`. */
export function studyLabel(
  study: Pick<StudyKind, 'title' | 'parameters'>,
  parameters: StudyParameters,
): string {
  const numbers = Object.entries(study.parameters)
    .filter(([, { input = 'number' }]) => input === 'number')
    .map(([name, parameter]) => parameters[name] ?? parameter.default);
  return numbers.length === 0 ? study.title : `${study.title} (${numbers.join(', ')})`;
}
