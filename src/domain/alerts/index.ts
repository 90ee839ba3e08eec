export * from './alert.ts';
export * from './alert-document.ts';
export * from './merge-alerts.ts';
export * from './split-alert.ts';
