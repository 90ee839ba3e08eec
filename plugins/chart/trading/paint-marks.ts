import type { ChartView } from '../view/types.ts';
import { PRICE_PANE } from '../view/geometry.ts';
import type { TradeMark } from './chart-orders.ts';

const HALF_PX = 5;
const GAP_PX = 4;

export interface MarkColors { readonly buy: string; readonly sell: string }

/** Executions as triangles: buys below the low of their bar pointing up, sales above its high pointing down, several at one bar beside one another. */
export function paintMarks(context: CanvasRenderingContext2D, view: ChartView, marks: readonly TradeMark[], colors: MarkColors): void {
  const { panes, plotWidth } = view.geometry();
  const pane = panes.find(({ id }) => id === PRICE_PANE);
  const scale = view.scaleOf(PRICE_PANE);
  const { bars } = view.model;
  if (pane === undefined || scale === undefined || bars.length === 0 || marks.length === 0) return;
  context.save();
  context.beginPath();
  context.rect(0, pane.top, plotWidth, pane.height);
  context.clip();
  const stacked = new Map<string, number>();
  for (const mark of marks) {
    const index = bars.indexFrom(mark.timeMs + 1) - 1;
    if (index < view.viewport.from - 1 || index > view.viewport.to || index < 0) continue;
    const key = `${index} ${mark.isBuy}`;
    const count = stacked.get(key) ?? 0;
    stacked.set(key, count + 1);
    const x = view.viewport.xOf(index);
    const edge = scale.y((mark.isBuy ? bars.low[index] : bars.high[index]) ?? mark.price);
    const away = mark.isBuy ? 1 : -1;
    const tip = edge + away * (GAP_PX + count * (2 * HALF_PX + 2));
    context.fillStyle = mark.isBuy ? colors.buy : colors.sell;
    context.strokeStyle = view.theme().background;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, tip);
    context.lineTo(x - HALF_PX, tip + away * 2 * HALF_PX);
    context.lineTo(x + HALF_PX, tip + away * 2 * HALF_PX);
    context.closePath();
    context.fill();
    context.stroke();
    // A short line at the very price that was paid.
    context.fillRect(x - HALF_PX, scale.y(mark.price) - 0.5, 2 * HALF_PX, 1.5);
  }
  context.restore();
}
