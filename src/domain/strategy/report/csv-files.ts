import { csvText } from '../../csv/csv.ts';
import type { ReportDocument } from './document.ts';
import { figureNumber, FIGURE_GROUPS, type FigureUnit } from './figures.ts';
import type { StrategyReport } from './types.ts';

const UNITS: Readonly<Record<FigureUnit, string>> = {
  money: 'dollars',
  signedMoney: 'dollars',
  share: 'fraction',
  signedShare: 'fraction',
  ratio: 'ratio',
  times: 'per year',
  count: 'count',
  days: 'trading days',
  duration: 'seconds',
};

/** The figures of a report as CSV, and what a backtest assumes and has paid. Null = the run has no fills: its figures are empty, and the last line says why. */
export const figuresCsv = (
  report: StrategyReport | null,
  {
    run: { assumptions, feesPaid, slippagePaid, borrowPaid },
    noFills,
  }: Pick<ReportDocument, 'run' | 'noFills'>,
): string =>
  csvText(
    ['Group', 'Figure', 'Value', 'Unit'],
    [
      ...FIGURE_GROUPS.flatMap(({ title, figures }) =>
        figures.map((figure) => [
          title,
          figure.label,
          report === null ? null : figureNumber(figure, report),
          UNITS[figure.unit],
        ]),
      ),
      ['Costs', 'Fees paid', feesPaid, UNITS.money],
      ['Costs', 'Slippage paid', slippagePaid, UNITS.money],
      ['Costs', 'Borrow paid', borrowPaid, UNITS.money],
      ...(assumptions === null ? [] : [['Costs', 'Assumptions', assumptions, 'text']]),
      ...(noFills === null ? [] : [['Run', 'No fills', noFills, 'text']]),
    ],
  );

/** A report with what distinguishes its run in a comparison. */
export interface ComparedReport {
  /** Unique in the comparison. */
  readonly name: string;
  /** Facts of the run in the order of `COMPARED_FACTS`; null = it has none. */
  readonly facts: readonly (string | number | null)[];
  /** Null when it could not be loaded: its figures are empty. */
  readonly report: StrategyReport | null;
}

/** What a comparison says about each run, above its figures. */
export const COMPARED_FACTS = [
  'Strategy',
  'Version',
  'Symbol',
  'From',
  'To',
  'Account',
  'Parameters',
] as const;

/** The figures of several reports side by side as CSV: a column for each run. */
export const comparisonCsv = (runs: readonly ComparedReport[]): string =>
  csvText(
    ['Group', 'Figure', 'Unit', ...runs.map(({ name }) => name)],
    [
      ...COMPARED_FACTS.map((fact, at) => ['Run', fact, '', ...runs.map(({ facts }) => facts[at] ?? null)]),
      ...FIGURE_GROUPS.flatMap(({ title, figures }) =>
        figures.map((figure) => [
          title,
          figure.label,
          UNITS[figure.unit],
          ...runs.map(({ report }) => (report === null ? null : figureNumber(figure, report))),
        ]),
      ),
    ],
  );

/** The daily equity of a report as CSV. */
export const daysCsv = ({ days }: Pick<ReportDocument, 'days'>): string =>
  csvText(
    ['Date', 'Net P&L', 'Equity', 'Return', 'Drawdown', 'Buy and hold'],
    days.map((day) => [day.date, day.net, day.equity, day.return, day.drawdown, day.buyAndHold]),
  );

/** The trades of a report as CSV. Times in UTC. */
export const tradesCsv = ({ trades }: Pick<ReportDocument, 'trades'>): string =>
  csvText(
    [
      'Number',
      'Symbol',
      'Side',
      'Opened',
      'Closed',
      'Quantity',
      'Entry price',
      'Exit price',
      'Gross P&L',
      'Fees',
      'Net P&L',
      'MAE',
      'MFE',
    ],
    trades.map((trade) => [
      trade.number,
      trade.symbol,
      trade.side,
      trade.opened,
      trade.closed,
      trade.quantity,
      trade.entryPrice,
      trade.exitPrice,
      trade.gross,
      trade.fees,
      trade.net,
      trade.mae,
      trade.mfe,
    ]),
  );
