import { formatTime } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { isSeries } from '../model/study-set.ts';

export interface BarTable { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** Bars [from, to) with the values of the studies, as text: prices with up to four decimals, nothing where there is no value. */
export function barTable(model: ChartModel, from: number, to: number): BarTable {
  model.settle();
  const { bars, studies, tradeLists, period } = model;
  const series = studies.views.flatMap((view) => (isSeries(view)
    ? view.study.outputs.map((output, n) => ({ name: view.study.outputs.length === 1 ? view.label : `${view.label} ${output.title}`, values: view.run.outputs[n] ?? new Float64Array(0), isVolume: view.id === 'volume' }))
    : [])).filter(({ isVolume }) => !isVolume);
  const columns = [...series, ...tradeLists.filter(({ hasProfit }) => hasProfit).map(({ isOwn, title, profit }) => ({ name: isOwn ? 'P&L' : `P&L ${title}`, values: profit }))];
  const rows: string[][] = [];
  for (let i = Math.max(0, from); i < Math.min(to, bars.length); i += 1) {
    const timeMs = bars.timeMs[i] ?? 0;
    rows.push([
      formatTime(timeMs, 'YYYY-MM-DD'),
      ...(typeof period === 'string' ? [] : [formatTime(timeMs, 'HH:mm')]),
      number(bars.open[i]), number(bars.high[i]), number(bars.low[i]), number(bars.close[i]), number(bars.volume[i]),
      ...columns.map(({ values }) => number(values[i])),
    ]);
  }
  return { header: ['Date', ...(typeof period === 'string' ? [] : ['Time']), 'Open', 'High', 'Low', 'Close', 'Volume', ...columns.map(({ name }) => name)], rows };
}

function number(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? '' : String(Math.round(value * 1e4) / 1e4);
}
