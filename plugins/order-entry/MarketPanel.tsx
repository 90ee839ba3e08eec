import { formatInteger, formatPrice, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { classNames } from '../../src/ui/index.ts';
import styles from './MarketPanel.module.css';
import { type Activity, quoteProblem, type ToolPlatform, useMarket } from '../../src/plugin-api/index.ts';

const price = (dollars: number) => (dollars > 0 ? formatPrice(dollars) : UNKNOWN_TEXT);

/** `now`, `12 s old`. */
function quoteAgeText(ageMs: number | null): string {
  if (ageMs === null) return 'no quote yet';
  return ageMs < 2000 ? 'now' : `${Math.round(ageMs / 1000)} s old`;
}

/** Tooltip of a price. A crossed quote may still be traded. */
function priceTitle(label: string, problem: string | null): string {
  const text = `Use the ${label.toLowerCase()} as the limit price`;
  return problem === null || label === 'Last' ? text : `${text}. ${problem}`;
}

export interface MarketPanelProps {
  readonly platform: ToolPlatform;
  readonly symbol: string;
  readonly window: Activity;
  readonly onPrice: (dollars: number) => void;
}

/** Bid, ask and last with their age; a click on a price takes it as the limit. The one part of a ticket that renders with the prices: texts only. */
export function MarketPanel({ platform, symbol, window, onPrice }: MarketPanelProps) {
  const market = useMarket(platform, symbol, window);
  const problem = quoteProblem(market);
  const cell = (label: string, dollars: number, size: number | null) => {
    const sizeText = size === null || dollars <= 0 ? null : `× ${formatInteger(size)}`;
    return (
      <button
        type="button"
        className={styles.quote}
        disabled={dollars <= 0}
        title={dollars > 0 ? priceTitle(label, problem) : `No ${label.toLowerCase()}`}
        onClick={() => onPrice(dollars)}
      >
        <span className={styles.caption}>{label}</span>{' '}
        <span className={styles.quotePrice}>{price(dollars)}</span>{' '}
        <span className={styles.caption}>{sizeText ?? '\u00a0'}</span>
      </button>
    );
  };
  return (
    <div className={classNames(styles.market, (market.isStale || market.ageMs === null) && styles.stale)}>
      {cell('Bid', market.bid, market.bidSize)}
      {cell('Ask', market.ask, market.askSize)}
      {cell('Last', market.last, null)}
      <span className={styles.age}>
        {market.isStale ? `Stale, ${quoteAgeText(market.ageMs)}` : quoteAgeText(market.ageMs)}
      </span>
    </div>
  );
}
