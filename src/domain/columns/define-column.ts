import type { ColumnCategory, ColumnFormat, ColumnInput, SymbolColumn } from './column.ts';

type Definition = Pick<SymbolColumn, 'id' | 'label' | 'help'> &
  Partial<Omit<SymbolColumn, 'id' | 'label' | 'help' | 'category' | 'format' | 'value'>>;

const widthPx: Record<ColumnFormat, number> = {
  text: 120,
  price: 76,
  signedPrice: 76,
  percent: 72,
  signedPercent: 76,
  ratio: 64,
  integer: 76,
  abbreviated: 80,
  time: 72,
};

/** Fills in what follows from the format: alignment, width, trigger, and whether the sign has a colour. */
export function defineColumn(
  category: ColumnCategory,
  format: ColumnFormat,
  definition: Definition,
  value: (input: ColumnInput) => number | string | null,
): SymbolColumn {
  return {
    shortLabel: definition.label,
    trigger: 'trade',
    align: format === 'text' ? 'left' : 'right',
    defaultWidthPx: widthPx[format],
    isDirectional: format === 'signedPrice' || format === 'signedPercent',
    isLive: false,
    needsHistory: false,
    ...definition,
    category,
    format,
    value,
  };
}

/** A column of the daily history. */
export function defineHistoryColumn(
  category: ColumnCategory,
  format: ColumnFormat,
  definition: Definition,
  value: (input: ColumnInput) => number | string | null,
): SymbolColumn {
  return defineColumn(category, format, { needsHistory: true, ...definition }, value);
}
