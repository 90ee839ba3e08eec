/** Rules of trading that tools use: permissions, symbols, prices, columns and studies. Tools of the project import them from `src/domain`. */
export { ALL_PERMISSIONS, Permission } from '../domain/permissions.ts';
export { MAX_SYMBOL_LENGTH } from '../domain/symbols/symbol.ts';
export * from '../domain/calendar/durations.ts';
export * from '../domain/columns/index.ts';
export { at, columnAt, NONE, type BarColumns } from '../domain/studies/columns.ts';
export * from '../domain/studies/study.ts';
