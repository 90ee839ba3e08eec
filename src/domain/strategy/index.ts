/** Strategies: their enumerations and rules, and the language they are written in. The isolate and the tests run the same code. */
export { runBacktest } from './backtest.ts';
export type { RunStart } from './backtest.ts';
export type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
export { minuteText } from './intervals.ts';
export { Language } from './language.ts';
export { LiveRun } from './live-run.ts';
export type { LiveInput, LiveSettlement } from './live-input.ts';
export type { LiveAction, LiveReport } from './live-messages.ts';
export { readOrderChunk } from './order-log.ts';
export type { OrderRecord } from './order-record.ts';
