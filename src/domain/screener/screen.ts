import { symbolColumn } from '../columns/catalogue.ts';
import { screenField, type ScreenField } from './fields.ts';
import { FILTER_MESSAGES, type StockFilter } from './parse-filter.ts';
import type { StockTable } from './stock-table.ts';

/** Why a filter that was sent cannot be evaluated; null when it can. */
export function filterProblem(filter: StockFilter): string | null {
  const field = screenField(filter.Field);
  if (field === undefined) return `There is no field "${filter.Field}" to filter by.`;
  const { Compare, CompareWith } = filter;
  if (field.Type === 'Text') {
    if (Compare === 'GreaterThan' || Compare === 'LessThan') return FILTER_MESSAGES.notText;
    if (Compare === 'Between') return FILTER_MESSAGES.betweenText;
    return typeof CompareWith === 'string' && CompareWith.trim() !== '' ? null : FILTER_MESSAGES.noValue;
  }
  if (Compare === 'Between') return Array.isArray(CompareWith) ? null : FILTER_MESSAGES.between;
  if (Compare !== 'GreaterThan' && Compare !== 'LessThan') return FILTER_MESSAGES.numericOnly;
  if (typeof CompareWith === 'number') return null;
  return field.Type === 'Percentage' ? FILTER_MESSAGES.notPercentage : FILTER_MESSAGES.notNumber;
}

/** True when a filter needs the daily history. */
export function needsHistory({ Field }: StockFilter): boolean {
  return symbolColumn(Field)?.needsHistory === true;
}

/** The filters that can be evaluated before the daily history is loaded: a group only as a whole. */
export function withoutHistory(filters: readonly StockFilter[]): StockFilter[] {
  return clausesOf(filters)
    .filter((clause) => !clause.some(needsHistory))
    .flat();
}

type Test = (row: number) => boolean;

/**
 * The rows that pass, ascending: every filter without a group must hold, and at least one of each group. An unknown number passes no
 * numeric filter. Texts are compared without case and surrounding space; an unknown text is empty. The filters must be valid
 * (`filterProblem`).
 */
export function screenRows(table: StockTable, filters: readonly StockFilter[]): number[] {
  let rows = Array.from({ length: table.length }, (_, row) => row);
  for (const clause of clausesOf(filters)) {
    const tests = clause.map((filter) => testOf(table, filter));
    const [only] = tests;
    rows = rows.filter(
      tests.length === 1 && only !== undefined ? only : (row) => tests.some((test) => test(row)),
    );
    if (rows.length === 0) break;
  }
  return rows;
}

/** The symbols that pass, in the order of the table. */
export function screen(table: StockTable, filters: readonly StockFilter[]): string[] {
  return screenRows(table, filters).map((row) => table.symbols[row] ?? '');
}

/** Lists of alternatives. */
function clausesOf(filters: readonly StockFilter[]): readonly (readonly StockFilter[])[] {
  const groups = new Map<number, StockFilter[]>();
  const clauses: StockFilter[][] = [];
  for (const filter of filters) {
    const group = filter.Group === undefined ? undefined : groups.get(filter.Group);
    if (group !== undefined) {
      group.push(filter);
      continue;
    }
    const clause = [filter];
    clauses.push(clause);
    if (filter.Group !== undefined) groups.set(filter.Group, clause);
  }
  return clauses;
}

function testOf(table: StockTable, filter: StockFilter): Test {
  const field = screenField(filter.Field);
  if (field === undefined) return () => false;
  return field.Type === 'Text'
    ? textTest(table.textsOf(field.Field), filter)
    : numberTest(table.numbersOf(field.Field), field, filter);
}

function numberTest(values: Float64Array, field: ScreenField, { Compare, CompareWith }: StockFilter): Test {
  // Columns hold per cent, filters a fraction. Dividing rounds 7 to what "7%" was sent as.
  const scale = field.Type === 'Percentage' ? 100 : 1;
  const at = (row: number): number => (values[row] ?? Number.NaN) / scale;
  if (Array.isArray(CompareWith)) {
    const [from, to] = CompareWith;
    return (row) => at(row) >= from && at(row) <= to;
  }
  const limit = Number(CompareWith);
  return Compare === 'GreaterThan' ? (row) => at(row) > limit : (row) => at(row) < limit;
}

function textTest(texts: readonly string[], { Compare, CompareWith }: StockFilter): Test {
  const wanted = String(CompareWith).trim().toLowerCase();
  const at = (row: number): string => texts[row] ?? '';
  switch (Compare) {
    case 'Equals':
    case 'EqualsString':
      return (row) => at(row) === wanted;
    case 'NotEquals':
    case 'NotEqualsString':
      return (row) => at(row) !== wanted;
    case 'Contains':
      return (row) => at(row).includes(wanted);
    case 'DoesntContain':
      return (row) => !at(row).includes(wanted);
    case 'GreaterThan':
    case 'LessThan':
    case 'Between':
      return () => false;
  }
}
