import type { StudyKind, StudyParameter, StudyParameters } from './study.ts';

/**
 * Validates stored or entered parameters. A missing value, zero, or a value that is not a number becomes the default; one outside of the bounds becomes
 * the nearest bound; a fraction of a whole-number parameter is rounded. Names that the study does not declare are removed.
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

/** Label of a study in the legend: its title and its numeric parameters, without switches and times: `Stochastic (14, 3, 5)`. */
export function studyLabel(
  study: Pick<StudyKind, 'title' | 'parameters'>,
  parameters: StudyParameters,
): string {
  const numbers = Object.entries(study.parameters)
    .filter(([, { input = 'number' }]) => input === 'number')
    .map(([name, parameter]) => parameters[name] ?? parameter.default);
  return numbers.length === 0 ? study.title : `${study.title} (${numbers.join(', ')})`;
}
