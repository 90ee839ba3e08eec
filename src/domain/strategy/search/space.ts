import { err, ok, type Result } from '../../assert/assert.ts';
import { formatInteger } from '../../format/format-number.ts';

/** Combinations that a grid may have, and runs of any search. */
export const MAX_RUNS = 100_000;
/** Parameters that are searched at once. */
export const MAX_AXES = 12;
/** Decimals of a range. */
const MAX_DECIMALS = 9;

/** The values of one parameter: a range in whole units of its last decimal, or a list of texts. */
export type Axis =
  | {
      readonly kind: 'range';
      readonly name: string;
      /** First value and step, multiplied by 10 ^ decimals. */
      readonly fromUnits: number;
      readonly stepUnits: number;
      readonly decimals: number;
      readonly size: number;
    }
  | {
      readonly kind: 'list';
      readonly name: string;
      readonly texts: readonly string[];
      readonly size: number;
    };

/** The parameters that are searched; their names differ without regard to case. */
export type SearchSpace = readonly Axis[];

/** A set of parameters: of each axis the index of its value, from 0. */
export type Point = readonly number[];

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const RANGE = new RegExp(`^(${NUMBER}):(${NUMBER}):(${NUMBER})$`);

/**
 * The axis of a value text: `from:to:step`, both ends included, or `value,value,…`. Undefined for any other text, which is one value (also `09:45`, and
 * a text in quotes). An error says what is wrong with a range or list.
 */
export function parseAxis(name: string, text: string): Result<Axis, string> | undefined {
  const range = RANGE.exec(text.trim());
  if (range) {
    const [, from = '', to = '', step = ''] = range;
    return rangeAxis(name, from, to, step);
  }
  if (/^['"]/.test(text) || !text.includes(',')) return undefined;
  const texts = text.split(',').map((part) => part.trim());
  if (texts.includes('')) return err('a value of the list is empty');
  const repeated = texts.find((value, at) => texts.indexOf(value) !== at);
  if (repeated !== undefined) return err(`${repeated} is in the list twice`);
  return ok({ kind: 'list', name, texts, size: texts.length });
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

function rangeAxis(name: string, from: string, to: string, step: string): Result<Axis, string> {
  const decimals = Math.max(...[from, to, step].map(decimalsOf));
  if (decimals > MAX_DECIMALS) return err(`a range has at most ${MAX_DECIMALS} decimals`);
  const unitsOf = (text: string): number => Math.round(Number(text) * 10 ** decimals);
  const [fromUnits, toUnits, stepUnits] = [unitsOf(from), unitsOf(to), unitsOf(step)];
  if (![fromUnits, toUnits, stepUnits].every(Number.isSafeInteger)) return err('its numbers are too large');
  if (stepUnits <= 0) return err('its step must be above 0');
  if (fromUnits > toUnits) return err(`${from} is above ${to}`);
  const size = Math.floor((toUnits - fromUnits) / stepUnits) + 1;
  return ok({ kind: 'range', name, fromUnits, stepUnits, decimals, size });
}

/** The value of an axis as text, without zeros at its end. */
export function valueText(axis: Axis, index: number): string {
  if (axis.kind === 'list') return axis.texts[index] ?? '';
  const text = ((axis.fromUnits + index * axis.stepUnits) / 10 ** axis.decimals).toFixed(axis.decimals);
  return axis.decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/** The parameter lines `name = value` of a point. */
export const linesOf = (space: SearchSpace, point: Point): string[] =>
  space.map((axis, at) => `${axis.name} = ${valueText(axis, point[at] ?? 0)}`);

/** Number of combinations. */
export const combinationsOf = (space: SearchSpace): bigint =>
  space.reduce((product, { size }) => product * BigInt(size), 1n);

/** Identifies a point of a space. */
export const keyOf = (point: Point): string => point.join(',');

/** The point with a number from 0; the last axis changes first. `number` is below the combinations of the space. */
export function pointAt(space: SearchSpace, number: number): Point {
  const point = Array.from(space, () => 0);
  let rest = number;
  for (let at = space.length - 1; at >= 0; at -= 1) {
    const size = space[at]?.size ?? 1;
    point[at] = rest % size;
    rest = Math.floor(rest / size);
  }
  return point;
}

/** Place of a point in the unit cube: 0 is the first value of an axis, 1 the last one. */
export const coordinatesOf = (space: SearchSpace, point: Point): number[] =>
  space.map(({ size }, at) => (size < 2 ? 0.5 : (point[at] ?? 0) / (size - 1)));

/** Parameters that all sets must have: the data follow from them. */
const FIXED_NAMES = new Set(['symbol', 'barsize']);

/** Why these axes cannot be searched together. */
export interface SpaceProblem {
  /** The axis that is wrong; undefined = all of them. */
  readonly axis: Axis | undefined;
  readonly message: string;
}

/** Why the axes cannot be searched together; undefined when they can. A space without an axis is the caller's business. */
export function spaceProblem(space: SearchSpace): SpaceProblem | undefined {
  if (space.length > MAX_AXES)
    return {
      axis: undefined,
      message: `At most ${MAX_AXES} parameters can be searched; ${space.length} have a range.`,
    };
  const names = new Set<string>();
  for (const axis of space) {
    const name = axis.name.toLowerCase();
    if (FIXED_NAMES.has(name)) return { axis, message: `${axis.name} must be the same for all sets.` };
    if (names.has(name)) return { axis, message: `${axis.name} has two ranges.` };
    names.add(name);
  }
  return undefined;
}

/** Why the combinations cannot all be run; undefined when they can. */
export function gridProblem(space: SearchSpace, maxRuns = MAX_RUNS): string | undefined {
  const count = combinationsOf(space);
  if (count <= BigInt(maxRuns)) return undefined;
  const shown = count.toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${shown} combinations are more than the ${formatInteger(maxRuns)} of a grid. Widen the steps or choose a random search.`;
}
