export { EquityCurve, continueEquity, MAX_EQUITY_POINTS, packEquity, readEquity } from './equity-curve.ts';
export type { Equity, EquityFigures, EquityPoint } from './equity-curve.ts';
export { annualise, coversSession, createReturnsRun, returnsOf, YEAR_MS } from './returns.ts';
export type { OrderFigures, Returns, ReturnsFill, ReturnsPeriod, ReturnsRun } from './returns.ts';
