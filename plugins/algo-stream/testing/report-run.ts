import { newYorkMs, nextSession, sessionOn } from '../../../src/domain/calendar/us-equity.ts';
import type { StrategyOrder } from '../types.ts';
import { order } from './fakes.ts';

// A run with its report: orders, closes of the symbol, and what its code has drawn.

/** Name and id of the run. */
export const RUN = { Name: 'Cross', InstanceId: 'i1' };
/** Minutes of a New York date as UTC ms. */
export const timeOf = (date: string, minutes: number): number => newYorkMs(date, minutes);

/** Closes of the symbol by date: 100 on each day of January 2026, but 102 on the 7th. */
export function dailyCloses(): readonly (readonly [string, number])[] {
  const closes: [string, number][] = [];
  for (let session = sessionOn('2026-01-05'); session && session.date < '2026-01-31';) {
    closes.push([session.date, session.date === '2026-01-07' ? 102 : 100]);
    session = nextSession(session.date);
  }
  return closes;
}

const filled = (id: string, change: Partial<StrategyOrder>): StrategyOrder =>
  order({
    Id: id,
    ClearingCharge: 0,
    ExecutionCharge: 0,
    LiquidityFee: 0,
    SecFee: 0,
    FinraFee: 0,
    NetProfitLoss: change.FifoProfitLoss ?? 0,
    ...change,
  });

/** A trade that won 300.00 and one that lost 100.00, 100 shares each. */
export const ORDERS: readonly StrategyOrder[] = [
  filled('1', { FillPrice: 100, FillTimestamp: timeOf('2026-01-05', 600), GrossAmount: -10_000 }),
  filled('2', {
    Side: 'Sell',
    FillPrice: 103,
    FillTimestamp: timeOf('2026-01-08', 600),
    GrossAmount: 10_300,
    FifoProfitLoss: 300,
  }),
  filled('3', {
    Side: 'Sell',
    FillPrice: 100,
    FillTimestamp: timeOf('2026-01-12', 600),
    GrossAmount: 10_000,
  }),
  filled('4', {
    FillPrice: 101,
    FillTimestamp: timeOf('2026-01-12', 630),
    GrossAmount: -10_100,
    FifoProfitLoss: -100,
  }),
];

/** A line that the code has drawn, as the server sends it. */
export interface Plot {
  readonly Name: string;
  readonly IsOnPrice: boolean;
  readonly Times: number[];
  readonly Values: number[];
}
/** The mark that the code of the run has set. */
export const MARK = { Time: timeOf('2026-01-07', 600), Text: 'breakout', Price: 101.5 };
/** Two lines of one scale, and a third of another one. */
export const PLOTS: readonly Plot[] = [
  {
    Name: 'fast',
    IsOnPrice: true,
    Times: [timeOf('2026-01-06', 600), timeOf('2026-01-08', 600)],
    Values: [100, 104],
  },
  {
    Name: 'slow',
    IsOnPrice: true,
    Times: [timeOf('2026-01-06', 600), timeOf('2026-01-08', 600)],
    Values: [101, 103],
  },
  { Name: 'strength', IsOnPrice: false, Times: [timeOf('2026-01-08', 600)], Values: [0.25] },
];
