import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { type ToolWindow, useCanTrade, useToolState } from '../../src/plugin-api/index.ts';
import { ErrorState, Select, Skeleton } from '../../src/ui/index.ts';
import { DEFAULT_DEPTH_ROWS, depthOf, MAX_DEPTH_ROWS, NO_DEPTH, type Depth } from './depth.ts';
import { DepthSide, paintSide, type SidePlaces } from './DepthSide.tsx';
import type { FramePainter } from './frame-painter.ts';
import type { LoadState, MarketFeed } from './market-feed.ts';
import styles from './MarketMaker.module.css';
import type { MarketMakerState } from './state.ts';
import { placeOrder } from './symbol.ts';

export interface DepthPanelProps {
  readonly tool: ToolWindow<MarketMakerState>;
  readonly feed: MarketFeed;
  readonly painter: FramePainter;
  readonly state: LoadState;
}

const ROW_CHOICES = [4, 6, DEFAULT_DEPTH_ROWS, 10, 12, 16, MAX_DEPTH_ROWS].map((count) => ({
  value: String(count),
  label: `${count} rows`,
}));

/** The price button that an event happened on. Events may come from another browser window, whose elements are of another class. */
function priceButton(target: EventTarget): HTMLElement | null {
  return 'closest' in target && typeof target.closest === 'function'
    ? (target as Element).closest<HTMLElement>('[data-depth-price]') /* an element, since it has `closest` */
    : null;
}

/** Who waits at which price, best first. A click on a price opens order entry with it. */
export function DepthPanel({ tool, feed, painter, state }: DepthPanelProps) {
  const rows = useToolState(tool, ({ DepthRows }) => DepthRows);
  const canTrade = useCanTrade(tool.platform, feed.symbol);
  const bids = useRef<SidePlaces>([]);
  const asks = useRef<SidePlaces>([]);
  /** What is on screen: what a click is about. */
  const shown = useRef<Depth>(NO_DEPTH);
  const [isHeld, setHeld] = useState(false);

  useEffect(
    () =>
      painter.on('depth', () => {
        // Prices never change under a pointer that is about to click one.
        if (!isHeld) shown.current = depthOf(feed.quotes, rows);
        const largest = Math.max(
          1,
          ...shown.current.bids.map(({ size }) => size),
          ...shown.current.asks.map(({ size }) => size),
        );
        paintSide(bids.current, shown.current.bids, largest, canTrade);
        paintSide(asks.current, shown.current.asks, largest, canTrade);
        // `state`: rows that have just come into being are empty until they are painted.
      }),
    [painter, feed, rows, canTrade, isHeld, state],
  );

  const click = (event: MouseEvent) => {
    const button = priceButton(event.target);
    if (button === null) return;
    const isBid = button.dataset['depthPrice'] === 'bids';
    const price = shown.current[isBid ? 'bids' : 'asks'][Number(button.dataset['index'])]?.price;
    if (price !== undefined) placeOrder(tool, { symbol: feed.symbol, side: isBid ? 'Sell' : 'Buy', price });
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const button = priceButton(event.target);
    if (button === null) return;
    const { index = '0', depthPrice = 'bids' } = button.dataset;
    const [row, side] =
      event.key === 'ArrowUp'
        ? [Number(index) - 1, depthPrice]
        : event.key === 'ArrowDown'
          ? [Number(index) + 1, depthPrice]
          : event.key === 'ArrowLeft'
            ? [Number(index), 'bids']
            : event.key === 'ArrowRight'
              ? [Number(index), 'asks']
              : [null, null];
    if (row === null) return;
    event.preventDefault();
    const next = (side === 'bids' ? bids : asks).current[row]?.price;
    if (next !== undefined && !next.disabled) next.focus();
  };

  return (
    <section className={styles.depth} aria-label="Depth">
      <div className={styles.paneHead}>
        <h3>Depth</h3>
        <span className={styles.held} role="status">
          {isHeld ? 'Held under the pointer' : ''}
        </span>
        <div className={styles.rowChoice}>
          <Select
            label="Depth rows"
            isLabelHidden
            value={String(rows)}
            options={
              ROW_CHOICES.some(({ value }) => value === String(rows))
                ? ROW_CHOICES
                : [...ROW_CHOICES, { value: String(rows), label: `${rows} rows` }]
            }
            onChange={(value) => tool.update({ DepthRows: Number(value) })}
          />
        </div>
      </div>
      {state === 'loading' ? (
        <div className={styles.paneBody}>
          <Skeleton rows={rows} label="Loading depth" />
        </div>
      ) : state === 'failed' ? (
        <div className={styles.paneBody}>
          <ErrorState
            title="Depth did not load"
            text="The market data service does not answer."
            onRetry={() => {
              void feed.loadDepth();
            }}
          />
        </div>
      ) : (
        <div
          className={styles.sides}
          onClick={click}
          onKeyDown={move}
          onPointerOver={(event) =>
            setHeld(event.pointerType === 'mouse' && canTrade && priceButton(event.target) !== null)
          }
          onPointerLeave={() => setHeld(false)}
        >
          <DepthSide side="bids" rows={rows} places={bids} />
          <DepthSide side="asks" rows={rows} places={asks} />
        </div>
      )}
    </section>
  );
}
