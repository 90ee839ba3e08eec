import type { ColumnSetting } from '../../../src/plugin-api/index.ts';

/** What a new window starts with. Apart from the catalogue of columns, which is loaded with the tool. */

/** The default choice: expirations within one calendar month. */
export const NEAR_EXPIRATIONS = 'near';
export const ALL_EXPIRATIONS = 'all';
/** Most strikes of an expiration that the server takes in one request: all of them. */
export const MAX_STRIKES = 200;

/** From the strike outwards, with the widths of the catalogue. */
export const DEFAULT_COLUMNS: readonly ColumnSetting[] = [
  { Id: 'Bid', Width: 58 },
  { Id: 'Ask', Width: 58 },
  { Id: 'Last', Width: 58 },
  { Id: 'Change', Width: 58 },
  { Id: 'Volume', Width: 60 },
  { Id: 'OpenInterest', Width: 64 },
  { Id: 'ImpliedVolatility', Width: 58 },
  { Id: 'Delta', Width: 58 },
];
