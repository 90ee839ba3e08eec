import type { Entry } from './entry.ts';
import { tradingMessages } from './trading-messages.ts';
import { tradingRequests } from './trading-requests.ts';

/** Messages of the trading socket: session, account and orders. */
export const trading = {
  ...tradingRequests,
  ...tradingMessages,
} as const satisfies Record<string, Entry>;
