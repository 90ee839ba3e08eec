import type { ReactNode } from 'react';
import { classNames } from '../../src/ui/index.ts';
import pane from './MarketMaker.module.css';
import styles from './Tape.module.css';
import type { TapeOnScreen } from './use-tape.ts';

interface TapeTableProps {
  readonly tape: TapeOnScreen;
  /** What covers an empty tape. */
  readonly children: ReactNode;
}

/** Headers and empty rows of the tape; the painter writes the rows. */
export function TapeTable({ tape: { refs, lineCount, scrollerEvents }, children }: TapeTableProps) {
  return (
    <div role="table" aria-label="Time and sales" className={styles.tapeTable}>
      <div role="rowgroup">
        <div role="row" className={classNames(pane.columnHead, styles.tapeHead)}>
          <span role="columnheader">Time</span>
          <span role="columnheader" className={pane.number}>
            Price
          </span>
          <span role="columnheader">
            <span className="visually-hidden">Against bid and ask</span>
          </span>
          <span role="columnheader" className={pane.number}>
            Size
          </span>
          <span role="columnheader">Exch</span>
        </div>
      </div>
      <div
        ref={refs.scroller}
        data-tape
        role="rowgroup"
        tabIndex={0}
        aria-label="Trades, newest first"
        className={styles.tapeScroller}
        {...scrollerEvents}
      >
        <div ref={refs.spacer} role="presentation" className={styles.tapeSpacer}>
          <div ref={refs.lines} role="presentation">
            {Array.from({ length: lineCount }, (_, index) => (
              <div key={index} role="row" className={styles.tapeRow}>
                <span role="cell" />
                <span role="cell" className={pane.number} />
                <span role="cell" className={styles.mark} />
                <span role="cell" className={pane.number} />
                <span role="cell" className={styles.exchange} />
              </div>
            ))}
          </div>
        </div>
      </div>
      {children}
    </div>
  );
}
