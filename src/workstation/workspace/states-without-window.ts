import * as v from 'valibot';
import type { PluginRegistry, ToolPlatform } from '../../plugin-api/index.ts';
import { statesByTool } from './tool-states.ts';

/*
 * Version 3 of the stored workspaces could have states of tools without a window in `Kept`: alerts that were created on a chart or in a
 * grid. Version 4 has none. This file is frozen.
 */

const keptSchema = v.object({
  Tool: v.pipe(v.string(), v.nonEmpty()),
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  data: v.unknown(),
});
const storedSchema = v.object({ Kept: v.array(v.unknown()) });

/** States without a window in the JSON text of stored workspaces. Damaged ones are left out. */
export function statesWithoutWindow(text: string): readonly v.InferOutput<typeof keptSchema>[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return [];
  }
  const read = v.safeParse(storedSchema, stored);
  return (read.success ? read.output.Kept : []).flatMap((item) => {
    const kept = v.safeParse(keptSchema, item);
    return kept.success ? kept.output : [];
  });
}

/** Gives the states without a window in stored workspaces to their tools. */
export function handStatesOver(
  text: string,
  plugins: Pick<PluginRegistry, 'get'>,
  platform: ToolPlatform,
): void {
  for (const [plugin, states] of statesByTool(statesWithoutWindow(text), plugins))
    plugin.onStoredWithoutWindow?.(states, platform);
}
