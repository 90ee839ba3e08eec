export * from './decimals.ts';
export * from './fill-book.ts';
export * from './order-body.ts';
export * from './read-account.ts';
export * from './read-order.ts';
export * from './read-update.ts';
export * from './terms.ts';
