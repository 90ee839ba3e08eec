import { symbolColumn, type ColumnInput } from '../../domain/columns/index.ts';

/** A column's number now; null for texts, unknown columns and figures that are not known. */
export function alertValue(
  inputOf: (symbol: string) => ColumnInput | undefined,
): (symbol: string, column: string) => number | null {
  return (symbol, column) => {
    const input = inputOf(symbol);
    const value = input && symbolColumn(column)?.value(input);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
}
