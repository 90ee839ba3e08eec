/** Client permission flags (bit mask; spec platform.md §3). */
export const Permission = {
  Stocks: 1,
  OptionChain: 2,
  FuturesDome: 4,
  Baskets: 8,
  MarketView: 16,
  TimeAndSale: 32,
  TimeAndSalePositions: 64,
  Chart: 128,
  ChartAlerts: 256,
  Ticker: 512,
  TopList: 1024,
  AlgoTrading: 4096,
  MarketScreen: 8192,
} as const;

/** Bit mask with the permission of every tool. */
export const ALL_PERMISSIONS: number = Object.values(Permission).reduce((mask, bit) => mask | bit, 0);

/** Not a tool: may control what all users share, such as the speed of a replay. Not part of `ALL_PERMISSIONS`. */
export const ADMINISTRATOR = 1_048_576;

/** True when every requested bit is set in the mask. */
export function hasPermission(mask: number, requested: number): boolean {
  return (mask & requested) === requested;
}

/** True when one of the requested bits is set in the mask. */
export function hasAnyPermission(mask: number, requested: number): boolean {
  return (mask & requested) !== 0;
}

/** What an API key permits: `read` market data and account data, `paper` orders of demo accounts, `live` orders of live accounts, `manage` alerts and backtests, `run` live runs, `propose` orders that the user confirms in the workstation. */
export const API_KEY_SCOPES = ['read', 'propose', 'paper', 'live', 'manage', 'run'] as const;
/** One permission of an API key. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
