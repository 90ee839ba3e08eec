import type { AlgoStreamWindow, Run } from '../../types.ts';

/** What a comparison begins with. */
export interface ComparisonStart {
  /** A run that is chosen already. */
  readonly run?: Run;
  /** What the list of runs is filtered by at first. */
  readonly filter?: string;
}

/** Lets the user choose runs and compares them, until they close the comparison or choose no runs. */
export async function compareRuns(
  { platform }: Pick<AlgoStreamWindow, 'platform'>,
  { run, filter = '' }: ComparisonStart = {},
): Promise<void> {
  const [{ chooseRuns }, { openComparison }] = await Promise.all([
    import('./ChooseRunsDialog.tsx'),
    import('./ComparisonDialog.tsx'),
  ]);
  let chosen: readonly Run[] = run === undefined ? [] : [run];
  let isOver = false;
  while (!isOver) {
    const next = await chooseRuns(platform, chosen, filter);
    if (next === null) return;
    chosen = next;
    isOver = !(await openComparison(platform, chosen));
  }
}
