import { type ToolWindow, useToolState } from '../../src/plugin-api/index.ts';
import { ErrorState, Select, Skeleton } from '../../src/ui/index.ts';
import { DEFAULT_DEPTH_ROWS, MAX_DEPTH_ROWS } from './depth.ts';
import { DepthSide } from './DepthSide.tsx';
import type { LoadState, MarketFeed, MarketPainter } from './market-feed.ts';
import styles from './MarketMaker.module.css';
import type { MarketMakerState } from './state.ts';
import { useDepth } from './use-depth.ts';

export interface DepthPanelProps {
  readonly tool: ToolWindow<MarketMakerState>;
  readonly feed: MarketFeed;
  readonly painter: MarketPainter;
  readonly state: LoadState;
}

/** Bids and asks of the exchanges, best first. A click on a price opens order entry with it. */
export function DepthPanel({ tool, feed, painter, state }: DepthPanelProps) {
  const rows = useToolState(tool, ({ DepthRows }) => DepthRows);
  const { places, isHeld, events } = useDepth({ tool, feed, painter, rows, state });
  return (
    <section className={styles.depth} aria-label="Depth">
      <div className={styles.paneHead}>
        <h3>Depth</h3>
        <span className={styles.held} role="status">
          {isHeld ? 'Held under the pointer' : ''}
        </span>
        <div className={styles.rowChoice}>
          <RowChoice rows={rows} onChange={(DepthRows) => tool.update({ DepthRows })} />
        </div>
      </div>
      {state === 'ready' ? (
        <div className={styles.sides} {...events}>
          <DepthSide side="bids" rows={rows} places={places.bids} />
          <DepthSide side="asks" rows={rows} places={places.asks} />
        </div>
      ) : (
        <div className={styles.paneBody}>
          {state === 'loading' ? (
            <Skeleton rows={rows} label="Loading depth" />
          ) : (
            <ErrorState
              title="Depth did not load"
              text="The market data service does not answer."
              onRetry={() => {
                void feed.loadDepth();
              }}
            />
          )}
        </div>
      )}
    </section>
  );
}

const ROW_CHOICES = [4, 6, DEFAULT_DEPTH_ROWS, 10, 12, 16, MAX_DEPTH_ROWS];

interface RowChoiceProps {
  readonly rows: number;
  readonly onChange: (rows: number) => void;
}

function RowChoice({ rows, onChange }: RowChoiceProps) {
  const choices = ROW_CHOICES.includes(rows) ? ROW_CHOICES : [...ROW_CHOICES, rows];
  return (
    <Select
      label="Depth rows"
      isLabelHidden
      value={String(rows)}
      options={choices.map((count) => ({ value: String(count), label: `${count} rows` }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
