import { useCallback, useEffect, useMemo, useState } from 'react';
import { isStrategyRunning } from '../../src/domain/strategy/enumerations.ts';
import { useIsActive, useToolState, type ToolProps } from '../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Skeleton, TreeGrid } from '../../src/ui/index.ts';
import { deleteStrategy, removeRun, showDetails, stopRun } from './actions.ts';
import styles from './AlgoStream.module.css';
import { runColumns } from './columns/index.ts';
import { StopRun } from './columns/stop-run.ts';
import { groupsOf } from './groups.ts';
import { groupMenu, runMenu } from './menus.ts';
import type { AlgoStreamState } from './state.ts';
import type { Run, StrategyGroup } from './types.ts';
import { useRefreshed } from './use-refreshed.ts';
import { isPublic, strategyDisplayName } from './run-labels.ts';

/** How often the grid follows the strategies, ms. */
const REFRESH_MS = 1000;

const runId = ({ id }: Run) => id;
const countWords = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
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
        {rows.length === 0 ? 'No runs yet' : countWords(rows.length, 'run')}
        {running === 0 ? '' : `, ${running} running`}
      </span>
    </span>
  );
}

/** The strategies of the user and the public ones, with their runs. */
export default function AlgoStream({ tool: window }: ToolProps<AlgoStreamState>) {
  const { platform } = window;
  const { strategies } = platform;
  const { Columns, Sort, Expanded } = useToolState(window, (state) => state.StrategyGrid);
  const isActive = useIsActive(window);
  const state = useRefreshed(strategies, REFRESH_MS, isActive);
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
  const groups = useMemo(() => groupsOf(state), [state]);
  const stop = useCallback(
    (run: Run) => {
      void stopRun(platform, run);
    },
    [platform],
  );
  const store = (change: Partial<AlgoStreamState['StrategyGrid']>) =>
    window.update({ StrategyGrid: { ...window.getState().StrategyGrid, ...change } });
  const add = () => {
    void platform.commands.run('algo-stream.add', { windowId: window.id });
  };

  if (problem !== null && !state.isLoaded)
    return <ErrorState title="The strategies could not be loaded" text={problem} onRetry={load} />;
  if (!state.isLoaded) return <Skeleton label="Loading strategies" />;
  return (
    <div className={styles.tool}>
      <StopRun value={stop}>
        <TreeGrid<Run, StrategyGroup>
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
          onActivate={(run) => {
            void showDetails(platform, run);
          }}
          onDeleteRow={(run) => {
            void removeRun(platform, run);
          }}
          onDeleteGroup={({ strategy }) => {
            if (!isPublic(strategy)) void deleteStrategy(platform, strategy);
          }}
          groupMenu={(group) => groupMenu(window, group)}
          rowMenu={(run) => runMenu(window, run)}
          empty={
            <EmptyState
              title="No strategies yet"
              text="A strategy is a short program that says when to buy and when to sell. Begin with a template and try it on the past."
              action={
                <Button tone="primary" onClick={add}>
                  Add strategy
                </Button>
              }
            />
          }
        />
      </StopRun>
    </div>
  );
}
