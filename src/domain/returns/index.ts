export { annualise, coversSession, createReturnsRun, returnsOf, YEAR_MS } from './returns.ts';
export type { OrderFigures, Returns, ReturnsFill, ReturnsPeriod, ReturnsRun } from './returns.ts';
