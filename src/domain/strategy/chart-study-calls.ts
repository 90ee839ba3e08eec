import { readStudyOptions, type ChartStudyOptions } from './chart-study-options.ts';
import { StrategyError } from './fault.ts';
import { isParameterName } from './parameters.ts';
import { shown } from './plan.ts';

/** A parameter of a chart study, as the settings of the study show it. */
export interface ChartStudyParameter {
  readonly name: string;
  /** Of a switch 0. */
  readonly default: number;
  readonly isSwitch: boolean;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** What a file declares with `chartStudy`. */
export interface DeclaredChartStudy {
  readonly options: ChartStudyOptions;
  /** Makes the lines: columns and functions of the present bar by their names. */
  readonly lines: () => unknown;
}

/** The largest number that a parameter can have unless its bounds say otherwise. */
const MAX_NUMBER = 1e9;
/** Parameters that the settings of a study show. */
export const MAX_CHART_STUDY_PARAMETERS = 20;

/** The calls with which a file declares how charts draw it. In a run of a strategy they have no effect. */
export class ChartStudyCalls {
  readonly #parameters = new Map<string, ChartStudyParameter | StrategyError>();
  #declared: DeclaredChartStudy | null = null;

  /** What the file declares; null when it is no study of a chart. Imported files are loaded before it, so the last call is its own. */
  get declared(): DeclaredChartStudy | null {
    return this.#declared;
  }

  /** The parameters that were read, in the sequence of their first reads. Throws a StrategyError for one that charts have no field for. */
  parameters(): readonly ChartStudyParameter[] {
    if (this.#parameters.size > MAX_CHART_STUDY_PARAMETERS)
      throw new StrategyError(`a chart study has at most ${MAX_CHART_STUDY_PARAMETERS} parameters`);
    return [...this.#parameters.values()].map((parameter) => {
      if (parameter instanceof StrategyError) throw parameter;
      return parameter;
    });
  }

  /** `chartStudy(options, lines)`. Throws a StrategyError for options that it does not take. */
  readonly declare = (options: unknown, lines: unknown): void => {
    if (typeof lines !== 'function')
      throw new StrategyError(
        `chartStudy takes options and a function that returns the lines: ${shown(lines)}`,
      );
    this.#declared = {
      options: readStudyOptions(options),
      // Its result is checked where the lines are read.
      lines: lines as () => unknown,
    };
  };

  /** A call of `param`. `bounds` has the least and the largest value and the step of the field. Throws a StrategyError for bounds that are none. */
  noteParameter(name: string, fallback: number | string | boolean, bounds: unknown): void {
    const checked = bounds === undefined ? {} : readBounds(name, bounds);
    if (!isParameterName(name) || this.#parameters.has(name)) return;
    this.#parameters.set(name, fieldOf(name, fallback, checked));
  }
}

type Bounds = Partial<Pick<ChartStudyParameter, 'min' | 'max' | 'step'>>;

function readBounds(name: string, bounds: unknown): Bounds {
  if (typeof bounds !== 'object' || bounds === null)
    throw new StrategyError(`the bounds of param('${name}') are an object, such as { min: 1, max: 50 }`);
  const known = ['min', 'max', 'step'];
  return Object.fromEntries(
    Object.entries(bounds).map(([key, value]: [string, unknown]) => {
      if (!known.includes(key))
        throw new StrategyError(`the bounds of param('${name}') are min, max and step: ${shown(key)}`);
      if (typeof value !== 'number' || !Number.isFinite(value) || (key === 'step' && value <= 0))
        throw new StrategyError(
          `${key} of param('${name}') is a number${key === 'step' ? ' above 0' : ''}: ${shown(value)}`,
        );
      return [key, value];
    }),
  );
}

/** A field for a parameter, or why charts have none. Zero stands for the default there, as in the parameters of all studies. */
function fieldOf(
  name: string,
  fallback: number | string | boolean,
  bounds: Bounds,
): ChartStudyParameter | StrategyError {
  if (typeof fallback === 'string')
    return new StrategyError(`param('${name}') is a text: a chart study takes numbers, true and false`);
  if (fallback === true)
    return new StrategyError(
      `param('${name}') must be false unless it is set: a chart study takes a switch that is off`,
    );
  const isSwitch = fallback === false;
  const initial = Number(fallback);
  const {
    min = initial < 0 ? -MAX_NUMBER : 0,
    max = isSwitch ? 1 : MAX_NUMBER,
    step = Number.isInteger(initial) ? 1 : 0.01,
  } = bounds;
  if (!(min <= initial && initial <= max))
    return new StrategyError(`the default of param('${name}') is outside of its bounds`);
  return { name, default: initial, isSwitch, min, max, step };
}
