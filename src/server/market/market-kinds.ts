/** The markets that are registered, by the name that begins `TAPEDECK_MARKET`. `registry.ts` has the adapter of each. */
export const MARKET_KINDS = ['simulated', 'replay', 'alpaca', 'feed'] as const;
/** The name of a registered market. */
export type MarketKind = (typeof MARKET_KINDS)[number];
