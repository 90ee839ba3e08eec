export { americanPrice } from './american.ts';
export { europeanPrice, type ExerciseStyle, type OptionTerms } from './black-scholes.ts';
export { chainGroups, monthBuckets, nearestStrikes } from './chain.ts';
export { CHAIN_STRIKES, GREEK_DECIMALS, RISK_FREE_RATE, TRADING_DAYS, YEAR_MS } from './constants.ts';
export { CONTRACT_SHARES } from '../symbols/contract-shares.ts';
export { dayGreeks } from './day-theta.ts';
export {
  expirationsOn,
  expirationSeconds,
  isListedOn,
  listedSince,
  monthlyExpiration,
  type Expiration,
} from './expirations.ts';
export { greeksOf, type Greeks } from './greeks.ts';
export { historicalVolatility } from './historical-volatility.ts';
export { impliedVolatility } from './implied-volatility.ts';
export { legalAtOrAboveE4, legalAtOrBelowE4, optionStepE4, type ListingClass } from './listing-class.ts';
export { parityOffset, parityViolation, type ParityInput, type ParityViolation } from './parity.ts';
export { isOnStrikeGrid, strikeLadder } from './strikes.ts';
export { spotOf, yearsTo, type UnderlyingPrices } from './valuation.ts';
