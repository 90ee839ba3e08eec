import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { watchAlerts } from './watch-alerts.ts';
import { watchRuns } from './watch-runs.ts';
import { watchStops } from './watch-stops.ts';

/** Runs between sign-in and sign-out, with or without a window of AlgoStream. Returns a function that ends it. */
export function watchPlatform(platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>): () => void {
  const ends = [watchRuns(platform), watchStops(platform), watchAlerts(platform)];
  return () => ends.forEach((end) => end());
}
