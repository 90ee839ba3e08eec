export { createMatcher, Matcher } from './matcher.ts';
export { matchUnits, naturalNetE4, type LegMarket, type UnitsMatch } from './multi-leg.ts';
export { DEFAULT_MATCHER_CONFIG, PHASES, PLAIN_MATCH_ORDER, QUEUE_MODES } from './types.ts';
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
