import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isStrategyRunning } from '../../src/domain/strategy/enumerations.ts';
import { useIsActive, useToolState, type ToolProps } from '../../src/plugin-api/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Skeleton,
  TreeGrid,
  type TreeGridHandle,
} from '../../src/ui/index.ts';
import { deleteStrategy, removeRun, showDetails, stopRun } from './actions.ts';
import styles from './AlgoStream.module.css';
import { runColumns } from './columns/index.ts';
import { StopRun } from './columns/stop-run.ts';
import { fileDrop } from './files/file-drop.ts';
import { groupsOf } from './groups.ts';
import { groupMenu, runMenu } from './menus.ts';
import type { AlgoStreamState } from './state.ts';
import type { AlgoStreamWindow, Run, StrategyGroup } from './types.ts';
import { useRefreshed } from './use-refreshed.ts';
import { isPublic, strategyDisplayName } from './run-labels.ts';

/** Interval between updates of the grid, ms. */
const REFRESH_MS = 1000;

const runId = ({ id }: Run) => id;
const runsText = (count: number): string => `${count} ${count === 1 ? 'run' : 'runs'}`;
const runningCount = ({ rows }: StrategyGroup): number =>
  rows.filter(({ instance }) => isStrategyRunning(instance.Status)).length;

function GroupCell({ group }: { readonly group: StrategyGroup }) {
  const { strategy, rows } = group;
  const running = runningCount(group);
  return (
    <span className={styles.group}>
      <strong className={styles.name} title={strategy.Description === '' ? undefined : strategy.Description}>
        {strategyDisplayName(strategy)}
      </strong>
      {isPublic(strategy) ? <span className={styles.tag}>Public</span> : null}
      <span className={styles.counts}>
        {rows.length === 0 ? 'No runs yet' : runsText(rows.length)}
        {running === 0 ? '' : `, ${running} running`}
      </span>
    </span>
  );
}

/** Loads both lists; returns why they could not be loaded, and how to try again. */
function useLoad({ strategies }: AlgoStreamWindow['platform']) {
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(() => {
    setProblem(null);
    strategies
      .load()
      .catch((error: unknown) =>
        setProblem(error instanceof Error ? error.message : 'The server did not answer.'),
      );
  }, [strategies]);
  useEffect(load, [load]);
  return { problem, load };
}

function NoStrategies({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState
      title="No strategies yet"
      text="A strategy is a short program that says when to buy and when to sell. Begin with a template and try it on the past."
      action={
        <Button tone="primary" onClick={onAdd}>
          Add strategy
        </Button>
      }
    />
  );
}

/** The strategies of the user and the public ones, with their runs. */
export default function AlgoStream({ tool: window }: ToolProps<AlgoStreamState>) {
  const { platform } = window;
  const { Columns, Sort, Expanded } = useToolState(window, (state) => state.StrategyGrid);
  const state = useRefreshed(platform.strategies, REFRESH_MS, useIsActive(window));
  const { problem, load } = useLoad(platform);
  const groups = useMemo(() => groupsOf(state), [state]);
  const stop = useCallback((run: Run) => void stopRun(platform, run), [platform]);
  const grid = useRef<TreeGridHandle>(null);
  const store = (change: Partial<AlgoStreamState['StrategyGrid']>) =>
    window.update({ StrategyGrid: { ...window.getState().StrategyGrid, ...change } });

  if (problem !== null && !state.isLoaded)
    return <ErrorState title="The strategies could not be loaded" text={problem} onRetry={load} />;
  if (!state.isLoaded) return <Skeleton label="Loading strategies" />;
  return (
    <div className={styles.tool} {...fileDrop(platform)}>
      <StopRun value={stop}>
        <TreeGrid<Run, StrategyGroup>
          ref={grid}
          label="Strategies"
          groups={groups}
          rowId={runId}
          columns={runColumns}
          GroupCell={GroupCell}
          groupText={({ strategy }) => strategyDisplayName(strategy)}
          exportName="AlgoStream"
          open={Expanded}
          onOpenChange={(open) => store({ Expanded: open })}
          layout={Columns}
          onLayoutChange={(layout) => store({ Columns: layout })}
          sort={Sort}
          onSortChange={(sort) => store({ Sort: sort })}
          onActivate={(run) => void showDetails(platform, run)}
          onDeleteRow={(run) => void removeRun(platform, run)}
          onDeleteGroup={({ strategy }) => {
            if (!isPublic(strategy)) void deleteStrategy(platform, strategy);
          }}
          groupMenu={(group) => groupMenu(window, group, (id) => grid.current?.select(id))}
          rowMenu={(run) => runMenu(window, run)}
          empty={
            <NoStrategies
              onAdd={() => void platform.commands.run('algo-stream.add', { windowId: window.id })}
            />
          }
        />
      </StopRun>
    </div>
  );
}
