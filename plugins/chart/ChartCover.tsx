import { ChartCandlestick } from 'lucide-react';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Spinner } from '../../src/ui/index.ts';
import styles from './Chart.module.css';
import { NoBars } from './NoBars.tsx';
import type { FeedStatus } from './data/chart-feed.ts';
import type { ChartState } from './state.ts';

export interface ChartCoverProps {
  readonly window: ToolWindow<ChartState>;
  readonly symbol: string;
  readonly status: FeedStatus;
  /** False when the range has no trades. */
  readonly hasBars: boolean;
  readonly onRetry: () => void;
}

/** What lies over a chart that cannot show its bars: loading, a failure, no symbol, or no bars in the range. */
export function ChartCover({ window, symbol, status, hasBars, onRetry }: ChartCoverProps) {
  return (
    <>
      {status.kind === 'loading' ? (
        <div className={styles.veil}>
          <Spinner label="Loading bars" />
        </div>
      ) : null}
      {status.kind === 'failed' ? (
        <div className={styles.cover}>
          <ErrorState
            title={status.message}
            text={`The bars of ${symbol} could not be loaded.`}
            onRetry={onRetry}
          />
        </div>
      ) : null}
      {symbol === '' ? <NoSymbol window={window} /> : null}
      {symbol !== '' && status.kind === 'ready' && !hasBars ? (
        <div className={styles.cover}>
          <NoBars platform={window.platform} symbol={symbol} />
        </div>
      ) : null}
    </>
  );
}

function NoSymbol({ window }: Pick<ChartCoverProps, 'window'>) {
  return (
    <div className={styles.cover}>
      <EmptyState
        icon={ChartCandlestick}
        title="No symbol yet"
        text="A chart shows the path of one price. Choose a symbol to begin."
        action={
          <Button
            tone="primary"
            onClick={() => {
              void window.platform.commands.run('chart.range', { windowId: window.id });
            }}
          >
            Symbol and date range
          </Button>
        }
      />
    </div>
  );
}
