import type { TradeList } from '../model/trade-list.ts';
import type { PaintScope } from './scope.ts';

/** Half of a mark's width where there is room, and where marks stand close. */
const HALF_PX = 5;
const LEAST_HALF_PX = 2;
const GAP_PX = 4;
/** Marks on top of one another at one bar and side; more would leave the pane. */
const MOST_STACKED = 4;

/** How far a mark reaches to either side of its bar, bars. */
export const markReach = ({ stepX, ratio }: Pick<PaintScope, 'stepX' | 'ratio'>): number =>
  Math.ceil(((HALF_PX + 1) * ratio) / stepX);

/** Half the width of a mark, px: as large as leaves the bars between the marks to be seen, by how many there are in view. */
export const markHalfPx = (widthPx: number, markCount: number): number =>
  Math.min(HALF_PX, Math.max(LEAST_HALF_PX, Math.round(widthPx / Math.max(1, markCount) / 3)));

/** Executions: buys below the low of their bar pointing up, sales above its high pointing down, and a short line at the price that was paid. A strategy's are hollow. */
export function paintTradeMarks(scope: PaintScope, list: TradeList): void {
  const { bars, ratio } = scope;
  const from = Math.max(0, scope.from);
  const to = Math.min(scope.to, bars.length);
  if (from >= to || list.trades.length === 0) return;
  scope.context.lineWidth = Math.max(1, ratio);
  let at = list.indexFrom(bars.timeMs[from] ?? 0);
  const end = to < bars.length ? list.indexFrom(bars.timeMs[to] ?? Infinity) : list.trades.length;
  const half = markHalfPx(((to - from) * scope.stepX) / ratio, end - at) * ratio;
  let index = from;
  const stacked = { buys: 0, sells: 0 };
  const lastX = { buys: -Infinity, sells: -Infinity };
  for (; at < end; at += 1) {
    const trade = list.trades[at];
    if (trade === undefined) continue;
    const before = index;
    while (index + 1 < to && (bars.timeMs[index + 1] ?? Infinity) <= trade.timeMs) index += 1;
    if (index !== before) stacked.buys = stacked.sells = 0;
    const side = trade.side === 'Buy' ? 'buys' : 'sells';
    const x = Math.round(scope.originX + index * scope.stepX);
    // Marks that would cover one another say no more than one.
    if (stacked[side] >= MOST_STACKED || (stacked[side] === 0 && x - lastX[side] < 2 * ratio)) continue;
    paintMark(
      scope,
      { isFilled: list.isOwn, isBuy: side === 'buys', half },
      x,
      (side === 'buys' ? bars.low[index] : bars.high[index]) ?? trade.price,
      trade.price,
      stacked[side],
    );
    stacked[side] += 1;
    lastX[side] = x;
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
