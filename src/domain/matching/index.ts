export { createMatcher, Matcher } from './matcher.ts';
export { matchUnits, type LegMarket, type UnitsMatch } from './multi-leg.ts';
export { DEFAULT_MATCHER_CONFIG, PLAIN_MATCH_ORDER, QUEUE_MODES } from './types.ts';
export type {
  AdoptedState,
  MatchEvent,
  MatcherConfig,
  MatcherState,
  MatchOrder,
  OrderChange,
  Phase,
  PriceCollar,
  QueueMode,
  SessionEvent,
  ShownQuote,
  TapePrint,
  VenueState,
} from './types.ts';
