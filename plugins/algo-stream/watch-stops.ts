import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { StoppedRun } from './types.ts';
import { momentText } from './run-labels.ts';

const TITLE = 'Live strategies stopped';

/** One paragraph for each reason, with the runs that it stopped. */
export function stoppedText(runs: readonly StoppedRun[]): string {
  const byMessage = Map.groupBy(runs, ({ Message }) => Message);
  return [...byMessage]
    .map(
      ([message, stopped]) =>
        `${stopped.map(({ Name, StoppedAt }) => `${Name} (${momentText(StoppedAt)})`).join(', ')}: ${message}`,
    )
    .join('\n\n');
}

const keyOf = ({ Name, InstanceId, StoppedAt }: StoppedRun): string =>
  JSON.stringify([Name, InstanceId, StoppedAt]);

/** Announces live runs that were stopped without their user, wherever the user is in the workspace; confirms them when the announcement is closed. Returns the way to stop. */
export function watchStops({
  strategies,
  dialogs,
}: Pick<ToolPlatform, 'strategies' | 'dialogs'>): () => void {
  /** Confirmed or not. */
  const announced = new Map<string, boolean>();
  let waiting: StoppedRun[] = [];
  let isOpen = false;

  async function announce(): Promise<void> {
    if (isOpen) return;
    isOpen = true;
    while (waiting.length > 0) {
      const runs = waiting;
      waiting = [];
      await dialogs.alert({ title: TITLE, message: stoppedText(runs) });
      for (const run of runs) announced.set(keyOf(run), true);
      strategies.reports.confirmStops(runs);
    }
    isOpen = false;
  }

  return strategies.reports.onStopped((runs) => {
    // A reconnect names again what is on the screen already, and what was confirmed without a connection.
    const lost = runs.filter((run) => announced.get(keyOf(run)) === true);
    if (lost.length > 0) strategies.reports.confirmStops(lost);
    const fresh = runs.filter((run) => !announced.has(keyOf(run)));
    for (const run of fresh) announced.set(keyOf(run), false);
    waiting.push(...fresh);
    void announce();
  });
}
