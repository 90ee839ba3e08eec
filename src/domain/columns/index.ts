export * from './catalogue.ts';
export * from './column.ts';
export * from './figures.ts';
export * from '../format/format-number.ts';
export * from './format.ts';
