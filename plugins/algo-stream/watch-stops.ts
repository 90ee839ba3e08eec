import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { StoppedRun } from './types.ts';
import { momentText } from './words.ts';

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

/** Announces live runs that were stopped without their user, wherever the user is in the workspace; confirms them when the announcement is closed. Returns the way to stop. */
export function watchStops({
  strategies,
  dialogs,
}: Pick<ToolPlatform, 'strategies' | 'dialogs'>): () => void {
  const announced = new Set<string>();
  let waiting: StoppedRun[] = [];
  let isOpen = false;

  async function announce(): Promise<void> {
    if (isOpen) return;
    isOpen = true;
    while (waiting.length > 0) {
      const runs = waiting;
      waiting = [];
      await dialogs.alert({ title: TITLE, message: stoppedText(runs) });
      strategies.reports.confirmStops(runs);
    }
    isOpen = false;
  }

  return strategies.reports.onStopped((runs) => {
    // A reconnect names again what is on the screen already.
    const fresh = runs.filter((run) => {
      const key = JSON.stringify([run.Name, run.InstanceId, run.StoppedAt]);
      return !announced.has(key) && announced.add(key);
    });
    waiting.push(...fresh);
    void announce();
  });
}
