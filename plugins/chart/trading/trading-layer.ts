import { fromE4, tickSizeE4, toPriceE4, type PriceE4 } from '../../../src/domain/money/price.ts';
import { formatQuotePrice, type ToolPlatform, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { Invalid } from '../view/invalidation.ts';
import type { ChartView } from '../screen/types.ts';
import { chartArmingOf } from './chart-arming.ts';
import { orderLines, positionLine, type OrderLine } from './chart-orders.ts';
import type { LineActions } from './order-line-element.ts';
import { OrderLineElements } from './order-line-elements.ts';

/** How often the open profit of the position is written, ms. */
const REFRESH_MS = 500;

/** The nearest price that the exchange takes. */
export function tradablePrice(value: number): number {
  const priceE4: PriceE4 = Math.max(0, toPriceE4(value));
  const stepE4 = tickSizeE4(priceE4);
  return fromE4(Math.max(stepE4, Math.round(priceE4 / stepE4) * stepE4));
}

export interface TradingLayer {
  /** The chart shows this symbol now. */
  setSymbol(symbol: string): void;
  /** Prices are followed only while the window is on screen. */
  setActive(isActive: boolean): void;
  dispose(): void;
}

/** What pointer and keys do to the lines: commands of order entry and of the account. A drag on an armed chart sends the change at once. */
function lineActions(
  { platform, id: windowId }: ToolWindow<ChartState>,
  shownSymbol: () => string,
): LineActions {
  const run = (id: string, args: Record<string, unknown>): void => {
    platform.commands.run(id, { ...args, windowId }).catch((error: unknown) => {
      platform.dialogs.toast({
        message: error instanceof Error ? error.message : 'Order entry could not be opened.',
        tone: 'error',
      });
    });
  };
  const arming = chartArmingOf(platform);
  return {
    onMove({ orderId, part, groupId, figure }, value) {
      // A chart that is about to show the armed symbol still has the lines of the one before.
      const isArmed = arming.get().get(windowId)?.symbol === shownSymbol();
      if (isArmed) arming.touch();
      if (figure === null) run(isArmed ? 'order.move' : 'order.replace', { orderId, [part]: value });
      else run(isArmed ? 'order.move' : 'order.change-group', { groupId, figure, price: value });
    },
    onCancel: ({ orderId, groupId }) =>
      groupId === null ? run('order.cancel', { orderId }) : run('order.cancel-group', { groupId }),
    onOpen: ({ orderId, groupId, figure }) =>
      figure === null ? run('order.replace', { orderId }) : run('order.change-group', { groupId }),
    rounded: tradablePrice,
    format: formatQuotePrice,
  };
}

/** The lines of a symbol; none without one. */
const linesOf = (platform: ToolPlatform, symbol: string): readonly OrderLine[] =>
  symbol === ''
    ? []
    : orderLines(platform.orders.get().orders, platform.groups.get(), symbol, {
        canReplace: platform.canTrade(symbol).ok,
        canCancel: platform.canTrade().ok,
      });

/** Working orders and the position of the chart's symbol, on the chart. */
export function createTradingLayer(view: ChartView, window: ToolWindow<ChartState>): TradingLayer {
  const { platform } = window;
  const arming = chartArmingOf(platform);
  let symbol = '';
  let isActive = false;
  let endPrices = (): void => {};
  let lines: readonly OrderLine[] = [];

  const elements = new OrderLineElements(
    view,
    lineActions(window, () => symbol),
  );

  const show = (): void => {
    lines = linesOf(platform, symbol);
    showPosition();
  };
  /** A price changes what the position would bring, and no line of an order. */
  const showPosition = (): void => {
    const position = platform.orders.get().positions.get(symbol);
    elements.show(
      lines,
      symbol === '' ? null : positionLine(position, platform.symbols.get(symbol)?.last ?? 0),
    );
  };
  const follow = (): void => {
    endPrices();
    endPrices = (): void => {};
    if (!isActive || symbol === '') return;
    // The chart itself keeps the symbol's prices flowing.
    endPrices = platform.symbols.subscribe([symbol], REFRESH_MS, showPosition);
    show();
  };
  const stops = [
    platform.orders.subscribe(show),
    platform.groups.subscribe(show),
    // Permissions and routes come with the session.
    platform.session.subscribe(show),
    view.onPaint((painted) => {
      if (painted >= Invalid.view) elements.place();
    }),
    view.addPictureLayer((context) => elements.paint(context)),
  ];
  return {
    setSymbol(next) {
      if (next === symbol) return;
      symbol = next;
      arming.update(window.id, { symbol });
      show();
      follow();
    },
    setActive(next) {
      isActive = next;
      // A line that is let go over another workspace would move all the same.
      if (!next) {
        elements.cancelDrag();
        arming.disarm(window.id);
      }
      follow();
    },
    dispose() {
      for (const stop of stops) stop();
      endPrices();
      arming.disarm(window.id);
      elements.dispose();
    },
  };
}
