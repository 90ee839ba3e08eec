import { formatMoney, formatSignedPercent } from '../../../../src/domain/columns/index.ts';
import { fromE4 } from '../../../../src/domain/money/price.ts';
import { comparedCurves } from '../../../../src/domain/strategy/report/comparison.ts';
import type { PlotSeries } from '../plot-layout.ts';
import type { PlotData } from '../report-panes.ts';
import { comparedName, type ReadyRun } from './compared-run.ts';

/** What the curves of a comparison show above the drawdowns. */
export type CurveKind = 'equity' | 'return';

const percent = (share: number): string => formatSignedPercent(share * 100);

/** The curves of the runs, each on its own dates, with the drawdowns below. */
export function comparisonPlot(runs: readonly ReadyRun[], kind: CurveKind): PlotData {
  const { times, curves } = comparedCurves(runs.map(({ report }) => report));
  const series = (valuesOf: (curve: (typeof curves)[number]) => readonly (number | null)[]): PlotSeries[] =>
    runs.flatMap((run, at) => {
      const curve = curves[at];
      return curve === undefined
        ? []
        : [{ id: String(run.place), label: comparedName(run), values: valuesOf(curve) }];
    });
  return {
    times,
    panes: [
      kind === 'equity'
        ? {
            title: 'Equity',
            share: 7,
            text: formatMoney,
            series: series(({ equityE4 }) =>
              equityE4.map((value) => (value === null ? null : fromE4(value))),
            ),
          }
        : {
            title: 'Return',
            share: 7,
            hasZero: true,
            text: percent,
            series: series(({ totalReturn }) => totalReturn),
          },
      {
        title: 'Drawdown',
        share: 3,
        hasZero: true,
        text: percent,
        series: series(({ drawdown }) => drawdown),
      },
    ],
  };
}
