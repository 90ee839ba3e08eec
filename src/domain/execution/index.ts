export {
  addTotals,
  averagesOf,
  NO_EXECUTIONS,
  totalsOf,
  type ExecutionAverages,
  type ExecutionTotals,
} from './execution-totals.ts';
export { orderExecution, type ExecutedFill, type OrderExecution, type Span } from './order-execution.ts';
export type { RecordedQuote } from '../orders/recorded-quote.ts';
export { groupSteps, type GroupStep } from './group-story.ts';
export { quantityAhead } from './queue-position.ts';
export { restingReason, type RestingMarket } from './resting-reason.ts';
export { followersNote, quoteNote, stopNotes, waitNote } from './resting-notes.ts';
