import type { ToolPlatform } from '../../src/plugin-api/index.ts';

/** Shows the alerts of live runs as notifications, wherever the user is in the workspace, as alerts on prices are shown. Returns a function that ends it. */
export function watchAlerts({
  strategies,
  dialogs,
}: Pick<ToolPlatform, 'strategies' | 'dialogs'>): () => void {
  return strategies.reports.onAlert(({ Name, InstanceId, Time, Text, Number: number }) =>
    dialogs.notify({
      text: `${Name}: ${Text}`,
      timestampMs: Time,
      key: `strategy alert ${JSON.stringify([Name, InstanceId, Time, number])}`,
    }),
  );
}
