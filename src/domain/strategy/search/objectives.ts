import { fromE4, type MoneyE4 } from '../../money/price.ts';
import type { ReturnMoments } from './deflated-sharpe.ts';

/** The figures of a run that a search compares. Definitions and units are those of the report; null = there is nothing to divide by. */
export interface SetFigures {
  readonly netE4: MoneyE4;
  /** The largest fall of the net P&L over all bars, 0 or more; null = not known. */
  readonly drawdownE4: MoneyE4 | null;
  readonly baseE4: MoneyE4;
  readonly tradeCount: number;
  readonly winRate: number | null;
  readonly profitFactor: number | null;
  readonly expectancyE4: MoneyE4 | null;
  readonly cagr: number | null;
  readonly volatility: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
  /** Of the daily returns; null when the Sharpe ratio is. */
  readonly moments: ReturnMoments | null;
}

/** What a search can maximise: a number that is larger for a better run, null without a value. */
export const OBJECTIVES = {
  net: { label: 'Net P&L', valueOf: ({ netE4 }: SetFigures): number | null => fromE4(netE4) },
  sharpe: { label: 'Sharpe', valueOf: ({ sharpe }: SetFigures): number | null => sharpe },
  sortino: { label: 'Sortino', valueOf: ({ sortino }: SetFigures): number | null => sortino },
  calmar: { label: 'Calmar', valueOf: ({ calmar }: SetFigures): number | null => calmar },
  'return-drawdown': {
    label: 'Net ÷ drawdown',
    valueOf: ({ netE4, drawdownE4 }: SetFigures): number | null =>
      drawdownE4 === null || drawdownE4 === 0 ? null : netE4 / drawdownE4,
  },
  'profit-factor': { label: 'Profit factor', valueOf: ({ profitFactor }: SetFigures) => profitFactor },
  expectancy: {
    label: 'Expectancy',
    valueOf: ({ expectancyE4 }: SetFigures): number | null =>
      expectancyE4 === null ? null : expectancyE4 / 10_000,
  },
} as const;
/** Name of an objective, as the command line has it. */
export type ObjectiveName = keyof typeof OBJECTIVES;
/** All objectives. */
// The keys of the table are the names.
export const OBJECTIVE_NAMES = Object.keys(OBJECTIVES) as readonly ObjectiveName[];

/** The score of a run: its objective, null when it has fewer trades than required. */
export const scoreOf = (objective: ObjectiveName, minTrades: number, figures: SetFigures): number | null =>
  figures.tradeCount < minTrades ? null : OBJECTIVES[objective].valueOf(figures);

/** Best first; without a score last. Equal ones keep their sequence. */
export const ranked = <Item extends { readonly score: number | null }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) =>
    a.score === null || b.score === null
      ? Number(a.score === null) - Number(b.score === null)
      : b.score - a.score,
  );
