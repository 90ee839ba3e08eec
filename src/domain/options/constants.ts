/** What the option chain counts with. */

/** Risk-free rate a year, continuously compounded. */
export const RISK_FREE_RATE = 0.0125;
/** Trading days in a year: theta is shown a trading day, historical volatility is scaled by their root. */
export const TRADING_DAYS = 252;
/** Vega and rho are shown for one percentage point. */
export const POINTS = 100;
/** Decimals of the greeks on screen. */
export const GREEK_DECIMALS = 3;
/** Strikes requested for each expiration. */
export const CHAIN_STRIKES = 7;

/** Milliseconds of the year that times to expiration are counted in: 365 days, day and night. */
export const YEAR_MS = 365 * 86_400_000;
