import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { ROWS, TOP_CENTS, type CreateContender, type ExchangeQuote } from './contender.ts';

function sizeAt(quotes: readonly ExchangeQuote[], cents: number, side: 'Bid' | 'Ask'): number {
  let size = 0;
  for (const quote of quotes)
    if (Math.round(quote[side] * 100) === cents) size += side === 'Bid' ? quote.BidSize : quote.AskSize;
  return size;
}

/** The usual way: a table that React renders once a frame, without orders, queue, position and keys. */
export const createReactTable: CreateContender = (place) => {
  let latest: readonly ExchangeQuote[] = [];
  let shown: readonly ExchangeQuote[] = [];
  const volume = new Map<number, number>();
  let listener = () => {};
  let frame: number | null = null;
  const schedule = () => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      shown = [...latest];
      listener();
    });
  };
  const subscribe = (next: () => void) => {
    listener = next;
    return () => {};
  };
  const Table = () => {
    const quotes = useSyncExternalStore(subscribe, () => shown);
    return Array.from({ length: ROWS }, (_, row) => {
      const cents = TOP_CENTS - row;
      return (
        <div
          key={cents}
          data-price={(cents / 100).toFixed(2)}
          style={{ display: 'grid', gridTemplateColumns: '1fr 1fr 1fr 1fr', height: 20 }}
        >
          <span>{volume.get(cents) ?? ''}</span>
          <span data-bid>{sizeAt(quotes, cents, 'Bid') || ''}</span>
          <span>{(cents / 100).toFixed(2)}</span>
          <span>{sizeAt(quotes, cents, 'Ask') || ''}</span>
        </div>
      );
    });
  };
  const root = createRoot(place);
  root.render(<Table />);
  return {
    quotes(quotes) {
      latest = quotes;
      schedule();
    },
    trade(price, size) {
      const cents = Math.round(price * 100);
      volume.set(cents, (volume.get(cents) ?? 0) + size);
      schedule();
    },
    bidAt: (price) => place.querySelector(`[data-price="${price}"] [data-bid]`)?.textContent ?? '',
    destroy() {
      if (frame !== null) cancelAnimationFrame(frame);
      root.unmount();
    },
  };
};
