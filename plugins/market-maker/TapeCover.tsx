import { formatInteger } from '../../src/domain/columns/index.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '../../src/ui/index.ts';
import type { TapeState } from './market-feed.ts';
import { FIRST_LINES } from './use-tape.ts';

interface TapeCoverProps {
  readonly state: TapeState;
  /** The tape's filter; 0 = none. */
  readonly minSize: number;
  readonly onRetry: () => void;
  readonly onShowAll: () => void;
}

/** Says why the tape has no lines. */
export function TapeCover({ state, minSize, onRetry, onShowAll }: TapeCoverProps) {
  switch (state) {
    case 'loading':
      return <Skeleton rows={FIRST_LINES} label="Loading time and sales" />;
    case 'failed':
      return (
        <ErrorState
          title="Time and sales did not load"
          text="The market data service does not answer."
          onRetry={onRetry}
        />
      );
    case 'unrecorded':
      return (
        <EmptyState
          title="No trades recorded"
          text="The replayed recording has quotes of this option, but none of its trades."
        />
      );
    case 'ready':
      return minSize > 0 ? (
        <EmptyState
          title="No trade of that size"
          text={`No trade of ${formatInteger(minSize)} shares or more yet.`}
          action={<Button onClick={onShowAll}>Show all trades</Button>}
        />
      ) : (
        <EmptyState title="No trades yet" text="Trades appear here as they happen." />
      );
  }
}
