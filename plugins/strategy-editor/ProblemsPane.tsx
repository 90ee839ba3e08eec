import { EmptyState } from '../../src/ui/index.ts';
import { PlaceList } from './PlaceList.tsx';
import type { Problem } from './problems.ts';
import styles from './StrategyEditor.module.css';

const placeText = ({ place }: Problem): string => {
  if (place === null) return 'Run';
  return place.in === 'parameters' ? `Parameters ${place.line}` : `Line ${place.line}`;
};

/** What is wrong with the strategy; a line shows its place. */
export function ProblemsPane({
  problems,
  onOpen,
}: {
  readonly problems: readonly Problem[];
  readonly onOpen: (problem: Problem) => void;
}) {
  if (problems.length === 0)
    return (
      <EmptyState
        title="No problems"
        text="What the editor and the last run find in the code and the parameters is listed here."
      />
    );
  return (
    <PlaceList label="Problems" items={problems} keyOf={({ id }) => id} onOpen={onOpen}>
      {(problem) => (
        <>
          <span className={styles.where} data-has-place={problem.place === null ? undefined : ''}>
            {placeText(problem)}
          </span>
          <span className={styles.message}>
            {problem.source === 'run' ? <strong>Last run: </strong> : null}
            {problem.message}
          </span>
        </>
      )}
    </PlaceList>
  );
}
