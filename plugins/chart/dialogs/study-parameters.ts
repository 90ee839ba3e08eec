import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { settleParameters, type StudyKind, type StudyParameter } from '../../../src/domain/studies/index.ts';
import { hasPlausibleYear, YEAR_PROBLEM } from '../data/plausible-year.ts';
import type { IndicatorSetting } from '../model/indicator.ts';

/** What is in the fields: null for nothing, NaN for what is no number or no whole date. */
export type TypedParameters = Readonly<Record<string, number | null>>;

/** The largest number a field of prices or shares can mean: bounds beyond it are none. */
const NO_BOUND = 1e6;

/** What is wrong with a typed parameter; null when it can be used. Nothing and zero mean the default. */
export function parameterProblem(parameter: StudyParameter, value: number | null): string | null {
  if (value === null || value === 0) return null;
  if (Number.isNaN(value)) return parameter.input === 'time' ? YEAR_PROBLEM : 'Not a number';
  const bounds =
    parameter.max < NO_BOUND ? `From ${parameter.min} to ${parameter.max}` : `At least ${parameter.min}`;
  if (value < parameter.min || value > parameter.max) return bounds;
  return Number.isInteger(parameter.step) && !Number.isInteger(value) ? 'Whole numbers only' : null;
}

export function hasProblem(study: StudyKind, values: TypedParameters): boolean {
  return Object.entries(study.parameters).some(
    ([name, parameter]) =>
      parameter.input !== 'switch' && parameterProblem(parameter, values[name] ?? null) !== null,
  );
}

/** The New York midnight of a typed day; 0 for none, NaN while its year is being typed. */
export function momentOf(date: string): number {
  if (date === '') return 0;
  return hasPlausibleYear(date) ? newYorkMs(date, 0) : Number.NaN;
}

/** What the fields start with. */
export function typedOf(study: StudyKind, setting: IndicatorSetting | undefined): TypedParameters {
  return settleParameters(study, setting?.Parameters ?? {});
}
