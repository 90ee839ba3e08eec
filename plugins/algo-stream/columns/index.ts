import type { ColumnChoice } from '../../../src/plugin-api/index.ts';
import type { ColumnCategory, RunColumn } from './column-parts.tsx';
import { generalColumns } from './general.ts';
import { parameterColumns } from './parameters.ts';
import { performanceColumns } from './performance.ts';
import { tradeColumns } from './trades.ts';

const CATEGORIES: readonly (readonly [ColumnCategory, readonly RunColumn[]])[] = [
  ['General', generalColumns],
  ['Parameters', parameterColumns],
  ['Performance', performanceColumns],
  ['Trades', tradeColumns],
];

/** Every column of the strategy grid. The same array each time. */
export const runColumns: readonly RunColumn[] = CATEGORIES.flatMap(([, columns]) => columns);

/** The columns as their dialog offers them, by category. */
export const runColumnChoices: readonly ColumnChoice[] = CATEGORIES.flatMap(([category, columns]) =>
  columns.map(({ id, header, title }) => ({ id, label: header, category, help: title })),
);
