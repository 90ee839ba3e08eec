export * from './price-doubts.ts';
