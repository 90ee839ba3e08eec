export * from './group-text.ts';
export * from './order-text.ts';
export * from './proposal-book.ts';
export * from './proposed-client-id.ts';
