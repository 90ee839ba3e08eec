export {
  commonRatio,
  flipLegs,
  legOf,
  MAX_LEGS,
  MAX_RATIO,
  MIN_LEGS,
  nearestExpirationMs,
  reduceRatios,
  signedRatio,
  underlyingOfLegs,
  type LegKind,
  type LegRequest,
  type LegSide,
  type SpreadLeg,
} from './leg.ts';
export { netQuote, type LegQuote, type NetQuote } from './net-quote.ts';
export {
  gainAt,
  horizonMs,
  legGreeks,
  legValueAt,
  slopeAbove,
  spreadGreeks,
  type PricedSpread,
  type SpreadMarket,
  type ValuedLeg,
} from './payoff.ts';
export { probabilityAbove, probabilityOfProfit } from './probability.ts';
export { problemOf, type ProblemFacts, type SpreadProblem } from './problem.ts';
export { profileOf, type SpreadProfile } from './profile.ts';
export { recognize, SPREAD_STRATEGIES, type SpreadStrategy, type StrategyName } from './recognize.ts';
export { smileOf, type Smile, type SmilePoint } from './smile.ts';
export { strategyLegs, type StrategyChoice, type StrikeContracts } from './strategy-legs.ts';
