import {
  EXTENSION_OPERATIONS,
  FILTER_MESSAGES,
  parseFilter,
  SCREEN_OPERATIONS,
  type ScreenField,
  type StockFilter,
} from '../../src/domain/screener/index.ts';
import type { ScreenFilter } from './state.ts';

const labels = new Map<string, string>(
  [...SCREEN_OPERATIONS, ...EXTENSION_OPERATIONS].map(({ id, label }) => [id, label]),
);

/** Rows that must all hold (`Group` null, always first, also when there are none), then each group of alternatives. */
export interface FilterSection<Filter> {
  readonly Group: number | null;
  readonly rows: readonly Filter[];
}

export function sectionsOf<Filter extends Pick<ScreenFilter, 'Group'>>(
  filters: readonly Filter[],
): readonly FilterSection<Filter>[] {
  const alternatives = Map.groupBy(
    filters.filter(({ Group }) => Group !== null),
    ({ Group }) => Group,
  );
  return [
    { Group: null, rows: filters.filter(({ Group }) => Group === null) },
    ...[...alternatives]
      .map(([Group, rows]) => ({ Group, rows }))
      .toSorted((left, right) => (left.Group ?? 0) - (right.Group ?? 0)),
  ];
}

const isExtension = (operation: string | null): boolean =>
  EXTENSION_OPERATIONS.some(({ id }) => id === operation);

/** True when filters use what goes beyond the plain rows: Between, or a group of alternatives. */
export function usesExtension(filters: readonly Pick<ScreenFilter, 'Group' | 'Operation'>[]): boolean {
  return filters.some(({ Group, Operation }) => Group !== null || isExtension(Operation));
}

/** True when both lists have the same rows in the same order. */
export function sameFilters(left: readonly ScreenFilter[], right: readonly ScreenFilter[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ Field, Operation, Value, Group }, index) => {
      const row = right[index];
      return (
        row?.Field === Field && row.Operation === Operation && row.Value === Value && row.Group === Group
      );
    })
  );
}

/** The row that gets the focus when another is removed: the next one, else the last; null when none is left. */
export function focusAfterRemoval(keys: readonly number[], removed: number): number | null {
  const at = keys.indexOf(removed);
  return keys[at + 1] ?? keys[at - 1] ?? null;
}

export type FilterPart = 'field' | 'operation' | 'value';
export interface FilterProblem {
  readonly part: FilterPart;
  readonly message: string;
}

const ABOUT: ReadonlyMap<string, FilterPart> = new Map([
  [FILTER_MESSAGES.noField, 'field'],
  ...[
    FILTER_MESSAGES.noOperation,
    FILTER_MESSAGES.numericOnly,
    FILTER_MESSAGES.notText,
    FILTER_MESSAGES.betweenText,
  ].map((message): [string, FilterPart] => [message, 'operation']),
]);

/** What is wrong with a row, and with which of its parts; null when nothing is. Without the extension, numbers know no Between. */
export function problemOf(
  row: ScreenFilter,
  field: ScreenField | undefined,
  isExtended: boolean,
): FilterProblem | null {
  const parsed = parseFilter(row, field);
  if (!isExtended && field !== undefined && field.Type !== 'Text' && isExtension(row.Operation))
    return { part: 'operation', message: FILTER_MESSAGES.numericOnly };
  return parsed.ok ? null : { part: ABOUT.get(parsed.message) ?? 'value', message: parsed.message };
}

export type WireFilters =
  { readonly ok: true; readonly filters: StockFilter[] } | { readonly ok: false; readonly message: string };

/** Rows as the server takes them, or the message of the first that makes no filter. */
export function wireFilters(rows: readonly ScreenFilter[], fields: readonly ScreenField[]): WireFilters {
  const byName = new Map(fields.map((field) => [field.Field, field]));
  const filters: StockFilter[] = [];
  for (const row of rows) {
    const field = row.Field === null ? undefined : byName.get(row.Field);
    const parsed = parseFilter(row, field);
    if (!parsed.ok)
      return { ok: false, message: `${field?.Name ?? row.Field ?? 'A filter'}: ${parsed.message}` };
    filters.push(parsed.filter);
  }
  return { ok: true, filters };
}

/** The conditions as text: `Volume greater than 5M and (Sector equals Energy or Sector equals Utilities)`. */
export function filtersText(filters: readonly ScreenFilter[], fields: readonly ScreenField[]): string {
  const names = new Map(fields.map(({ Field, Name }) => [Field, Name]));
  const rowText = ({ Field, Operation, Value }: ScreenFilter) =>
    `${names.get(Field ?? '') ?? Field ?? ''} ${(labels.get(Operation ?? '') ?? '').toLowerCase()} ${Value.trim()}`;
  return sectionsOf(filters)
    .flatMap(({ Group, rows }) => {
      const texts = rows.map(rowText);
      return Group === null || texts.length === 1 ? texts : [`(${texts.join(' or ')})`];
    })
    .join(' and ');
}
