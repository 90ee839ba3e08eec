import { Button, EmptyState, ErrorState, Skeleton } from '../../src/ui/index.ts';
import type { ScreenState } from './screen-run.ts';

/** Takes the place of the grid while there is no row. */
export function ScreenOutcome({
  screen,
  reload,
  change,
}: {
  readonly screen: ScreenState;
  readonly reload: () => void;
  readonly change: () => void;
}) {
  switch (screen.status) {
    case 'failed':
      return <ErrorState title="The screen did not run" text={screen.message ?? ''} onRetry={reload} />;
    case 'ready':
      return (
        <EmptyState
          title="No symbol passes these filters"
          text="Remove a filter, or widen its range."
          action={<Button onClick={change}>Change filters</Button>}
        />
      );
    case 'unanswered':
      return (
        <EmptyState
          title="No symbols yet"
          text="The screen did not finish."
          action={<Button onClick={reload}>Reload</Button>}
        />
      );
    case 'idle':
    case 'loading':
      return <Skeleton rows={14} label="Loading symbols" />;
  }
}
