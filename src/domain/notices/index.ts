export * from './notice.ts';
export * from './notice-settings.ts';
export * from './quiet-hours.ts';
