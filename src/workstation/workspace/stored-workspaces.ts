import * as v from 'valibot';
import { migrateWorkspaces } from './migrate-workspaces.ts';
import { repairWorkspaces } from './repair-workspaces.ts';
import { workspacesSchema, type WorkspacesState } from './workspace-state.ts';

/** The stored workspaces as today's code reads them; `state` is null when nothing could be read. */
export interface ReadWorkspaces {
  readonly state: WorkspacesState | null;
  /** Notice for the user; null if all was read. */
  readonly notice: string | null;
}

const UNREADABLE: ReadWorkspaces = {
  state: null,
  notice:
    'Your saved workspaces could not be read. You start with a fresh one; the saved text is kept on this device.',
};
/** So many things left out are named; a longer list is no help. */
const MAX_NAMED = 5;

const allDifferent = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

function isConsistent({ Workspaces, Current }: WorkspacesState): boolean {
  return (
    allDifferent(Workspaces.map((item) => item.Id)) &&
    allDifferent(Workspaces.map((item) => item.Name)) &&
    (Workspaces.length === 0 ? Current === null : Workspaces.some((item) => item.Id === Current))
  );
}

/** Reads the stored text. Never throws: what no longer fits is repaired or left out, and the notice says so. */
export function readWorkspaces(text: string | null): ReadWorkspaces {
  if (text === null || text.trim() === '') return { state: null, notice: null };
  let stored: unknown;
  try {
    stored = migrateWorkspaces(JSON.parse(text));
  } catch {
    return UNREADABLE;
  }
  const parsed = v.safeParse(workspacesSchema, stored);
  if (parsed.success && isConsistent(parsed.output)) return { state: parsed.output, notice: null };
  const repaired = repairWorkspaces(stored);
  if (repaired === null) return UNREADABLE;
  const { state, leftOut } = repaired;
  if (leftOut.length === 0) return { state, notice: null };
  const named =
    leftOut.length > MAX_NAMED
      ? [...leftOut.slice(0, MAX_NAMED), `and ${leftOut.length - MAX_NAMED} more`]
      : leftOut;
  return {
    state,
    notice: `Parts of your saved workspaces could not be read; the rest was opened. Left out: ${named.join(', ')}. The saved text is kept on this device.`,
  };
}
