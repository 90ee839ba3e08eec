export * from './alert.ts';
export * from './alert-document.ts';
