import { dispose, init, type KLineData } from 'klinecharts';
import { defineContender } from './contender.ts';
import { HEIGHT, SMA_PERIODS, WIDTH } from './data.ts';

const AXIS_PX = 60;

export const kline = defineContender({
  prepare(bars): KLineData[] {
    const data: KLineData[] = [];
    for (let i = 0; i < bars.length; i += 1)
      data.push({
        timestamp: bars.timeMs[i] ?? 0,
        open: bars.open[i] ?? 0,
        high: bars.high[i] ?? 0,
        low: bars.low[i] ?? 0,
        close: bars.close[i] ?? 0,
        volume: bars.volume[i] ?? 0,
      });
    return data;
  },
  create(host, data, hasStudies) {
    host.style.width = `${WIDTH}px`;
    host.style.height = `${HEIGHT}px`;
    const chart = init(host);
    if (chart === null) throw new Error('klinecharts made no chart');
    let update: ((bar: KLineData) => void) | null = null;
    chart.setSymbol({ ticker: 'BENCH' });
    chart.setPeriod({ span: 1, type: 'minute' });
    chart.setDataLoader({
      getBars: ({ type, callback }) => callback(type === 'init' ? data : [], false),
      subscribeBar: ({ callback }) => {
        update = callback;
      },
    });
    if (hasStudies) {
      chart.createIndicator({ name: 'MA', calcParams: [...SMA_PERIODS], paneId: 'candle_pane' }, true);
      chart.createIndicator('VOL');
      chart.createIndicator({ name: 'RSI', calcParams: [14] });
    }
    const last = data[data.length - 1];
    return {
      show(left, span) {
        // A bar has a pixel at least; what is narrower is not taken at all.
        chart.setBarSpace(Math.max(1, (WIDTH - AXIS_PX) / span));
        chart.scrollToDataIndex(Math.min(data.length - 1, Math.floor(left + span)));
      },
      tick(price) {
        if (last === undefined) return;
        update?.({ ...last, close: price, high: Math.max(last.high, price), low: Math.min(last.low, price) });
      },
      barsInSight: () => {
        const { from, to } = chart.getVisibleRange();
        return to - from;
      },
      destroy: () => dispose(host),
    };
  },
});
