import type { Book } from '../../domain/orders/core/book.ts';
import type { MarketView } from '../../domain/orders/core/types.ts';
import type { Commit } from './commit.ts';
import type { Batch } from './release-queue.ts';
import type { RiskFacts } from './risk-facts.ts';
import type { TradingFloor } from './trading-floor.ts';

/** What decisions about accounts read, and how one is made: its events, and what groups do because of them, are one batch. */
export interface DecisionParts {
  readonly book: Book;
  readonly floor: TradingFloor;
  readonly facts: RiskFacts;
  readonly run: (decide: (view: MarketView, commit: Commit) => void) => Batch | undefined;
}
