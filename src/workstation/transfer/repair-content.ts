import * as v from 'valibot';
import { repairWorkspaces } from '../workspace/repair-workspaces.ts';
import { contentOf, workspaceContentSchema, type WorkspaceContent } from '../workspace/workspace-state.ts';

/** A workspace of a file as far as it can be read, and the names of the parts that were left out. */
export interface RepairedContent {
  readonly content: WorkspaceContent;
  readonly leftOut: readonly string[];
}

/** Reads a workspace in the present form, repaired as stored ones are. Null when it has no windows, or nothing of it can be read. */
export function repairContent(workspace: unknown): RepairedContent | null {
  if (typeof workspace !== 'object' || workspace === null || !('LayoutData' in workspace)) return null;
  const whole = v.safeParse(workspaceContentSchema, workspace);
  if (whole.success) return { content: whole.output, leftOut: [] };
  const repaired = repairWorkspaces({ Workspaces: [{ ...workspace, Id: 1 }], Current: 1 });
  const [found] = repaired?.state.Workspaces ?? [];
  if (repaired === null || found === undefined || Object.keys(found.LayoutData).length === 0) return null;
  const content = v.safeParse(workspaceContentSchema, contentOf(found));
  return content.success ? { content: content.output, leftOut: repaired.leftOut } : null;
}
