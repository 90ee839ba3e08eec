import {
  columnText,
  directionOf,
  SYMBOL_COLUMNS,
  UNKNOWN_TEXT,
  type SymbolColumn,
} from '../domain/columns/index.ts';
import { haltText } from '../domain/symbols/halt-text.ts';
import type { GridColumn } from '../ui/index.ts';
import type { ColumnChoice, DeskColumn } from './column-types.ts';
import { ageText, type QuoteRow } from './quote-row.ts';

type AnyColumn = SymbolColumn | DeskColumn;

/** Prices below a dollar have four decimals; others are padded, so that the decimal points align. */
const PRICE_DECIMALS = 4;

/** Columns of the catalogue that need only trades and quotes. All others need symbol info as well, and have no value until it is loaded. */
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

const needsFacts = (column: AnyColumn): boolean =>
  'needsFacts' in column ? column.needsFacts : !OF_THE_FEED.has(column.id);

const isAwaited = (column: AnyColumn, row: QuoteRow): boolean =>
  row.record?.state === 'loading' && needsFacts(column);

/** Tooltip of a value that is less exact than its column states; undefined for all others. */
function shortfallOf(column: AnyColumn, row: QuoteRow): string | undefined {
  return isAwaited(column, row) || column.value(row) === null
    ? undefined
    : (column.shortfall?.(row) ?? undefined);
}

const haltTooltip = (row: QuoteRow): string | undefined =>
  row.isHalted ? `Trading in ${row.symbol} ${haltText(row.haltReason)}` : undefined;

function classNameOf(column: AnyColumn, row: QuoteRow): string {
  const tone = toneOf(column, row);
  return shortfallOf(column, row) === undefined ? tone : `${tone} grid-partial`;
}

function toneOf(column: AnyColumn, row: QuoteRow): string {
  if (column.id === 'Symbol') return row.isHalted ? 'grid-link grid-halted' : 'grid-link';
  if (!column.isDirectional) return '';
  const value = isAwaited(column, row) ? null : column.value(row);
  return typeof value !== 'number' ? 'grid-muted' : directionOf(value) === 'up' ? 'grid-up' : 'grid-down';
}

function toGridColumn(column: AnyColumn): GridColumn<QuoteRow> {
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
    ...(column.id === 'Symbol' ? { tooltip: (row: QuoteRow) => haltTooltip(row) } : {}),
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

/** All symbol columns for a grid of `QuoteRow`s: those of the catalogue, and the contributed ones (`platform.columns`). */
export function symbolGridColumns(contributed: readonly DeskColumn[] = []): readonly GridColumn<QuoteRow>[] {
  all ??= SYMBOL_COLUMNS.map(toGridColumn);
  return contributed.length === 0 ? all : [...all, ...contributed.map(toGridColumn)];
}

/** Type of the saves that are sets of columns about symbols. */
export const SYMBOL_COLUMN_SETS = 'SymbolColumns';

/** The same columns for the columns dialog. Contributed ones have the title of their tool as category. */
export function symbolColumnChoices(contributed: readonly DeskColumn[] = []): readonly ColumnChoice[] {
  return [...SYMBOL_COLUMNS, ...contributed].map(({ id, label, category, help }) => ({
    id,
    label,
    category,
    help,
  }));
}

/** Extra class of a row with stale prices, visible in both themes and every palette. */
export function staleRowClass(row: QuoteRow): string {
  return row.staleness.isStale ? 'grid-stale' : '';
}
