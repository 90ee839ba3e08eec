export * from './drawing.ts';
export * from './drawing-document.ts';
export * from './merge-drawings.ts';
