import type { AlgoStreamWindow, StrategiesState, Strategy, StrategyGroup } from './types.ts';

/** Key of a strategy's group, as the workspace stores it: strategies of the user by name, public ones by id. */
export const groupKey = ({ Id, Name }: Pick<Strategy, 'Id' | 'Name'>): string =>
  Id > 0 ? `public:${Id}` : `own:${Name}`;

/** The groups of the grid: the strategies of the user, then the public ones; each with its runs, the newest first. */
export function groupsOf({ personal, public: shared }: StrategiesState): readonly StrategyGroup[] {
  return [...personal, ...shared].map((strategy) => {
    const id = groupKey(strategy);
    return {
      id,
      strategy,
      rows: strategy.Instances.map((instance) => ({
        id: `${id}/${instance.InstanceId}`,
        strategy,
        instance,
      })).toReversed(),
    };
  });
}

/** Closes all groups; opens all when every one with runs is closed. */
export function toggledAll(
  groups: readonly Pick<StrategyGroup, 'id' | 'rows'>[],
  expanded: readonly string[],
): readonly string[] {
  const open = new Set(expanded);
  return groups.some(({ id }) => open.has(id))
    ? []
    : groups.filter(({ rows }) => rows.length > 0).map(({ id }) => id);
}

export function toggleAll(window: AlgoStreamWindow): void {
  const { StrategyGrid } = window.getState();
  window.update({
    StrategyGrid: {
      ...StrategyGrid,
      Expanded: toggledAll(groupsOf(window.platform.strategies.get()), StrategyGrid.Expanded),
    },
  });
}

/** Opens the group of a strategy, so that a run just started is in sight. */
export function expandGroup(window: AlgoStreamWindow, strategy: Pick<Strategy, 'Id' | 'Name'>): void {
  const { StrategyGrid } = window.getState();
  const key = groupKey(strategy);
  if (!StrategyGrid.Expanded.includes(key))
    window.update({ StrategyGrid: { ...StrategyGrid, Expanded: [...StrategyGrid.Expanded, key] } });
}
