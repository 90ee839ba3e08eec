import { useMemo } from 'react';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button } from '../../../src/ui/index.ts';
import { groupKey } from '../groups.ts';
import { isBacktest, momentText, runTitle } from '../run-labels.ts';
import { statusLabel } from '../status-labels.ts';
import type { Instance, Run, Strategy, StrategyVersion } from '../types.ts';
import styles from './Versions.module.css';

interface VersionRunsProps {
  readonly platform: Pick<ToolPlatform, 'strategies'>;
  readonly name: string;
  readonly version: StrategyVersion;
  /** Shows a run in the list of strategies; null = the list cannot be reached from here. */
  readonly onShow: ((run: Run) => void) | null;
}

/** Names of runs, by id, that differ also for backtests of one period: by their start, and by a number within its minute. */
function uniqueNames(
  strategy: Strategy | undefined,
  runs: readonly { readonly id: string; readonly instance: Instance }[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    runs.map(({ id, instance }) => {
      const title = strategy === undefined ? '' : runTitle(strategy, instance);
      const name = isBacktest(instance) ? `${title}, started ${momentText(instance.StartedAt)}` : title;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [id, count === 1 ? name : `${name}, number ${count}`];
    }),
  );
}

/** The runs that used a version. Those of other accounts are only counted: the list has them when that account is chosen. */
export function VersionRuns({ platform, name, version, onShow }: VersionRunsProps) {
  const strategy = useReadable(platform.strategies, ({ personal }) =>
    personal.find(({ Name }) => Name === name),
  );
  const runs = useMemo(
    () =>
      (strategy?.Instances ?? [])
        .filter((instance) => instance.Version === version.Version)
        .toReversed()
        .map((instance) => ({ instance, id: instance.InstanceId })),
    [strategy, version],
  );
  const namesOf = useMemo(() => uniqueNames(strategy, runs), [strategy, runs]);
  const elsewhere = Math.max(0, version.RunCount - runs.length);
  const title = `Runs of version ${version.Version}`;
  return (
    <section className={styles.runs} aria-label={title}>
      <h3>{title}</h3>
      {runs.length === 0 && elsewhere === 0 ? <p>No kept run used it.</p> : null}
      <ul>
        {runs.map(({ instance, id }) => (
          <li key={id}>
            <span>{strategy === undefined ? '' : runTitle(strategy, instance)}</span>
            {isBacktest(instance) ? (
              <span className={styles.status}>{`started ${momentText(instance.StartedAt)}`}</span>
            ) : null}
            <span className={styles.status}>{statusLabel(instance.Status)}</span>
            {onShow === null || strategy === undefined ? null : (
              <Button
                tone="quiet"
                aria-label={`Show ${namesOf.get(id) ?? ''}`}
                onClick={() => onShow({ id: `${groupKey(strategy)}/${id}`, strategy, instance })}
              >
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
      {elsewhere === 0 ? null : (
        <p>{elsewhere === 1 ? '1 run of another account' : `${elsewhere} runs of other accounts`}</p>
      )}
    </section>
  );
}
