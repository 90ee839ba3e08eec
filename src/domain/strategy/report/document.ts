import type { Excursion } from '../../lots/excursion.ts';
import { fromE4, type Dollars, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { figureNumber, REPORT_FIGURES, type ReportFigure } from './figures.ts';
import type { PeriodReturn, StrategyReport } from './types.ts';

/** Name and version of the format of docs/algostream/report-format.md. */
const REPORT_FORMAT = 'tapedeck-run-report';
/** Rises with a change that readers must know of; new fields alone do not raise it. */
const REPORT_FORMAT_VERSION = 1;

/** The run that a report is of. */
export interface ReportedRun {
  readonly strategy: string;
  readonly instanceId: string;
  readonly isBacktest: boolean;
  readonly symbol: string;
  readonly account: string;
  readonly parameters: string;
  /** What a backtest assumes about fills and costs; null for a live run. */
  readonly assumptions: string | null;
  /** Dollars; null = not counted. */
  readonly feesPaid: number | null;
  readonly slippagePaid: number | null;
  readonly borrowPaid: number | null;
}

/** What the code of a run has drawn. Times in UTC ms. */
interface DrawnByRun {
  readonly plots: readonly {
    readonly name: string;
    readonly isOnPrice?: true | undefined;
    readonly points: readonly { readonly timeMs: number; readonly value: number }[];
  }[];
  readonly marks: readonly {
    readonly timeMs: number;
    readonly text: string;
    readonly price: number | null;
  }[];
}

/** What a report of a run without fills has instead of figures. Times in UTC ms. */
export interface RunWithoutFills {
  /** Null: the run has not begun. */
  readonly fromMs: number | null;
  /** Null: it has not ended. */
  readonly toMs: number | null;
  /** Why no order was executed. */
  readonly reason: string;
  readonly log: readonly { readonly timeMs: number; readonly text: string }[];
}

const NOTHING_DRAWN: DrawnByRun = { plots: [], marks: [] };

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
const dollars = (e4: MoneyE4 | PriceE4 | null): Dollars | null => (e4 === null ? null : fromE4(e4));
const periodOf = ({ period, netE4, share }: PeriodReturn) => ({
  period,
  net: fromE4(netE4),
  return: share,
});

const headOf = (
  run: ReportedRun,
  { fromMs, toMs }: Pick<RunWithoutFills, 'fromMs' | 'toMs'>,
  noFills: string | null,
) => ({
  format: REPORT_FORMAT,
  version: REPORT_FORMAT_VERSION,
  run: { ...run, from: isoOrNull(fromMs), to: isoOrNull(toMs) },
  noFills,
});
const logOf = (lines: RunWithoutFills['log']) =>
  lines.map(({ timeMs, text }) => ({ time: iso(timeMs), text }));
const figuresOf = (value: (figure: ReportFigure) => number | null): Record<string, number | null> =>
  Object.fromEntries(REPORT_FIGURES.map((figure) => [figure.id, value(figure)]));
const drawingOf = ({ plots, marks }: DrawnByRun) => ({
  plots: plots.map(({ name, isOnPrice = false, points }) => ({
    name,
    scale: isOnPrice ? 'price' : null,
    points: points.map(({ timeMs, value }) => ({ time: iso(timeMs), value })),
  })),
  marks: marks.map(({ timeMs, text, price }) => ({ time: iso(timeMs), text, price })),
});

/** The report as a document for other programs: dollars, fractions of 1, times in ISO 8601 (UTC). `excursions`: by the number of the trade; the last argument: what the code of the run has drawn. */
export function reportDocument(
  report: StrategyReport,
  run: ReportedRun,
  excursions: ReadonlyMap<number, Excursion>,
  drawn: DrawnByRun = NOTHING_DRAWN,
) {
  const { maxDrawdown } = report.ratios;
  return {
    ...headOf(run, report, null),
    figures: figuresOf((figure) => figureNumber(figure, report)),
    maxDrawdown:
      maxDrawdown === null
        ? null
        : {
            share: maxDrawdown.share,
            amount: fromE4(maxDrawdown.amountE4),
            peakDate: maxDrawdown.peakDate,
            troughDate: maxDrawdown.troughDate,
            recoveredDate: maxDrawdown.recoveredDate,
            days: maxDrawdown.dayCount,
          },
    ...drawingOf(drawn),
    log: logOf([]),
    months: report.months.map(periodOf),
    years: report.years.map(periodOf),
    days: report.days.map((day) => ({
      date: day.date,
      time: iso(day.timeMs),
      net: fromE4(day.netE4),
      equity: fromE4(day.equityE4),
      return: day.dailyReturn,
      drawdown: day.drawdown,
      buyAndHold: dollars(day.holdE4),
    })),
    trades: report.trades.map((trade) => {
      const excursion = excursions.get(trade.number);
      return {
        number: trade.number,
        symbol: trade.symbol ?? run.symbol,
        side: trade.isShort ? 'Short' : 'Long',
        opened: iso(trade.openedMs),
        closed: isoOrNull(trade.closedMs),
        quantity: trade.quantity,
        entryPrice: fromE4(trade.entryPriceE4),
        exitPrice: dollars(trade.exitPriceE4),
        gross: fromE4(trade.grossE4),
        fees: fromE4(trade.feesE4),
        net: fromE4(trade.netE4),
        mae: dollars(excursion?.adverseE4 ?? null),
        mfe: dollars(excursion?.favorableE4 ?? null),
      };
    }),
    rolling: report.rolling.map(({ date, volatility, sharpe }) => ({ date, volatility, sharpe })),
  };
}

/** A report in the form of docs/algostream/report-format.md. */
export type ReportDocument = ReturnType<typeof reportDocument>;

/** The report of a run without fills in the same form: no figure is defined, and it has the reason and the log of the run. */
export const documentWithoutFills = (
  run: ReportedRun,
  facts: RunWithoutFills,
  drawn: DrawnByRun = NOTHING_DRAWN,
): ReportDocument => ({
  ...headOf(run, facts, facts.reason),
  figures: figuresOf(() => null),
  maxDrawdown: null,
  ...drawingOf(drawn),
  log: logOf(facts.log),
  months: [],
  years: [],
  days: [],
  trades: [],
  rolling: [],
});
