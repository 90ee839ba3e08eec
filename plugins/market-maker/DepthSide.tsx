import { useLayoutEffect, useRef, type RefObject } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { formatQuotePrice } from '../../src/plugin-api/index.ts';
import { classNames } from '../../src/ui/index.ts';
import type { DepthRow } from './depth.ts';
import { writeData, writeText } from '../../src/plugin-api/index.ts';
import styles from './MarketMaker.module.css';

export type Side = 'bids' | 'asks';

/** The elements of one row, written by the painter. */
interface RowPlaces {
  readonly row: HTMLElement;
  readonly exchange: HTMLElement;
  readonly size: HTMLElement;
  readonly price: HTMLButtonElement;
}
/** The rows of one side, by their number. */
export type SidePlaces = (RowPlaces | undefined)[];

export interface DepthSideProps {
  readonly side: Side;
  readonly rows: number;
  readonly places: RefObject<SidePlaces>;
}

const LABELS = {
  bids: { label: 'Bids', price: 'Bid', hint: 'Sell at this price' },
  asks: { label: 'Asks', price: 'Ask', hint: 'Buy at this price' },
} as const;

/** Empty rows of one side of the market: bids have the price at their right end, asks at their left. */
export function DepthSide({ side, rows, places }: DepthSideProps) {
  const labels = LABELS[side];
  const heads = [
    <span key="e" role="columnheader">
      Exch
    </span>,
    <span key="s" role="columnheader" className={styles.number}>
      Size
    </span>,
    <span key="p" role="columnheader" className={styles.number}>
      {labels.price}
    </span>,
  ];
  return (
    <div role="table" aria-label={labels.label} className={styles.side} data-side={side}>
      <div role="row" className={classNames(styles.columnHead, styles.depthHead)}>
        {side === 'bids' ? heads : heads.toReversed()}
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <DepthLine key={index} side={side} index={index} places={places} hint={labels.hint} />
      ))}
    </div>
  );
}

function DepthLine({
  side,
  index,
  places,
  hint,
}: {
  readonly side: Side;
  readonly index: number;
  readonly places: RefObject<SidePlaces>;
  readonly hint: string;
}) {
  const row = useRef<HTMLDivElement>(null);
  const exchange = useRef<HTMLSpanElement>(null);
  const size = useRef<HTMLSpanElement>(null);
  const price = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const list = places.current;
    if (row.current && exchange.current && size.current && price.current)
      list[index] = {
        row: row.current,
        exchange: exchange.current,
        size: size.current,
        price: price.current,
      };
    return () => {
      list[index] = undefined;
    };
  }, [places, index]);
  const cells = [
    <span key="e" role="cell" ref={exchange} />,
    <span key="s" role="cell" className={styles.number} ref={size} />,
    <span key="p" role="cell" className={styles.number}>
      {/* One tab stop a side; the arrow keys move between the prices. */}
      <button
        ref={price}
        type="button"
        disabled
        title={hint}
        className={styles.depthPrice}
        tabIndex={index === 0 ? 0 : -1}
        data-depth-price={side}
        data-index={index}
      />
    </span>,
  ];
  return (
    <div ref={row} role="row" className={styles.depthRow}>
      {side === 'bids' ? cells : cells.toReversed()}
    </div>
  );
}

/** Writes one side; rows without an offer are empty, and keep their place. `largest` is the largest size of both sides. */
export function paintSide(
  places: SidePlaces,
  offers: readonly DepthRow[],
  largest: number,
  canTrade: boolean,
): void {
  places.forEach((place, index) => {
    if (place === undefined) return;
    const offer = offers[index];
    const { row, exchange, size, price } = place;
    writeText(exchange, offer?.exchange ?? '');
    writeText(size, offer === undefined ? '' : formatInteger(offer.size));
    writeText(price, offer === undefined ? '' : formatQuotePrice(offer.price));
    writeData(row, 'group', offer === undefined ? null : String(offer.group));
    // How much of the largest size on screen it is, in per cent: drawn as a bar behind the row.
    const share = String(offer === undefined ? 0 : Math.round((offer.size / largest) * 100));
    if (row.style.getPropertyValue('--share') !== share) row.style.setProperty('--share', share);
    const isDisabled = offer === undefined || !canTrade;
    if (price.disabled !== isDisabled) price.disabled = isDisabled;
  });
}
