import { restoreState, serializeState, type AnyPlugin } from '../../plugin-api/index.ts';
import { firstWindowWithTool, type KeptTool, type WorkspacesState } from './workspace-state.ts';

/** States of tools that have no window. A user who creates an alert on the chart stays at the chart: the alert waits here for a window of Price Alerts. */

function setKept(draft: WorkspacesState, kept: readonly KeptTool[]): void {
  if (kept.length === 0) delete draft.Kept;
  else draft.Kept = [...kept];
}

/** Keeps one more state. */
export function keepTool(draft: WorkspacesState, kept: KeptTool): void {
  setKept(draft, [...(draft.Kept ?? []), kept]);
}

/** Puts a changed state in the place of the one at this index. */
export function replaceKept(draft: WorkspacesState, index: number, kept: KeptTool): void {
  if (draft.Kept?.[index] !== undefined) draft.Kept[index] = kept;
}

/** Both sides' states, each once. */
export function allKept(
  mine: readonly KeptTool[],
  theirs: readonly KeptTool[],
  isSame: (left: KeptTool, right: KeptTool) => boolean,
): readonly KeptTool[] {
  return [...mine, ...theirs.filter((other) => !mine.some((each) => isSame(each, other)))];
}

/** Where a tool has a window, what waits for one goes into its first. States that it cannot take in (unreadable, full) stay kept. */
export function placeKept(draft: WorkspacesState, pluginOf: (toolId: string) => AnyPlugin | undefined): void {
  if (draft.Kept === undefined) return;
  const waiting = draft.Kept.filter((kept) => {
    const found = firstWindowWithTool(draft, kept.Tool);
    const stored = found?.workspace.LayoutData[found.key];
    const state = pluginOf(kept.Tool)?.state;
    if (found === undefined || stored === undefined || state?.joined === undefined) return true;
    const [shown, more] = [
      restoreState(state, { version: stored.version, data: stored.data }),
      restoreState(state, { version: kept.version, data: kept.data }),
    ];
    if (!shown.ok || !more.ok) return true;
    const joined = serializeState(state, state.joined(shown.value, more.value));
    if (!restoreState(state, joined).ok) return true;
    found.workspace.LayoutData[found.key] = { ...stored, ...joined };
    return false;
  });
  if (waiting.length !== draft.Kept.length) setKept(draft, waiting);
}
