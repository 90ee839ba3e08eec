/** Strategies: what may be said of them, and the language that they are written in. The isolate and the tests run the same code. */
export { runBacktest } from './backtest.ts';
export type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
export { minuteInWords } from './intervals.ts';
export { createLanguage } from './language.ts';
export type { Language } from './language.ts';
export { startLiveRun } from './live-run.ts';
export type { LiveReport, LiveRun } from './live-run.ts';
export { readOrderChunk } from './order-log.ts';
export type { LoggedOrder } from './order-log.ts';
export type { EarlierFill } from './resume-position.ts';
