import { tickSizeE4, toE4, fromE4 } from '../../../src/domain/money/price.ts';
import { formatQuotePrice, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import type { ChartView } from '../view/types.ts';
import { orderLines, positionLine, tradeMarks, type TradeMark } from './chart-orders.ts';
import { createOrderLineElements } from './order-line-elements.ts';
import { type MarkColors, paintMarks } from './paint-marks.ts';
import styles from './Trading.module.css';

/** How often the open profit of the position is written, ms. */
const REFRESH_MS = 500;

/** The nearest price that the exchange takes. */
export function tradablePrice(value: number): number {
  const priceE4 = Math.max(0, toE4(value));
  const stepE4 = tickSizeE4(priceE4);
  return fromE4(Math.max(stepE4, Math.round(priceE4 / stepE4) * stepE4));
}

export interface TradingLayer {
  /** The chart shows this symbol now. */
  setSymbol(symbol: string): void;
  /** Live work goes on only while the window is on screen. */
  setActive(isActive: boolean): void;
  dispose(): void;
}

/** Working orders, the position and executions of the chart's symbol, on the chart. */
export function createTradingLayer(view: ChartView, window: ToolWindow<ChartState>): TradingLayer {
  const { platform } = window;
  const doc = view.root.ownerDocument;
  const canvas = doc.createElement('canvas');
  canvas.className = styles.marks ?? '';
  canvas.setAttribute('aria-hidden', 'true');
  view.overlay.prepend(canvas);
  let symbol = '';
  let marks: readonly TradeMark[] = [];
  let isActive = false;
  let endPrices = (): void => {};
  /** Colours of the sides, read once for each look of the desk. */
  let look: { readonly theme: unknown; readonly colors: MarkColors } | null = null;
  const colors = (): MarkColors => {
    const theme = view.theme();
    if (look?.theme !== theme) look = { theme, colors: colorsOf(view.root) };
    return look.colors;
  };

  const run = (id: string, args: Record<string, unknown>): void => {
    platform.commands.run(id, { ...args, windowId: window.id }).catch((error: unknown) => {
      platform.dialogs.toast({ message: error instanceof Error ? error.message : 'Order entry could not be opened.', tone: 'error' });
    });
  };
  const elements = createOrderLineElements(view, {
    onMove: ({ orderId, part }, value) => run('order.replace', { orderId, [part]: value }),
    onCancel: ({ orderId }) => run('order.cancel', { orderId }),
    onOpen: ({ orderId }) => run('order.replace', { orderId }),
    rounded: tradablePrice,
    format: formatQuotePrice,
  });

  const show = (): void => {
    const { orders, positions } = platform.orders.get();
    elements.show(symbol === '' ? [] : orderLines(orders, symbol), symbol === '' ? null : positionLine(positions.get(symbol), platform.symbols.get(symbol)?.last ?? 0));
  };
  const paint = (): void => {
    const { plotWidth, plotHeight } = view.geometry();
    const ratio = view.ratio();
    const [width, height] = [Math.round(plotWidth * ratio), Math.round(plotHeight * ratio)];
    const isEmpty = marks.length === 0;
    if (canvas.hidden !== isEmpty) canvas.hidden = isEmpty;
    if (!isEmpty) {
      if (canvas.width !== width || canvas.height !== height) {
        [canvas.width, canvas.height] = [width, height];
        canvas.style.width = `${plotWidth}px`;
        canvas.style.height = `${plotHeight}px`;
      }
      const context = canvas.getContext('2d');
      if (context !== null) {
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, plotWidth, plotHeight);
        paintMarks(context, view, marks, colors());
      }
    }
    elements.place();
  };
  const onOrders = (): void => {
    const next = symbol === '' ? [] : tradeMarks(platform.orders.get().log, symbol);
    const hasChanged = next.length !== marks.length;
    marks = next;
    show();
    if (hasChanged) paint();
  };
  const follow = (): void => {
    endPrices();
    endPrices = (): void => {};
    if (!isActive || symbol === '') return;
    // The chart itself keeps the symbol's prices flowing.
    endPrices = platform.symbols.subscribe([symbol], REFRESH_MS, show);
    show();
  };
  const stops = [platform.orders.subscribe(onOrders), view.onPaint(paint)];
  return {
    setSymbol(next) {
      if (next === symbol) return;
      symbol = next;
      onOrders();
      follow();
      paint();
    },
    setActive(next) {
      isActive = next;
      follow();
    },
    dispose() {
      for (const stop of stops) stop();
      endPrices();
      elements.dispose();
      canvas.remove();
    },
  };
}

function colorsOf(element: Element): MarkColors {
  const style = (element.ownerDocument.defaultView ?? window).getComputedStyle(element);
  return { buy: style.getPropertyValue('--side-buy').trim(), sell: style.getPropertyValue('--side-sell').trim() };
}
