import { formatMoney, formatPercent, formatSignedPercent } from '../../../src/domain/columns/index.ts';
import { formatRatio } from '../../../src/domain/format/format-number.ts';
import { fromE4 } from '../../../src/domain/money/price.ts';
import type { StrategyReport } from '../../../src/domain/strategy/report/types.ts';
import type { PlotPane } from './plot-layout.ts';

/** Panes of a plot with the times of their values. */
export interface PlotData {
  readonly times: readonly number[];
  readonly panes: readonly PlotPane[];
}

/** Equity with buy-and-hold, and the drawdown below. The plot begins with the capital base at the start of the run. */
export function equityPlot({ fromMs, baseE4, days }: StrategyReport, isLog: boolean): PlotData {
  const hasHold = baseE4 > 0 && days.some(({ holdE4 }) => holdE4 !== null);
  const base = fromE4(baseE4);
  const equity: PlotPane = {
    title: 'Equity',
    share: 7,
    isLog,
    text: formatMoney,
    series: [
      ...(hasHold
        ? [
            {
              id: 'hold',
              label: 'Buy and hold',
              values: [base, ...days.map(({ holdE4 }) => (holdE4 === null ? null : fromE4(holdE4)))],
            },
          ]
        : []),
      { id: 'equity', label: 'Equity', values: [base, ...days.map(({ equityE4 }) => fromE4(equityE4))] },
    ],
  };
  const drawdown: PlotPane = {
    title: 'Drawdown',
    share: 3,
    hasZero: true,
    text: (share) => formatSignedPercent(share * 100),
    series: [
      {
        id: 'drawdown',
        label: 'Drawdown',
        isArea: true,
        values: [0, ...days.map((day) => day.drawdown)],
      },
    ],
  };
  return {
    times: [Math.min(fromMs, days[0]?.timeMs ?? fromMs), ...days.map(({ timeMs }) => timeMs)],
    panes: baseE4 > 0 ? [equity, drawdown] : [equity],
  };
}

/** Volatility and Sharpe ratio of the last 63 days. */
export function rollingPlot({ rolling }: StrategyReport): PlotData {
  return {
    times: rolling.map(({ timeMs }) => timeMs),
    panes: [
      {
        title: 'Volatility',
        share: 1,
        hasZero: true,
        text: (share) => formatPercent(share * 100),
        series: [
          { id: 'volatility', label: 'Volatility', values: rolling.map(({ volatility }) => volatility) },
        ],
      },
      {
        title: 'Sharpe ratio',
        share: 1,
        hasZero: true,
        text: formatRatio,
        series: [{ id: 'sharpe', label: 'Sharpe ratio', values: rolling.map(({ sharpe }) => sharpe) }],
      },
    ],
  };
}
