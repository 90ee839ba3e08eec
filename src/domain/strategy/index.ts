/** Strategies: what may be said of them, and the language that they are written in. The isolate and the tests run the same code. */
export { runBacktest } from './backtest.ts';
export { barMinutesOf, barSizeInWords, DAY_BARS, TRADE_BARS } from './bar-size.ts';
export type { DataColumns, RunLimits, StrategyDescription, StudyInWords } from './description.ts';
export { StrategyError } from './fault.ts';
export {
  checkIntervals,
  DEFAULT_INTERVALS,
  intervalsInWords,
  isWithinIntervals,
  minuteInWords,
  minuteOfText,
} from './intervals.ts';
export { createLanguage } from './language.ts';
export type { Language } from './language.ts';
export { limitInWords, NO_LIMIT, PUBLIC_LIMITS } from './limits.ts';
export { startLiveRun } from './live-run.ts';
export type { LiveFill, LiveReport, LiveRun } from './live-run.ts';
export { RENAME_BLOCKED, renameProblem, strategyNameProblem } from './name.ts';
export { readOrderChunk } from './order-log.ts';
export type { LoggedOrder } from './order-log.ts';
export { parseParameters } from './parameters.ts';
export type { EarlierFill } from './resume-position.ts';
export { STRATEGY_ERROR, STRATEGY_REFUSALS, strategyPrompt } from './prompts.ts';
