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

/** Prices below a dollar have four decimals; others keep room for them, so that the points stand below one another. */
const PRICE_DECIMALS = 4;

/** Columns that trades and quotes fill by themselves. All others need the symbol's info; until it is loaded there is no value to compare a change with. */
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

/** Why the value of a cell stands for less than its column says; undefined when it does not. */
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

/** The whole catalogue of symbol columns as columns of a grid of `QuoteRow`s. The same array each time. */
export function symbolGridColumns(): readonly GridColumn<QuoteRow>[] {
  return (all ??= SYMBOL_COLUMNS.map(toGridColumn));
}

/** The catalogue as the columns dialog offers it. */
export function symbolColumnChoices(): readonly ColumnChoice[] {
  return SYMBOL_COLUMNS.map(({ id, label, category, help }) => ({ id, label, category, help }));
}

/** Extra class of a row with stale prices, visible in both themes and every palette. */
export function staleRowClass(row: QuoteRow): string {
  return row.staleness.isStale ? 'grid-stale' : '';
}
