import type { Base } from './settings-types.ts';

/**
 * Decides which workspaces to keep: those of this page, those of another writer, or null when both were changed and the user must choose.
 * @param isUsed false while the user has changed nothing in this page, so that all differences were filled in by the tools
 */
export function reconcileWorkspaces(held: Base, mine: string, isUsed: boolean): string | null {
  // Unchanged here, or changed in the same way there: keep theirs.
  if (mine === held.ancestor || mine === held.workspace) return held.workspace;
  if (held.workspace === held.ancestor) return mine;
  return isUsed ? null : held.workspace;
}
