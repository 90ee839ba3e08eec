import { SYMBOL_COLUMNS } from '../columns/catalogue.ts';
import type { ScreenFieldType } from './field-types.ts';
import type { ColumnCategory, ColumnFormat, SymbolColumn } from '../columns/column.ts';

export { type ScreenFieldType } from './field-types.ts';

/** A field that stocks can be filtered by: a column of the catalogue, under its id. */
export interface ScreenField {
  readonly Field: string;
  readonly Name: string;
  readonly Type: ScreenFieldType;
  readonly Category: ColumnCategory;
}

const TYPES: Readonly<Record<ColumnFormat, ScreenFieldType | null>> = {
  text: 'Text',
  price: 'Decimal',
  signedPrice: 'Decimal',
  ratio: 'Decimal',
  percent: 'Percentage',
  signedPercent: 'Percentage',
  integer: 'Integer',
  abbreviated: 'Integer',
  time: null,
};
/** Columns without a field: a direction is no text to search, and the exchanges of a quote change with every tick. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Tick', 'BidExchange', 'AskExchange']);

/** The type of a column as a field; null for one that cannot be filtered by. */
function screenTypeOf(column: SymbolColumn): ScreenFieldType | null {
  return LEFT_OUT.has(column.id) ? null : TYPES[column.format];
}

/** Every field, in the order of the catalogue. */
export const SCREEN_FIELDS: readonly ScreenField[] = SYMBOL_COLUMNS.flatMap((column) => {
  const type = screenTypeOf(column);
  return type === null
    ? []
    : [{ Field: column.id, Name: column.label, Type: type, Category: column.category }];
});

const byId = new Map(SCREEN_FIELDS.map((field) => [field.Field, field]));

/** The field with an id; undefined for an id that the catalogue does not have. */
export function screenField(id: string): ScreenField | undefined {
  return byId.get(id);
}
