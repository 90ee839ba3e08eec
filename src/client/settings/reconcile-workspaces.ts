import type { Base } from './settings-types.ts';

/**
 * Which workspaces to keep: ours, those of another writer, or null when both were changed and the user must choose.
 * `isUsed`: false while the user has done nothing in this page, so that what differs here is only what the tools filled in.
 */
export function reconcileWorkspaces(held: Base, mine: string, isUsed: boolean): string | null {
  // Untouched here, or made the same there: theirs it is. What the screen shows keeps its own ancestor.
  if (mine === held.ancestor || mine === held.workspace) return held.workspace;
  if (held.workspace === held.ancestor) return mine;
  return isUsed ? null : held.workspace;
}
