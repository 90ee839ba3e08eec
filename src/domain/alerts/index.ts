export * from './alert.ts';
export * from './alert-document.ts';
export * from './merge-alerts.ts';
