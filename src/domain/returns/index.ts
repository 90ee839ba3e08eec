export { EquityCurve, continueEquity, MAX_EQUITY_POINTS, readEquity } from './equity-curve.ts';
export type { Equity, EquityFigures, EquityPoint } from './equity-curve.ts';
export { ReturnsRun, returnsOf } from './returns.ts';
export type { OrderFigures, Returns } from './returns.ts';
