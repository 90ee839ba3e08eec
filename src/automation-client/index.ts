export { createTapedeckClient, type TapedeckClient } from './create-client.ts';
export type { ClientOptions, RouteCall } from './api-transport.ts';
export { ERROR_CODES, TapedeckError, type TapedeckErrorCode } from './tapedeck-error.ts';
export { formatDollars, parseDollars } from './dollars.ts';
export type * from './types.ts';
export type { ApiRoutes } from './api-routes.ts';
