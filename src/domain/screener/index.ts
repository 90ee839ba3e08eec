export * from './fields.ts';
export * from './operations.ts';
export * from './parse-filter.ts';
export * from './parse-value.ts';
export * from './screen.ts';
export * from './stock-table.ts';
