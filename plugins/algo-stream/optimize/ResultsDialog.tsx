import { useEffect, useRef, useState } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import {
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  Select,
  Skeleton,
  Tabs,
  type GridHandle,
  type GridSort,
  type TabItem,
} from '../../../src/ui/index.ts';
import { startDialog } from '../dialogs/start-strategy.tsx';
import type { Search, SearchSet, Strategy } from '../types.ts';
import { HeatMap } from './HeatMap.tsx';
import { MonteCarloTable } from './MonteCarloTable.tsx';
import { ParallelPlot } from './ParallelPlot.tsx';
import { backtestTerms, bestText, deflatedText, searchTitle, stateText } from './search-labels.ts';
import { setColumns } from './set-columns.ts';
import { useSearches, useSets } from './use-searches.ts';
import styles from './Optimize.module.css';

const WIDTH_PX = 1200;

type TabId = 'sets' | 'heat' | 'parallel' | 'draws';

export interface ResultsOptions {
  readonly platform: ToolPlatform;
  readonly strategy: Strategy;
  /** The search that is shown first; undefined = the newest. */
  readonly optimizationId: string | undefined;
  /** A set was started as a backtest. */
  readonly onStarted: () => void;
}

/** Stops or deletes a search. */
function SearchButtons({ platform, search }: { readonly platform: ToolPlatform; readonly search: Search }) {
  const [isBusy, setBusy] = useState(false);
  const { optimizations } = platform.strategies;
  const isRunning = search.State === 'Running';
  const act = async (): Promise<void> => {
    const title = isRunning ? 'Cancel search' : 'Delete search';
    if (
      !isRunning &&
      !(await platform.dialogs.confirm({ title, message: `Delete the search of ${searchTitle(search)}?` }))
    )
      return;
    setBusy(true);
    const { OptimizationId } = search;
    const outcome = await (isRunning
      ? optimizations.stop(OptimizationId)
      : optimizations.remove(OptimizationId));
    setBusy(false);
    if (!outcome.ok) await platform.dialogs.alert({ title, message: outcome.message });
  };
  return (
    <Button disabled={isBusy} focusableWhenDisabled onClick={() => void act()}>
      {isRunning ? 'Cancel' : 'Delete…'}
    </Button>
  );
}

function Progress({ search }: { readonly search: Search }) {
  const { State, DoneCount, RunCount } = search;
  return (
    <div className={styles.progress}>
      <span role="status">{stateText(search)}</span>
      {State === 'Running' ? (
        <progress aria-label="Sets that have run" max={Math.max(1, RunCount)} value={DoneCount} />
      ) : null}
    </div>
  );
}

interface SearchProps extends Omit<ResultsOptions, 'optimizationId'> {
  readonly search: Search;
}

/** The sets in a grid, best first; Enter, a double click and the menu start one as a backtest. */
function SetGrid({
  search,
  sets,
  onOpen,
}: {
  readonly search: Search;
  readonly sets: readonly SearchSet[];
  readonly onOpen: (set: SearchSet) => void;
}) {
  const { Objective } = search.Terms;
  // The terms of a search never change, and another search has a grid of its own.
  const [columns] = useState(() => setColumns(search.Terms));
  const best = columns.some(({ id }) => id === 'Score') ? 'Score' : FIGURE_OF[Objective];
  const [sort, setSort] = useState<GridSort | null>({ By: best ?? 'Sharpe', Asc: false });
  const grid = useRef<GridHandle>(null);
  return (
    <DataGrid<SearchSet>
      ref={grid}
      label="Sets"
      rows={sets}
      columns={columns}
      rowId={({ Serial }) => String(Serial)}
      sort={sort}
      onSortChange={setSort}
      exportName="Optimization"
      onActivate={onOpen}
      menu={(set) => [{ id: 'backtest', label: 'Backtest…', run: () => onOpen(set) }]}
    />
  );
}

/** The column of an objective that is a figure of its own. */
const FIGURE_OF: Readonly<Partial<Record<Search['Terms']['Objective'], string>>> = {
  net: 'Net',
  sharpe: 'Sharpe',
  sortino: 'Sortino',
  calmar: 'Calmar',
  'profit-factor': 'ProfitFactor',
  expectancy: 'Expectancy',
};

function SearchResults({ platform, strategy, search, onStarted }: SearchProps) {
  const [tab, setTab] = useState<TabId>('sets');
  const { sets, error, retry } = useSets(platform, search);
  const open = (set: Pick<SearchSet, 'Values'>) => {
    const terms = backtestTerms(search, set);
    void startDialog(platform, strategy, 'backtest', undefined, terms).then((isStarted) => {
      if (isStarted) onStarted();
    });
  };
  const { Best } = search;
  const deflated = deflatedText(search);
  const shared = { search, sets, onOpen: open };
  const items: readonly TabItem<TabId>[] = [
    { id: 'sets', label: 'Sets', count: sets.length, content: <SetGrid {...shared} /> },
    { id: 'heat', label: 'Heat map', content: <HeatMap {...shared} /> },
    { id: 'parallel', label: 'Parallel coordinates', content: <ParallelPlot {...shared} /> },
    { id: 'draws', label: 'Monte Carlo', content: <MonteCarloTable best={Best} /> },
  ];
  return (
    <>
      <div className={styles.best}>
        <div>
          <strong>{bestText(search)}</strong>
          {deflated === '' ? null : <p>{deflated}</p>}
        </div>
        {Best === null ? null : <Button onClick={() => open(Best)}>Backtest the best…</Button>}
      </div>
      {error === null ? null : (
        <ErrorState title="The sets could not be loaded" text={error} onRetry={retry} />
      )}
      <div className={styles.tabs}>
        <Tabs<TabId> label="Results of the search" value={tab} items={items} onChange={setTab} />
      </div>
    </>
  );
}

function Results({ optimizationId, ...options }: ResultsOptions) {
  const { platform, strategy } = options;
  const { searches, error, reload } = useSearches(platform, strategy);
  const [chosen, setChosen] = useState(optimizationId);
  const view = useRef<HTMLDivElement>(null);
  const isLoaded = searches !== null;
  useEffect(() => {
    // The keyboard begins at the tabs.
    if (isLoaded) view.current?.querySelector<HTMLElement>('[role="tab"]')?.focus();
  }, [isLoaded]);
  if (error !== null && searches === null)
    return <ErrorState title="The searches could not be loaded" text={error} onRetry={reload} />;
  if (searches === null) return <Skeleton label="Loading the searches" rows={8} />;
  const search = searches.find(({ OptimizationId }) => OptimizationId === chosen) ?? searches[0];
  if (search === undefined)
    return (
      <EmptyState
        title="No searches yet"
        text="Optimize… in the menu of the strategy searches the best values of its parameters."
      />
    );
  return (
    <div ref={view} className={styles.view}>
      <div className={styles.head}>
        <div className={styles.choice}>
          <Select
            label="Search"
            isLabelHidden
            value={search.OptimizationId}
            options={searches.map((each) => ({ value: each.OptimizationId, label: searchTitle(each) }))}
            onChange={setChosen}
          />
        </div>
        <Progress search={search} />
        <SearchButtons key={search.OptimizationId} platform={platform} search={search} />
      </div>
      <SearchResults key={search.OptimizationId} {...options} search={search} />
    </div>
  );
}

/** Shows the searches of a strategy and what they have found. */
export async function openResults(options: ResultsOptions): Promise<void> {
  await options.platform.dialogs.open({
    title: `Optimizations - ${options.strategy.Name}`,
    width: WIDTH_PX,
    content: () => <Results {...options} />,
  });
}
