import {
  columnText,
  directionOf,
  SYMBOL_COLUMNS,
  UNKNOWN_TEXT,
  type SymbolColumn,
} from '../domain/columns/index.ts';
import type { GridColumn } from '../ui/index.ts';
import { ageText, type QuoteRow } from './quote-row.ts';
import type { ColumnChoice } from './types.ts';

/** Prices below a dollar have four decimals; others are padded, so that the decimal points align. */
const PRICE_DECIMALS = 4;

/** Columns that need only trades and quotes. All others need symbol info as well, and have no value until it is loaded. */
const OF_THE_FEED: ReadonlySet<string> = new Set([
  'Symbol',
  'Last',
  'LastSize',
  'Volume',
  'Bid',
  'BidSize',
  'BidExchange',
  'Ask',
  'AskSize',
  'AskExchange',
  'Mid',
  'Spread',
  'SpreadP',
  'Time',
]);

const isAwaited = (column: SymbolColumn, row: QuoteRow): boolean =>
  row.record?.state === 'loading' && !OF_THE_FEED.has(column.id);

/** Tooltip of a value that is less exact than its column states; undefined for all others. */
function shortfallOf(column: SymbolColumn, row: QuoteRow): string | undefined {
  return isAwaited(column, row) || column.value(row) === null
    ? undefined
    : (column.shortfall?.(row) ?? undefined);
}

function classNameOf(column: SymbolColumn, row: QuoteRow): string {
  const tone = toneOf(column, row);
  return shortfallOf(column, row) === undefined ? tone : `${tone} grid-partial`;
}

function toneOf(column: SymbolColumn, row: QuoteRow): string {
  if (column.id === 'Symbol') return 'grid-link';
  if (!column.isDirectional) return '';
  const value = isAwaited(column, row) ? null : column.value(row);
  return typeof value !== 'number' ? 'grid-muted' : directionOf(value) === 'up' ? 'grid-up' : 'grid-down';
}

function toGridColumn(column: SymbolColumn): GridColumn<QuoteRow> {
  const isPrice = column.format === 'price' || column.format === 'signedPrice';
  return {
    id: column.id,
    header: column.shortLabel,
    title: `${column.label}. ${column.help}`,
    align: column.align,
    width: column.defaultWidthPx,
    isWide: column.id === 'Company',
    text: (row) => (isAwaited(column, row) ? UNKNOWN_TEXT : columnText(column, row)),
    className: (row) => classNameOf(column, row),
    value: (row) => (isAwaited(column, row) ? null : column.value(row)),
    isSortKey: column.format === 'time' || column.text !== undefined,
    ...(isPrice ? { decimals: PRICE_DECIMALS } : {}),
    ...(column.shortfall ? { tooltip: (row: QuoteRow) => shortfallOf(column, row) } : {}),
    ...(column.isLive
      ? {
          flash: (row: QuoteRow) => {
            const value = column.value(row);
            return typeof value === 'number' ? value : 0;
          },
          tooltip: (row: QuoteRow) => ageText(row.staleness),
        }
      : {}),
  };
}

let all: readonly GridColumn<QuoteRow>[] | undefined;

/** All symbol columns for a grid of `QuoteRow`s. Returns the same array each time. */
export function symbolGridColumns(): readonly GridColumn<QuoteRow>[] {
  return (all ??= SYMBOL_COLUMNS.map(toGridColumn));
}

/** Type of the saves that are sets of columns about symbols. */
export const SYMBOL_COLUMN_SETS = 'SymbolColumns';

/** All symbol columns for the columns dialog. */
export function symbolColumnChoices(): readonly ColumnChoice[] {
  return SYMBOL_COLUMNS.map(({ id, label, category, help }) => ({ id, label, category, help }));
}

/** Extra class of a row with stale prices, visible in both themes and every palette. */
export function staleRowClass(row: QuoteRow): string {
  return row.staleness.isStale ? 'grid-stale' : '';
}
