import type { PriceE4 } from '../../../src/domain/money/price.ts';
import { UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import type { NetQuote } from '../../../src/domain/options/spread/index.ts';
import type { SpreadLive } from './spread-live.ts';
import { netText } from './net-price.ts';
import styles from './Spread.module.css';
import { useLive } from './use-spread.ts';

export interface NetPricesProps {
  readonly live: SpreadLive;
  /** A net price was clicked, E4 a share. */
  readonly onTake: (netE4: PriceE4) => void;
}

const PRICES: readonly { readonly id: keyof NetQuote; readonly label: string; readonly help: string }[] = [
  { id: 'bidE4', label: 'Bid', help: 'What the legs together can be sold for' },
  { id: 'middleE4', label: 'Middle', help: 'Half way between bid and offer' },
  { id: 'offerE4', label: 'Offer', help: 'What the legs together can be bought for' },
];

function NetPrice({ live, onTake, id, label, help }: NetPricesProps & (typeof PRICES)[number]) {
  const text = useLive(live, ({ net }) => netText(net[id]));
  return (
    <button
      type="button"
      className={styles.net}
      disabled={text === UNKNOWN_TEXT}
      title={`${help}. Click to use it as the net price.`}
      data-net={id}
      onClick={() => {
        const netE4 = live.get().net[id];
        if (netE4 !== null) onTake(netE4);
      }}
    >
      <span className={styles.netLabel}>{label}</span> <span className={styles.netPrice}>{text}</span>
    </button>
  );
}

/** Net bid, middle and offer of one unit; a click takes one as the net price. */
export function NetPrices(props: NetPricesProps) {
  return (
    <div className={styles.nets} role="group" aria-label="Net prices of one unit">
      {PRICES.map((price) => (
        <NetPrice key={price.id} {...props} {...price} />
      ))}
    </div>
  );
}
