export {
  flipLegs,
  legOf,
  nearestExpirationMs,
  reduceRatios,
  signedRatio,
  underlyingOfLegs,
  type SpreadLeg,
} from './leg.ts';
export { netQuote, type LegQuote, type NetQuote } from './net-quote.ts';
export {
  gainAt,
  horizonMs,
  legGreeks,
  spreadGreeks,
  type PricedSpread,
  type SpreadMarket,
} from './payoff.ts';
export { probabilityOfProfit } from './probability.ts';
export { problemOf, type SpreadProblem } from './problem.ts';
export { profileOf, type SpreadProfile } from './profile.ts';
export { smileOf, type Smile } from './smile.ts';
export {
  SPREAD_STRATEGIES,
  strategyLegs,
  type SpreadStrategy,
  type StrikeContracts,
} from './strategy-legs.ts';
