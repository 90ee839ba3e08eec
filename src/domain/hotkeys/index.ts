/** The language of order keys: what a key of the user does, as text, and what that is in a market. */
export * from './order-key.ts';
export { parseOrderKey } from './parse-order-key.ts';
export { printOrderKey } from './print-order-key.ts';
export {
  resolveOrderKey,
  type KeyEffect,
  type KeyFacts,
  type KeyOrder,
  type KeyRefusal,
  type KeyStop,
} from './resolve-order-key.ts';
