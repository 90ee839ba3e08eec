import { studyById } from '../studies/index.ts';
import { StrategyError } from './fault.ts';
import { shown } from './plan.ts';
import type { StudyColumns, StudySet } from './study-set.ts';

/** Calls of studies by name: the study, and its parameters in the order of the call. */
const STUDY_CALLS: Readonly<Record<string, readonly [id: string, ...parameters: string[]]>> = {
  sma: ['sma20', 'period'],
  ema: ['ema', 'period'],
  wma: ['wma', 'period'],
  mlr: ['mlr20', 'period'],
  rsi: ['rsi', 'period'],
  roc: ['roc', 'period'],
  obv: ['obv'],
  atr: ['atr', 'period', 'percent'],
  sar: ['sar', 'initialAcceleration', 'accelerationIncrement', 'maxAcceleration'],
  vwap: ['vwap'],
  anchoredVwap: ['anchoredVwap', 'anchorMs'],
  bb: ['bb', 'period', 'n'],
  sto: ['sto', 'period', 'k', 'd'],
  macd: ['macd', 'fast', 'slow', 'signal'],
  adx: ['adx', 'period'],
  donchian: ['donchian', 'period'],
  keltner: ['keltner', 'period', 'atrPeriod', 'multiplier'],
  ichimoku: ['ichimoku', 'conversion', 'base', 'spanB', 'displacement'],
};

/** A call that makes a study, and how many values it takes; those that take any number count them themselves. */
interface StudyCall {
  readonly maxCount: number;
  readonly call: (...given: unknown[]) => StudyColumns;
}

/** The calls that add studies to a set, by name. */
export function studyCallsOf(studies: Pick<StudySet, 'add'>): readonly (readonly [string, StudyCall])[] {
  const named = Object.entries(STUDY_CALLS).map(([name, [id, ...parameters]]): [string, StudyCall] => [
    name,
    {
      maxCount: Number.POSITIVE_INFINITY,
      call: (...given) => studies.add(id, parametersOfCall(name, parameters, given)),
    },
  ]);
  const byId = (id: unknown, given: unknown = {}): StudyColumns =>
    studies.add(String(id), namedParameters(String(id), given));
  return [...named, ['study', { maxCount: 2, call: byId }]];
}

/** Throws a StrategyError for values beyond those that a call takes: ignored, they would change what the author believes to run. */
export function checkCount(name: string, given: readonly unknown[], maxCount: number, takes = ''): void {
  const extra = given.slice(maxCount).find((value) => value !== undefined);
  if (extra === undefined) return;
  const count = maxCount === 0 ? 'no values' : maxCount === 1 ? 'one value' : `at most ${maxCount} values`;
  throw new StrategyError(`${name}() takes ${count}${takes === '' ? '' : ` (${takes})`}: ${shown(extra)}`);
}

/** The parameters of a study from the values of its call. Throws a StrategyError for a value that no parameter takes. */
function parametersOfCall(
  name: string,
  parameters: readonly string[],
  given: readonly unknown[],
): Readonly<Record<string, unknown>> {
  checkCount(name, given, parameters.length, parameters.join(', '));
  return Object.fromEntries(
    parameters.map((parameter, n) => [parameter, parameterValue(`${parameter} of ${name}()`, given[n])]),
  );
}

/** The parameters of `study(id, …)`. Throws a StrategyError for a name that the study does not have. */
function namedParameters(id: string, given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null)
    throw new StrategyError(`parameters of a study are an object, such as { period: 14 }: ${shown(given)}`);
  const study = studyById(id);
  // Without a study the caller reports the unknown id.
  if (study === undefined) return { ...given };
  const known = Object.keys(study.parameters);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!known.includes(name))
        throw new StrategyError(
          `the study ${id} takes ${known.length === 0 ? 'no parameters' : known.join(', ')}: ${shown(name)}`,
        );
      return [name, parameterValue(`${name} of the study ${id}`, value)];
    }),
  );
}

function parameterValue(name: string, value: unknown): unknown {
  const isUsable =
    value === undefined || typeof value === 'boolean' || (typeof value === 'number' && !Number.isNaN(value));
  if (!isUsable) throw new StrategyError(`${name} is a number: ${shown(value)}`);
  return value;
}
