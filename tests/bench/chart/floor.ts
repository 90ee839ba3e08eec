import { defineContender, type BenchChart } from './contender.ts';
import { copyBars, FIRST_BARS, HEIGHT, rsi, sma, SMA_PERIODS, WIDTH, type BenchBars } from './data.ts';
import {
  DATES_PX,
  paintBars,
  paintGrid,
  paintLabels,
  paintLine,
  paintVolume,
  type ToY,
} from './floor-paint.ts';
import { FloorScale, rangeOf } from './floor-scale.ts';

const PRICE_PX = 430;
const VOLUME_PX = 120;
const STUDIES_Y = PRICE_PX + VOLUME_PX;
const AVERAGE_COLORS = ['#1a5fc0', '#b35c00', '#8a3ab9'];
const RSI_COLOR = '#1a5fc0';

interface Studies {
  readonly averages: readonly Float64Array[];
  readonly strength: Float64Array;
}

/** The least that draws the same picture: loops over typed arrays and one canvas, no options, no interaction. */
export const floor = defineContender({
  prepare: copyBars,
  create: (host, bars, hasStudies) => new FloorChart(host, bars, hasStudies),
});

class FloorChart implements BenchChart {
  readonly #bars: BenchBars;
  readonly #canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #scale: FloorScale;
  readonly #studies: Studies | null;
  #isDue = false;

  constructor(host: HTMLElement, bars: BenchBars, hasStudies: boolean) {
    this.#bars = bars;
    this.#canvas.width = WIDTH * devicePixelRatio;
    this.#canvas.height = HEIGHT * devicePixelRatio;
    this.#canvas.style.cssText = `width: ${WIDTH}px; height: ${HEIGHT}px`;
    host.append(this.#canvas);
    const context = this.#canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('no canvas');
    this.#context = context;
    this.#scale = new FloorScale(bars.length, FIRST_BARS);
    const averages = () => SMA_PERIODS.map((period) => sma(bars.close, period));
    this.#studies = hasStudies ? { averages: averages(), strength: rsi(bars.close, 14) } : null;
    this.#paintSoon();
  }

  show(left: number, span: number): void {
    this.#scale.left = left;
    this.#scale.span = span;
    this.#paintSoon();
  }

  tick(price: number): void {
    const { close, high, low, length } = this.#bars;
    const last = length - 1;
    close[last] = price;
    high[last] = Math.max(high[last] ?? 0, price);
    low[last] = Math.min(low[last] ?? 0, price);
    this.#paintSoon();
  }

  destroy(): void {
    this.#canvas.remove();
  }

  #paintSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    this.#isDue = false;
    const context = this.#context;
    const bars = this.#bars;
    const scale = this.#scale;
    const priceHeight = this.#studies === null ? HEIGHT - DATES_PX : PRICE_PX;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    const range = rangeOf(bars.low, bars.high, scale.from, scale.to);
    const y = (price: number) => 10 + ((range.high - price) / (range.high - range.low)) * (priceHeight - 20);
    paintGrid(context, priceHeight);
    paintBars(context, bars, scale, y);
    if (this.#studies !== null) this.#paintStudies(this.#studies, y);
    paintLabels(context, bars.timeMs, scale, range, priceHeight);
  }

  #paintStudies({ averages, strength }: Studies, y: ToY): void {
    const context = this.#context;
    averages.forEach((values, n) => paintLine(context, values, this.#scale, y, AVERAGE_COLORS[n] ?? '#000'));
    paintVolume(context, this.#bars.volume, this.#scale, STUDIES_Y, VOLUME_PX - 10);
    const rsiY = (value: number) => STUDIES_Y + (1 - value / 100) * (HEIGHT - DATES_PX - STUDIES_Y);
    paintLine(context, strength, this.#scale, rsiY, RSI_COLOR);
  }
}
