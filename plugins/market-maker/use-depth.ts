import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { type ToolWindow, useCanTrade, placeOrder } from '../../src/plugin-api/index.ts';
import { depthOf, NO_DEPTH, type Depth } from './depth.ts';
import { paintSide, type Side, type SidePlaces } from './DepthSide.tsx';
import type { LoadState, MarketFeed, MarketPainter } from './market-feed.ts';
import type { MarketMakerState } from './state.ts';

export interface DepthParts {
  readonly tool: ToolWindow<MarketMakerState>;
  readonly feed: MarketFeed;
  readonly painter: MarketPainter;
  /** Rows a side. */
  readonly rows: number;
  readonly state: LoadState;
}

/** The price button that an event happened on. Events may come from another browser window, whose elements are of another class. */
function priceButton(target: EventTarget): HTMLElement | null {
  return 'closest' in target && typeof target.closest === 'function'
    ? (target as Element).closest<HTMLElement>('[data-depth-price]') /* an element, since it has `closest` */
    : null;
}

const MOVES: Readonly<Record<string, { readonly rows: number; readonly side?: Side }>> = {
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
  ArrowLeft: { rows: 0, side: 'bids' },
  ArrowRight: { rows: 0, side: 'asks' },
};

function placeOf(button: HTMLElement): { readonly side: Side; readonly index: number } {
  const { index = '0', depthPrice } = button.dataset;
  return { side: depthPrice === 'asks' ? 'asks' : 'bids', index: Number(index) };
}

/** Painted depth, held while the pointer is over a price; a click on a price opens order entry, arrow keys move between prices. */
export function useDepth({ tool, feed, painter, rows, state }: DepthParts) {
  const canTrade = useCanTrade(tool.platform, feed.symbol);
  const bids = useRef<SidePlaces>([]);
  const asks = useRef<SidePlaces>([]);
  /** The depth on screen, which a click refers to. */
  const shown = useRef<Depth>(NO_DEPTH);
  const [isHeld, setHeld] = useState(false);

  useEffect(
    () =>
      painter.on('depth', () => {
        // Prices never change under a pointer that is about to click one.
        if (!isHeld) shown.current = depthOf(feed.quotes, rows);
        const offers = [...shown.current.bids, ...shown.current.asks];
        const largest = Math.max(1, ...offers.map(({ size }) => size));
        paintSide(bids.current, shown.current.bids, largest, canTrade);
        paintSide(asks.current, shown.current.asks, largest, canTrade);
        // `state`: rows that have just been rendered are empty until they are painted.
      }),
    [painter, feed, rows, canTrade, isHeld, state],
  );

  return {
    places: { bids, asks },
    isHeld,
    events: {
      onClick(event: MouseEvent) {
        const button = priceButton(event.target);
        if (button === null) return;
        const { side, index } = placeOf(button);
        const price = shown.current[side][index]?.price;
        if (price !== undefined)
          placeOrder(tool, { symbol: feed.symbol, side: side === 'bids' ? 'Sell' : 'Buy', price });
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const button = priceButton(event.target);
        const move = MOVES[event.key];
        if (button === null || move === undefined) return;
        event.preventDefault();
        const { side, index } = placeOf(button);
        const places = (move.side ?? side) === 'bids' ? bids : asks;
        const next = places.current[index + move.rows]?.price;
        if (next !== undefined && !next.disabled) next.focus();
      },
      onPointerOver: (event: PointerEvent) =>
        setHeld(event.pointerType === 'mouse' && canTrade && priceButton(event.target) !== null),
      onPointerLeave: () => setHeld(false),
    },
  };
}
