export * from './merge-saves.ts';
export * from './save.ts';
