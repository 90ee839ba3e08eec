export * from './alert.ts';
