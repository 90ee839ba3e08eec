import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { Button, EmptyState } from '../../src/ui/index.ts';
import type { Strategy } from '../algo-stream/types.ts';
import { useRefreshed } from '../algo-stream/use-refreshed.ts';
import { PlaceList } from './PlaceList.tsx';
import { runText } from './run-text.ts';
import type { StrategyEditorState } from './state.ts';
import styles from './StrategyEditor.module.css';

/** How often the states of runs in the list are read, ms. */
const REFRESH_MS = 1_000;

/** The newest run in one line. */
function lastRunText({ Instances }: Strategy): string {
  const last = Instances.at(-1);
  return last === undefined ? 'No runs yet' : runText(last);
}

interface StrategyListProps {
  readonly tool: Pick<ToolWindow<StrategyEditorState>, 'platform'>;
  /** Opens a strategy of the user; null = a new one. */
  readonly open: (name: string | null) => Promise<boolean>;
}

/** What a window without a strategy shows: the strategies of the user with their newest runs. */
export function StrategyList({ tool, open }: StrategyListProps) {
  const { personal } = useRefreshed(tool.platform.strategies, REFRESH_MS, true);
  const create = (
    <Button tone="primary" onClick={() => void open(null)}>
      New strategy
    </Button>
  );
  if (personal.length === 0)
    return (
      <EmptyState
        title="No strategies yet"
        text="Write a new one. Its problems, log and results are shown beside the code."
        action={create}
      />
    );
  return (
    <div className={styles.pane}>
      <div className={styles.strip}>
        <span>Your strategies</span>
        {create}
      </div>
      <PlaceList
        label="Your strategies"
        items={personal}
        keyOf={({ Name }) => Name}
        onOpen={({ Name }) => void open(Name)}
      >
        {(strategy) => (
          <>
            <span className={styles.listed}>{strategy.Name}</span>
            <span className={styles.lastRun}>{lastRunText(strategy)}</span>
          </>
        )}
      </PlaceList>
    </div>
  );
}
