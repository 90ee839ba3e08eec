import type { CombinationName } from '../combination-name.ts';

/** The broker's names of combinations that this product sends. */
export const SCHWAB_STRATEGIES = [
  'NONE',
  'COVERED',
  'VERTICAL',
  'CALENDAR',
  'DIAGONAL',
  'STRADDLE',
  'STRANGLE',
  'BUTTERFLY',
  'CONDOR',
  'IRON_CONDOR',
  'COLLAR_WITH_STOCK',
  'CUSTOM',
] as const;
/** A complex order strategy of the Schwab API. */
export type SchwabStrategy = (typeof SCHWAB_STRATEGIES)[number];

/** The broker's name of each combination. It has none for an iron butterfly. */
export const STRATEGY_OF: Readonly<Record<CombinationName, SchwabStrategy>> = {
  Vertical: 'VERTICAL',
  Straddle: 'STRADDLE',
  Strangle: 'STRANGLE',
  Butterfly: 'BUTTERFLY',
  'Iron butterfly': 'CUSTOM',
  Condor: 'CONDOR',
  'Iron condor': 'IRON_CONDOR',
  Calendar: 'CALENDAR',
  Diagonal: 'DIAGONAL',
  'Covered call': 'COVERED',
  Collar: 'COLLAR_WITH_STOCK',
  Custom: 'CUSTOM',
};
