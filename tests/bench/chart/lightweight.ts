import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import { defineContender } from './contender.ts';
import { FIRST_BARS, HEIGHT, rsi, sma, SMA_PERIODS, WIDTH, type BenchBars } from './data.ts';

interface Bar {
  time: UTCTimestamp;
  open: number;
  high: number;
  low: number;
  close: number;
}
interface Point {
  time: UTCTimestamp;
  value: number;
}

// The library brands its seconds.
const timeOf = (bars: BenchBars, i: number) => Math.floor((bars.timeMs[i] ?? 0) / 1000) as UTCTimestamp;
const pointsOf = (bars: BenchBars, values: Float64Array): Point[] => {
  const points: Point[] = [];
  values.forEach((value, i) => {
    if (!Number.isNaN(value)) points.push({ time: timeOf(bars, i), value });
  });
  return points;
};

export const lightweight = defineContender({
  prepare(bars, hasStudies) {
    const candles: Bar[] = [];
    for (let i = 0; i < bars.length; i += 1)
      candles.push({
        time: timeOf(bars, i),
        open: bars.open[i] ?? 0,
        high: bars.high[i] ?? 0,
        low: bars.low[i] ?? 0,
        close: bars.close[i] ?? 0,
      });
    return {
      candles,
      volume: hasStudies ? pointsOf(bars, bars.volume) : [],
      averages: hasStudies ? SMA_PERIODS.map((period) => pointsOf(bars, sma(bars.close, period))) : [],
      strength: hasStudies ? pointsOf(bars, rsi(bars.close, 14)) : [],
    };
  },
  create(host, { candles, volume, averages, strength }, hasStudies) {
    const chart = createChart(host, { width: WIDTH, height: HEIGHT, timeScale: { minBarSpacing: 0.001 } });
    const price = chart.addSeries(CandlestickSeries);
    price.setData(candles);
    const lines = averages.map((points) => {
      const line = chart.addSeries(LineSeries, { lineWidth: 1 });
      line.setData(points);
      return line;
    });
    const strengthLine = hasStudies ? chart.addSeries(LineSeries, { lineWidth: 1 }, 2) : null;
    if (hasStudies) chart.addSeries(HistogramSeries, {}, 1).setData(volume);
    strengthLine?.setData(strength);
    const show = (left: number, span: number) =>
      chart.timeScale().setVisibleLogicalRange({ from: left, to: left + span });
    show(candles.length - FIRST_BARS, FIRST_BARS);
    const last = candles[candles.length - 1];
    return {
      show,
      tick(value) {
        if (last === undefined) return;
        last.close = value;
        last.high = Math.max(last.high, value);
        last.low = Math.min(last.low, value);
        price.update(last);
        for (const line of lines) line.update({ time: last.time, value });
        strengthLine?.update({ time: last.time, value: 50 });
      },
      destroy: () => chart.remove(),
    };
  },
});
