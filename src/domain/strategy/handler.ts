import { StrategyError } from './fault.ts';

/** A function that the author wrote. Pass a result other than undefined to `rejectPromise`. */
export type Handler = (argument?: unknown) => unknown;

/** Throws a StrategyError for a promise, which nothing would await. */
export function rejectPromise(result: unknown): void {
  if (typeof result === 'object' && result !== null && 'then' in result)
    throw new StrategyError('a handler must be synchronous: async functions and promises are not awaited');
}

/** Calls a handler. Throws a StrategyError for one that returns a promise. */
export function callHandler(handler: Handler, argument?: unknown): void {
  const result = handler(argument);
  if (result !== undefined) rejectPromise(result);
}
