import uPlot from 'uplot';
import { defineContender } from './contender.ts';
import { FIRST_BARS, HEIGHT, rsi, sma, SMA_PERIODS, WIDTH } from './data.ts';

/** The library knows null for what is missing; NaN sends it into an endless loop. */
const withNulls = (values: Float64Array): (number | null)[] =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value));

/** A line plot of its kind: closes instead of candles, and one plot for each pane. */
export const uplot = defineContender({
  prepare(bars, hasStudies) {
    const x = Float64Array.from({ length: bars.length }, (_, i) => i);
    return {
      length: bars.length,
      x,
      close: bars.close.slice(),
      volume: bars.volume,
      averages: hasStudies ? SMA_PERIODS.map((period) => withNulls(sma(bars.close, period))) : [],
      strength: hasStudies ? withNulls(rsi(bars.close, 14)) : null,
    };
  },
  create(host, { length, x, close, volume, averages, strength }, hasStudies) {
    const base = (height: number): uPlot.Options => ({
      width: WIDTH,
      height,
      series: [{}],
      scales: { x: { time: false, min: length - FIRST_BARS, max: length } },
      legend: { show: false },
    });
    const colors = ['#1a5fc0', '#b35c00', '#8a3ab9'];
    const plots = [
      new uPlot(
        {
          ...base(hasStudies ? HEIGHT - 270 : HEIGHT),
          series: [{}, { stroke: '#09703e' }, ...averages.map((_, n) => ({ stroke: colors[n] ?? '#000' }))],
        },
        [x, close, ...averages],
        host,
      ),
    ];
    if (hasStudies) {
      const bars = uPlot.paths.bars?.({ size: [0.8] });
      plots.push(
        new uPlot(
          { ...base(120), series: [{}, { fill: '#9cc', ...(bars === undefined ? {} : { paths: bars }) }] },
          [x, volume],
          host,
        ),
      );
      plots.push(new uPlot({ ...base(150), series: [{}, { stroke: '#1a5fc0' }] }, [x, strength ?? []], host));
    }
    let range = { min: length - FIRST_BARS, max: length };
    const show = (left: number, span: number) => {
      range = { min: left, max: left + span };
      for (const plot of plots) plot.setScale('x', range);
    };
    show(range.min, FIRST_BARS);
    return {
      show,
      tick(price) {
        close[length - 1] = price;
        plots[0]?.setData([x, close, ...averages], false);
        for (const plot of plots) plot.setScale('x', range);
      },
      destroy: () => {
        for (const plot of plots) plot.destroy();
      },
    };
  },
});
