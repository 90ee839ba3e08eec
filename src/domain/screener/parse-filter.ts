import type { CompareOperation, ScreenOperation } from './operations.ts';
import { parseNumber, parsePercentage } from './parse-value.ts';
import type { ScreenField } from './fields.ts';

/** A filter as it is sent. Percentages are divided by 100. Filters of one group need only one of them to hold. */
export interface StockFilter {
  readonly Field: string;
  readonly Compare: CompareOperation;
  readonly CompareWith: number | string | [number, number];
  /** Extension: filters with the same group are alternatives; those without one must all hold. */
  readonly Group?: number | undefined;
}

/** The contents of a row of the filter dialog. */
export interface FilterRow {
  readonly Field: string | null;
  readonly Operation: ScreenOperation | null;
  readonly Value: string;
  readonly Group?: number | null;
}

/** The filter of a row, or the message that says why the row is not valid. */
export type ParsedFilter =
  { readonly ok: true; readonly filter: StockFilter } | { readonly ok: false; readonly message: string };

/** Spec tools.md §5, word for word. */
export const FILTER_MESSAGES = {
  noField: 'No field selected',
  noOperation: 'Compare operation not selected',
  noValue: 'Value not entered',
  numericOnly: "Only 'Greater than' and 'Less than' can be used with numeric fields",
  notNumber: 'Value is not a valid number',
  notPercentage: 'Value is not a valid percentage',
  notText: "'Greater than' and 'Less than' cannot be used with text fields",
  /** Of the extension. */
  between: "'Between' needs two values, such as 10 - 20",
  betweenText: "'Between' cannot be used with text fields",
} as const;

const STRING_VARIANTS: Readonly<Partial<Record<ScreenOperation, CompareOperation>>> = {
  Equals: 'EqualsString',
  NotEquals: 'NotEqualsString',
  Contains: 'Contains',
  DoesntContain: 'DoesntContain',
};

/** Validates a row and converts it to the filter that is sent. `field`: the field of the row; undefined when it has none. */
export function parseFilter(row: FilterRow, field: ScreenField | undefined): ParsedFilter {
  const { Operation, Value } = row;
  if (field === undefined) return refused(FILTER_MESSAGES.noField);
  if (Operation === null) return refused(FILTER_MESSAGES.noOperation);
  const text = Value.trim();
  if (text === '') return refused(FILTER_MESSAGES.noValue);
  const accepted = (Compare: CompareOperation, CompareWith: StockFilter['CompareWith']): ParsedFilter => ({
    ok: true,
    filter: {
      Field: field.Field,
      Compare,
      CompareWith,
      ...(row.Group === null || row.Group === undefined ? {} : { Group: row.Group }),
    },
  });

  if (field.Type === 'Text') {
    if (Operation === 'Between') return refused(FILTER_MESSAGES.betweenText);
    const compare = STRING_VARIANTS[Operation];
    return compare === undefined ? refused(FILTER_MESSAGES.notText) : accepted(compare, text);
  }
  const [parse, invalid] =
    field.Type === 'Percentage'
      ? [parsePercentage, FILTER_MESSAGES.notPercentage]
      : [parseNumber, FILTER_MESSAGES.notNumber];
  if (Operation === 'Between') return betweenOf(text, parse, invalid, accepted);
  if (Operation !== 'GreaterThan' && Operation !== 'LessThan') return refused(FILTER_MESSAGES.numericOnly);
  const value = parse(text);
  return value === null ? refused(invalid) : accepted(Operation, value);
}

const refused = (message: string): ParsedFilter => ({ ok: false, message });

/** Two values with `and`, `to`, `..`, `;` or a dash that stands free between them; the lower one may come second. */
const SEPARATOR = /\s*(?:\band\b|\bto\b|\.\.|;|\s[-–]\s|(?<=[\d%KMBT])[-–](?=[\d.]))\s*/i;

function betweenOf(
  text: string,
  parse: (text: string) => number | null,
  invalid: string,
  accepted: (compare: CompareOperation, value: [number, number]) => ParsedFilter,
): ParsedFilter {
  const parts = text.split(SEPARATOR);
  const [first, second] = parts;
  if (parts.length !== 2 || !first || !second) return refused(FILTER_MESSAGES.between);
  const [from, to] = [parse(first), parse(second)];
  if (from === null || to === null) return refused(invalid);
  return accepted('Between', [Math.min(from, to), Math.max(from, to)]);
}
