/** A workspace that may stay mounted. */
export interface KeptWorkspace {
  readonly Id: number;
  /** Its windows by key, shown or not. */
  readonly LayoutData: Readonly<Record<string, unknown>>;
}

/** Windows that stay mounted for each gigabyte of the machine's memory. One of them takes about 3 MB of the page's memory, a chart the most. */
const WINDOWS_PER_GIGABYTE = 32;
/** Of a browser that does not say how much memory there is, GB. */
const ASSUMED_MEMORY_GB = 4;

/** How many windows may stay mounted on a machine with this memory, GB. Browsers that say it report at most 8. */
export const keptWindowCount = (memoryGigabytes: number | undefined): number =>
  WINDOWS_PER_GIGABYTE * (memoryGigabytes ?? ASSUMED_MEMORY_GB);

/**
 * Ids of the workspaces that stay mounted, the one on screen first, then those that were on screen lately, until their windows together are
 * `maxWindows`. The one on screen and the one before it always stay.
 */
export function keptWorkspaces(
  shown: number | null,
  recent: readonly number[],
  all: readonly KeptWorkspace[],
  maxWindows: number,
): readonly number[] {
  const candidates = [...(shown === null ? [] : [shown]), ...recent.filter((id) => id !== shown)];
  const kept: number[] = [];
  let windowCount = 0;
  for (const id of candidates) {
    const workspace = all.find(({ Id }) => Id === id);
    if (workspace === undefined) continue;
    windowCount += Object.keys(workspace.LayoutData).length;
    if (kept.length >= 2 && windowCount > maxWindows) break;
    kept.push(id);
  }
  return kept;
}
