import { defineContender } from './contender.ts';
import { copyBars, FIRST_BARS, HEIGHT, rsi, sma, SMA_PERIODS, WIDTH } from './data.ts';

const AXIS_PX = 50;
const PRICE_PX = 430;
const VOLUME_PX = 120;
const DATES_PX = 30;

/** The least that draws the same picture: loops over typed arrays and one canvas, no options, no interaction. */
export const floor = defineContender({
  prepare: copyBars,
  create(host, bars, hasStudies) {
    const canvas = document.createElement('canvas');
    const ratio = devicePixelRatio;
    canvas.width = WIDTH * ratio;
    canvas.height = HEIGHT * ratio;
    canvas.style.cssText = `width: ${WIDTH}px; height: ${HEIGHT}px`;
    host.append(canvas);
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('no canvas');
    const { open, high, low, close, volume } = bars;
    const averages = hasStudies ? SMA_PERIODS.map((period) => sma(close, period)) : [];
    const strength = hasStudies ? rsi(close, 14) : null;
    let left = bars.length - FIRST_BARS;
    let span = FIRST_BARS;
    let isDue = false;
    const plot = WIDTH - AXIS_PX;
    const priceHeight = hasStudies ? PRICE_PX : HEIGHT - DATES_PX;

    const columns = (from: number, to: number, draw: (x: number, from: number, to: number) => void) => {
      const perPx = span / plot;
      for (let x = 0; x < plot; x += 1)
        draw(
          x,
          Math.max(from, Math.floor(left + x * perPx)),
          Math.min(to, Math.max(Math.floor(left + x * perPx) + 1, Math.floor(left + (x + 1) * perPx))),
        );
    };
    const line = (
      values: Float64Array,
      y: (value: number) => number,
      color: string,
      from: number,
      to: number,
    ) => {
      context.beginPath();
      const step = plot / span;
      if (step < 1) {
        columns(from, to, (x, start, end) => {
          let least = Infinity;
          let most = -Infinity;
          for (let i = start; i < end; i += 1) {
            const value = values[i] ?? NaN;
            if (value < least) least = value;
            if (value > most) most = value;
          }
          context.lineTo(x, y(most));
          context.lineTo(x, y(least));
        });
      } else for (let i = from; i < to; i += 1) context.lineTo((i + 0.5 - left) * step, y(values[i] ?? NaN));
      context.strokeStyle = color;
      context.stroke();
    };
    const paint = () => {
      isDue = false;
      const from = Math.max(0, Math.floor(left));
      const to = Math.min(bars.length, Math.ceil(left + span));
      const step = plot / span;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.fillStyle = '#fff';
      context.fillRect(0, 0, WIDTH, HEIGHT);
      let least = Infinity;
      let most = -Infinity;
      let busiest = 1;
      for (let i = from; i < to; i += 1) {
        least = Math.min(least, low[i] ?? Infinity);
        most = Math.max(most, high[i] ?? -Infinity);
        busiest = Math.max(busiest, volume[i] ?? 0);
      }
      const y = (price: number) => 10 + ((most - price) / (most - least)) * (priceHeight - 20);
      context.fillStyle = '#eee';
      for (let n = 0; n < 8; n += 1) context.fillRect(0, (n * priceHeight) / 8, plot, 1);
      for (let n = 0; n < 12; n += 1) context.fillRect((n * plot) / 12, 0, 1, HEIGHT - DATES_PX);
      if (step < 1) {
        context.fillStyle = '#09703e';
        columns(from, to, (x, start, end) => {
          let bottom = Infinity;
          let top = -Infinity;
          for (let i = start; i < end; i += 1) {
            bottom = Math.min(bottom, low[i] ?? Infinity);
            top = Math.max(top, high[i] ?? -Infinity);
          }
          context.fillRect(x, y(top), 1, Math.max(1, y(bottom) - y(top)));
        });
      } else {
        const body = Math.max(1, Math.floor(step * 0.8));
        for (const isUp of [true, false]) {
          context.fillStyle = isUp ? '#09703e' : '#c22a2a';
          for (let i = from; i < to; i += 1) {
            const first = open[i] ?? 0;
            const last = close[i] ?? 0;
            if (last >= first !== isUp) continue;
            const x = Math.round((i + 0.5 - left) * step);
            const top = Math.round(y(high[i] ?? 0));
            context.fillRect(x, top, 1, Math.max(1, Math.round(y(low[i] ?? 0)) - top));
            const bodyTop = Math.round(y(Math.max(first, last)));
            context.fillRect(
              x - (body >> 1),
              bodyTop,
              body,
              Math.max(1, Math.round(y(Math.min(first, last))) - bodyTop),
            );
          }
        }
      }
      if (strength !== null) {
        averages.forEach((values, n) =>
          line(values, y, ['#1a5fc0', '#b35c00', '#8a3ab9'][n] ?? '#000', from, to),
        );
        const floorY = PRICE_PX + VOLUME_PX;
        context.fillStyle = '#9cc';
        const bar = (x: number, width: number, shares: number) => {
          const height = (shares / busiest) * (VOLUME_PX - 10);
          context.fillRect(x, floorY - height, width, height);
        };
        if (step < 1)
          columns(from, to, (x, start, end) => {
            let top = 0;
            for (let i = start; i < end; i += 1) top = Math.max(top, volume[i] ?? 0);
            bar(x, 1, top);
          });
        else
          for (let i = from; i < to; i += 1)
            bar(Math.round((i + 0.1 - left) * step), Math.max(1, Math.floor(step * 0.8)), volume[i] ?? 0);
        line(
          strength,
          (value) => floorY + (1 - value / 100) * (HEIGHT - DATES_PX - floorY),
          '#1a5fc0',
          from,
          to,
        );
      }
      context.fillStyle = '#555';
      context.font = '11px sans-serif';
      for (let n = 0; n < 8; n += 1)
        context.fillText((most - (n * (most - least)) / 8).toFixed(2), plot + 5, (n * priceHeight) / 8 + 4);
      for (let n = 0; n < 12; n += 1)
        context.fillText(
          new Date(bars.timeMs[Math.min(to - 1, from + Math.floor((n * span) / 12))] ?? 0)
            .toISOString()
            .slice(11, 16),
          (n * plot) / 12,
          HEIGHT - 10,
        );
    };
    const soon = () => {
      if (!isDue) {
        isDue = true;
        requestAnimationFrame(paint);
      }
    };
    soon();
    return {
      show(nextLeft, nextSpan) {
        left = nextLeft;
        span = nextSpan;
        soon();
      },
      tick(price) {
        const last = bars.length - 1;
        close[last] = price;
        high[last] = Math.max(high[last] ?? 0, price);
        low[last] = Math.min(low[last] ?? 0, price);
        soon();
      },
      destroy: () => canvas.remove(),
    };
  },
});
