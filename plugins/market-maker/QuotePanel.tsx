import { useEffect, useRef, type ReactNode } from 'react';
import {
  columnText,
  directionOf,
  formatInteger,
  formatSignedPercent,
  formatSignedPrice,
  symbolColumn,
  UNKNOWN_TEXT,
} from '../../src/domain/columns/index.ts';
import {
  formatQuotePrice,
  formatTime,
  HaltMark,
  type HaltSource,
  type QuoteRow,
  writeData,
  writeText,
} from '../../src/plugin-api/index.ts';
import { FlashingCells } from '../../src/ui/index.ts';
import type { MarketPainter } from './market-feed.ts';
import styles from './MarketMaker.module.css';
import { QUOTE_FIELDS } from './quote-fields.ts';

export interface QuotePanelProps {
  readonly row: QuoteRow;
  readonly painter: MarketPainter;
  readonly platform: HaltSource;
}

const price = (dollars: number) => (dollars > 0 ? formatQuotePrice(dollars) : UNKNOWN_TEXT);
const size = (shares: number) => (shares > 0 ? `× ${formatInteger(shares)}` : '\u00a0');

/** Exchange time of the quote; of one that may have moved since, its age. */
export function timeText({
  timeMs,
  staleness: { isStale, ageMs },
}: Pick<QuoteRow, 'timeMs' | 'staleness'>): string {
  if (!isStale || ageMs === null) return timeMs > 0 ? formatTime(timeMs, 'HH:mm:ss') : UNKNOWN_TEXT;
  const seconds = Math.round(ageMs / 1000);
  return `Stale: ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} old`;
}

/** Texts of the quote by the name of their place. */
function textsOf(row: QuoteRow): Record<string, string> {
  const change = symbolColumn('Change')?.value(row);
  const changeP = symbolColumn('ChangeP')?.value(row);
  const isKnown = typeof change === 'number' && typeof changeP === 'number';
  const texts: Record<string, string> = {
    last: price(row.last),
    change: isKnown
      ? `${directionOf(change) === 'up' ? '▲' : '▼'} ${formatSignedPrice(change)} (${formatSignedPercent(changeP)})`
      : UNKNOWN_TEXT,
    bid: price(row.bid),
    bidSize: size(row.bidSize),
    bidExchange: row.bidExchange,
    ask: price(row.ask),
    askSize: size(row.askSize),
    askExchange: row.askExchange,
    spread: row.bid > 0 && row.ask > 0 ? formatSpread(row.ask - row.bid) : UNKNOWN_TEXT,
    lastSize: size(row.lastSize),
    time: timeText(row),
  };
  for (const { id } of QUOTE_FIELDS) {
    const column = symbolColumn(id);
    if (column !== undefined) texts[id] = columnText(column, row);
  }
  return texts;
}

/** Fields that may stand for less than their name says. */
const shortfalls: ReadonlySet<string> = new Set(
  QUOTE_FIELDS.map(({ id }) => id).filter((id) => symbolColumn(id)?.shortfall !== undefined),
);

/** Rounded to the hundredth of a cent: the difference of two decimal prices is not exact. */
const formatSpread = (dollars: number) => formatQuotePrice(Math.round(dollars * 10_000) / 10_000);

/** Flashes a price that has changed. */
class PriceFlashes {
  readonly #last: Record<string, number> = {};
  readonly #lights = new FlashingCells();

  show(place: HTMLElement, name: string, priceNow: number): void {
    const before = this.#last[name];
    if (priceNow === before) return;
    this.#last[name] = priceNow;
    if (before !== undefined && before > 0 && priceNow > 0)
      this.#lights.light(place, priceNow > before ? 'up' : 'down');
  }
}

/** Colours the change and a stale time, and marks figures of less than their name says. */
function markPlace(place: HTMLElement, name: string, row: QuoteRow): void {
  if (name === 'change' || name === 'last') {
    const change = symbolColumn('Change')?.value(row);
    writeData(place, 'tone', typeof change === 'number' ? directionOf(change) : null);
  } else if (shortfalls.has(name)) {
    const shortfall = symbolColumn(name)?.shortfall?.(row) ?? null;
    writeData(place, 'partial', shortfall === null ? null : 'true');
    if (place.title !== (shortfall ?? '')) place.title = shortfall ?? '';
  } else if (name === 'time') writeData(place, 'tone', row.staleness.isStale ? 'warning' : null);
}

/** Last price, change, bid and ask, and the figures of the day. */
export function QuotePanel({ row, painter, platform }: QuotePanelProps) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const places = [...element.querySelectorAll<HTMLElement>('[data-at]')].map((place) => ({
      place,
      name: place.dataset['at'] ?? '',
    }));
    const flashes = new PriceFlashes();
    return painter.on('quote', () => {
      // A window that was off screen for long comes back before its record does: what it showed stays.
      if (row.record === undefined) return;
      const texts = textsOf(row);
      const prices: Record<string, number> = { last: row.last, bid: row.bid, ask: row.ask };
      for (const { place, name } of places) {
        writeText(place, texts[name] ?? '');
        markPlace(place, name, row);
        const priceNow = prices[name];
        if (priceNow !== undefined) flashes.show(place, name, priceNow);
      }
    });
  }, [row, painter]);

  return (
    <section ref={root} className={styles.quote} aria-label="Quote detail">
      <PriceStrip halt={<HaltMark platform={platform} symbol={row.symbol} />} />
      <QuoteFields />
    </section>
  );
}

/** Places of last price, bid, ask and spread; the painter writes them. */
function PriceStrip({ halt }: { readonly halt: ReactNode }) {
  return (
    <dl className={styles.strip}>
      <div className={styles.lastBox}>
        <dt className="visually-hidden">Last</dt>
        <dd>
          <span className={styles.last} data-at="last" /> {halt}{' '}
          <span className={styles.caption} data-at="lastSize" />
        </dd>
        <dt className="visually-hidden">Change</dt>
        <dd className={styles.change} data-at="change" />
      </div>
      <div className={styles.sideBox}>
        <dt>
          Bid <span className={styles.venue} data-at="bidExchange" />
        </dt>
        <dd>
          <span className={styles.sidePrice} data-at="bid" />
        </dd>
        <dd className={styles.caption} data-at="bidSize" />
      </div>
      <div className={styles.sideBox}>
        <dt>
          Ask <span className={styles.venue} data-at="askExchange" />
        </dt>
        <dd>
          <span className={styles.sidePrice} data-at="ask" />
        </dd>
        <dd className={styles.caption} data-at="askSize" />
      </div>
      <div className={styles.sideBox}>
        <dt>Spread</dt>
        <dd>
          <span className={styles.sidePrice} data-at="spread" />
        </dd>
        <dd
          className={styles.caption}
          data-at="time"
          title="Exchange time of the last trade or quote, New York"
        />
      </div>
    </dl>
  );
}

/** Places of the figures of the day. */
function QuoteFields() {
  return (
    <dl className={styles.fields}>
      {QUOTE_FIELDS.map(({ id, label }) => (
        <div key={id} className={styles.field} title={symbolColumn(id)?.help}>
          <dt>{label}</dt>
          <dd data-at={id} />
        </div>
      ))}
    </dl>
  );
}
