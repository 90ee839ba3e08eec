/** ClientIds of orders that a live strategy sends begin with this. */
export const STRATEGY_CLIENT_ID_PREFIX = 'algo-';

/** True for the ClientId of an order that a live strategy sent. */
export const isStrategyClientId = (clientId: string): boolean =>
  clientId.startsWith(STRATEGY_CLIENT_ID_PREFIX);
