import type { ReactNode, Ref } from 'react';
import styles from './OptionChain.module.css';

export interface UnderlyingBarProps {
  readonly symbol: string;
  /** The choices of the chain. */
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

/** Price, change, bid and ask of the underlying, and the choices of the chain. The prices are written by `paintUnderlying`. */
export function UnderlyingBar({ symbol, children, ref }: UnderlyingBarProps) {
  return (
    <section ref={ref} className={styles.bar} aria-label={`Underlying ${symbol}`}>
      <dl className={styles.quote}>
        <div>
          <dt className="visually-hidden">Last</dt>
          <dd className={styles.last} data-at="last" />
        </div>
        <div>
          <dt className="visually-hidden">Change</dt>
          <dd className={styles.change} data-at="change" />
        </div>
        <div>
          <dt>Bid</dt>
          <dd className={styles.price} data-at="bid" />
        </div>
        <div>
          <dt>Ask</dt>
          <dd className={styles.price} data-at="ask" />
        </div>
      </dl>
      <div className={styles.choices}>{children}</div>
    </section>
  );
}
