import type { TradeList } from '../model/trade-list.ts';
import type { PaintScope } from './scope.ts';

/** Half of a mark's width where there is room, and where marks stand close. */
const HALF_PX = 5;
const MIN_HALF_PX = 2;
const GAP_PX = 4;
/** Marks on top of one another at one bar and side; more would leave the pane. */
const MAX_STACKED = 4;

/** How far a mark reaches to either side of its bar, bars. */
export const markReach = ({ stepX, ratio }: Pick<PaintScope, 'stepX' | 'ratio'>): number =>
  Math.ceil(((HALF_PX + 1) * ratio) / stepX);

/** Half the width of a mark, px: as large as leaves the bars between the marks to be seen, by how many there are in view. */
export const markHalfPx = (widthPx: number, markCount: number): number =>
  Math.min(HALF_PX, Math.max(MIN_HALF_PX, Math.round(widthPx / Math.max(1, markCount) / 3)));

type MarkSide = 'buys' | 'sells';

/** How many marks stand on one another at the present bar, on either side. */
class MarkStacks {
  readonly #heights = { buys: 0, sells: 0 };
  readonly #lastX = { buys: -Infinity, sells: -Infinity };
  #index = -1;

  /** The place of a mark in its stack; null where it would cover others and say no more than they do. */
  add(side: MarkSide, index: number, x: number, minDistance: number): number | null {
    if (index !== this.#index) this.#heights.buys = this.#heights.sells = 0;
    this.#index = index;
    const height = this.#heights[side];
    if (height >= MAX_STACKED || (height === 0 && x - this.#lastX[side] < minDistance)) return null;
    this.#heights[side] += 1;
    this.#lastX[side] = x;
    return height;
  }
}

/** Executions: buys below the low of their bar pointing up, sales above its high pointing down, and a short line at the price that was paid. A strategy's are hollow. */
export function paintTradeMarks(scope: PaintScope, list: TradeList): void {
  const { bars, ratio } = scope;
  const from = Math.max(0, scope.from);
  const to = Math.min(scope.to, bars.length);
  if (from >= to || list.trades.length === 0) return;
  scope.context.lineWidth = Math.max(1, ratio);
  const start = list.indexFrom(bars.timeMs[from] ?? 0);
  const end = to < bars.length ? list.indexFrom(bars.timeMs[to] ?? Infinity) : list.trades.length;
  const half = markHalfPx(((to - from) * scope.stepX) / ratio, end - start) * ratio;
  const stacks = new MarkStacks();
  let index = from;
  for (const { timeMs, side, price } of list.trades.slice(start, end)) {
    while (index + 1 < to && (bars.timeMs[index + 1] ?? Infinity) <= timeMs) index += 1;
    const isBuy = side === 'Buy';
    const x = Math.round(scope.originX + index * scope.stepX);
    const stackedAt = stacks.add(isBuy ? 'buys' : 'sells', index, x, 2 * ratio);
    if (stackedAt === null) continue;
    const edge = (isBuy ? bars.low[index] : bars.high[index]) ?? price;
    paintMark(scope, { isFilled: list.isOwn, isBuy, half }, x, edge, price, stackedAt);
  }
}

function paintMark(
  { context, theme, ratio, scale }: PaintScope,
  { isFilled, isBuy, half }: { isFilled: boolean; isBuy: boolean; half: number },
  x: number,
  edgeValue: number,
  price: number,
  stackedAt: number,
): void {
  const away = isBuy ? 1 : -1;
  const edge = scale.y(Number.isNaN(edgeValue) ? price : edgeValue) * ratio;
  const tip = edge + away * (GAP_PX * ratio + stackedAt * (2 * half + 2 * ratio));
  const color = isBuy ? theme.buy : theme.sell;
  context.beginPath();
  context.moveTo(x, tip);
  context.lineTo(x - half, tip + away * 2 * half);
  context.lineTo(x + half, tip + away * 2 * half);
  context.closePath();
  context.fillStyle = isFilled ? color : theme.background;
  context.strokeStyle = isFilled ? theme.background : color;
  context.fill();
  context.stroke();
  context.fillStyle = color;
  context.fillRect(
    x - half,
    Math.round(scale.y(price) * ratio),
    2 * half,
    Math.max(1, Math.round(1.5 * ratio)),
  );
}
