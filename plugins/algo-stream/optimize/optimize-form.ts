import {
  OBJECTIVES,
  OBJECTIVE_NAMES,
  type ObjectiveName,
} from '../../../src/domain/strategy/search/objectives.ts';
import { MAX_RUNS_OF, type SearchKind } from '../../../src/domain/strategy/search/search.ts';
import {
  combinationsOf,
  gridProblem,
  MAX_AXES,
  parseAxis,
  type Axis,
} from '../../../src/domain/strategy/search/space.ts';
import { parseParameters } from '../../../src/domain/strategy/parameters.ts';
import { backtestOf, startProblems, type StartForm, type StartProblems } from '../dialogs/start-form.ts';
import type { DeclaredParameter, OptimizationTerms } from '../types.ts';

/** The most sets of a search; the server refuses more. */
const MAX_SETS = 10_000;
const DEFAULT_RUNS = 100;

export const SEARCH_OPTIONS: readonly { readonly value: SearchKind; readonly label: string }[] = [
  { value: 'grid', label: 'Grid' },
  { value: 'random', label: 'Random' },
  { value: 'bayes', label: 'Bayesian' },
];
export const OBJECTIVE_OPTIONS = OBJECTIVE_NAMES.map((value) => ({ value, label: OBJECTIVES[value].label }));

/** A declared parameter in the dialog: it varies over a range or a list, or has the value of the parameter text. */
export interface ParameterRow {
  readonly name: string;
  readonly kind: DeclaredParameter['Kind'];
  readonly isVaried: boolean;
  /** Of a number. */
  readonly from: string;
  readonly to: string;
  readonly step: string;
  /** Of a text or a truth value: values with commas. */
  readonly values: string;
  /** What the strategy declares. */
  readonly declared: string;
}

/** The terms of a search while they are filled in. */
export interface OptimizeForm {
  readonly start: StartForm;
  readonly rows: readonly ParameterRow[];
  readonly search: SearchKind;
  /** Null = empty, NaN = no number. */
  readonly runCount: number | null;
  readonly objective: ObjectiveName;
  readonly minTrades: number | null;
  /** Dollars; null = the most capital of each run. */
  readonly capital: number | null;
  readonly seed: number | null;
}

/** A number without digits that come from binary fractions. */
const numberText = (value: number): string => String(Number(value.toPrecision(6)));

/** A range around a value: from half of it to twice it, in about six steps. */
function rangeAround(value: number): Pick<ParameterRow, 'from' | 'to' | 'step'> {
  const size = Math.abs(value);
  if (size === 0) return { from: '0', to: '10', step: '2' };
  const isWhole = Number.isInteger(value);
  const half = isWhole ? Math.max(1, Math.round(size / 2)) : size / 2;
  const step = isWhole ? Math.max(1, Math.round(size / 4)) : size / 4;
  const [from, to] = value > 0 ? [half, size * 2] : [-size * 2, -half];
  return { from: numberText(from), to: numberText(to), step: numberText(step) };
}

function rowOf({ Name, Kind, Value }: DeclaredParameter): ParameterRow {
  const value = Number(Value);
  const range =
    Kind === 'Number' && Number.isFinite(value) ? rangeAround(value) : { from: '', to: '', step: '' };
  const values = Kind === 'YesNo' ? 'true, false' : Value;
  return { name: Name, kind: Kind, isVaried: false, ...range, values, declared: Value };
}

/** The dialog at first: a backtest, with every parameter at its value. */
export const initialOptimize = (start: StartForm, declared: readonly DeclaredParameter[]): OptimizeForm => ({
  start,
  rows: declared.map(rowOf),
  search: 'grid',
  runCount: DEFAULT_RUNS,
  objective: 'sharpe',
  minTrades: 1,
  capital: null,
  seed: 1,
});

/** The value of a parameter that does not vary: of the parameter text, or what the strategy declares. */
export function fixedValue(parameters: string, { name, declared }: ParameterRow): string {
  const parsed = parseParameters(parameters);
  return (parsed.ok ? parsed.value.find(name)?.value : undefined) ?? declared;
}

/** The range of a row as the server reads it. */
const rangeText = ({ kind, from, to, step, values }: ParameterRow): string =>
  kind === 'Number' ? [from, to, step].map((text) => text.trim()).join(':') : values.trim();

/** The axis of a row, or what is wrong with it. */
function axisOf(row: ParameterRow): Axis | string {
  if (row.kind === 'Number' && [row.from, row.to, row.step].some((text) => text.trim() === ''))
    return 'Enter from, to and step';
  const axis = parseAxis(row.name, rangeText(row));
  if (axis === undefined)
    return row.kind === 'Number'
      ? 'Enter numbers, such as 5, 50 and 5'
      : 'Enter values with commas between them';
  return axis.ok ? axis.value : `${axis.error.charAt(0).toUpperCase()}${axis.error.slice(1)}`;
}

/** What is wrong with the ranges, by the name of the parameter. */
function rangeProblems({ rows }: Pick<OptimizeForm, 'rows'>): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const row of rows) {
    const axis = row.isVaried ? axisOf(row) : '';
    if (typeof axis === 'string' && axis !== '') problems.set(row.name, axis);
  }
  return problems;
}

/** The axes of a form; those with a problem are left out. */
const axesOf = ({ rows }: Pick<OptimizeForm, 'rows'>): readonly Axis[] =>
  rows.flatMap((row) => {
    const axis = row.isVaried ? axisOf(row) : '';
    return typeof axis === 'string' ? [] : axis;
  });

/** Combinations of the varied parameters; null while none varies, or a range is wrong. */
export function combinationCount(form: Pick<OptimizeForm, 'rows'>): bigint | null {
  const axes = axesOf(form);
  const varied = form.rows.filter(({ isVaried }) => isVaried).length;
  return axes.length === 0 || axes.length < varied ? null : combinationsOf(axes);
}

/** What is wrong with the form beside its ranges. */
export interface OptimizeProblems {
  readonly start: StartProblems;
  readonly ranges: ReadonlyMap<string, string>;
  readonly runs: string | null;
  readonly minTrades: string | null;
  readonly capital: string | null;
  readonly seed: string | null;
  /** Of the search as a whole. */
  readonly search: string | null;
}

const wholeProblem = (value: number | null, min: number, max: number): string | null =>
  value !== null && Number.isInteger(value) && value >= min && value <= max
    ? null
    : `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}`;

/** What is wrong; see `isFaultless`. */
export function optimizeProblems(
  form: OptimizeForm,
  ...[nowMs, calendar]: [number, Parameters<typeof startProblems>[3]]
): OptimizeProblems {
  const { search, runCount, minTrades, capital, seed, rows } = form;
  const ranges = rangeProblems(form);
  const varied = rows.filter(({ isVaried }) => isVaried).length;
  return {
    start: startProblems(form.start, 'backtest', nowMs, calendar),
    ranges,
    runs: search === 'grid' ? null : wholeProblem(runCount, 1, Math.min(MAX_SETS, MAX_RUNS_OF[search])),
    minTrades: wholeProblem(minTrades, 0, 1_000_000),
    capital: capital === null || capital > 0 ? null : 'Enter an amount above 0, or nothing',
    seed: wholeProblem(seed, 0, 1_000_000_000),
    search: spaceProblemOf(varied, search === 'grid' && ranges.size === 0 ? axesOf(form) : null),
  };
}

/** `axes`: of a grid whose ranges are right. */
function spaceProblemOf(varied: number, axes: readonly Axis[] | null): string | null {
  if (varied === 0) return 'Choose at least one parameter to vary';
  if (varied > MAX_AXES) return `At most ${MAX_AXES} parameters can vary`;
  return (axes && gridProblem(axes, MAX_SETS)) ?? null;
}

/** Whether the form can be sent. */
export const isFaultless = ({ start, ranges, ...texts }: OptimizeProblems): boolean =>
  Object.keys(start).length === 0 && ranges.size === 0 && Object.values(texts).every((text) => text === null);

/** The terms of a form without problems. */
export const termsOf = (form: OptimizeForm): OptimizationTerms => ({
  ...backtestOf(form.start),
  Ranges: form.rows
    .filter(({ isVaried }) => isVaried)
    .map((row) => ({ Name: row.name, Values: rangeText(row) })),
  Search: form.search,
  RunCount: form.search === 'grid' ? 1 : (form.runCount ?? 1),
  Objective: form.objective,
  MinTrades: form.minTrades ?? 0,
  Capital: form.capital,
  Seed: form.seed ?? 0,
});
