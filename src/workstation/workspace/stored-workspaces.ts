import * as v from 'valibot';
import { workspaceSchema, workspacesSchema, type Workspace, type WorkspacesState } from './workspace-state.ts';

export interface ReadWorkspaces {
  readonly state: WorkspacesState | null;
  /** What to tell the person; null when all was well. */
  readonly notice: string | null;
}

/** Brings what older versions stored to the shape of today. Version 0 had no SchemaVersion and could miss Ids, Sizes and Current. */
function migrate(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const old: { SchemaVersion?: unknown; Workspaces?: unknown; Current?: unknown } = stored;
  if (old.SchemaVersion !== undefined || !Array.isArray(old.Workspaces)) return stored;
  const items: Record<string, unknown>[] = old.Workspaces.filter((item) => typeof item === 'object' && item !== null);
  const used = new Set(items.map((item) => item['Id']));
  let next = 1;
  const Workspaces = items.map((item): Record<string, unknown> => {
    if (typeof item['Id'] === 'number') return { LayoutData: {}, Sizes: {}, ...item };
    while (used.has(next)) next++;
    used.add(next);
    return { LayoutData: {}, Sizes: {}, ...item, Id: next };
  });
  const named = Workspaces.find((item) => item['Name'] === old.Current || item['Id'] === old.Current);
  return { SchemaVersion: 1, Workspaces, Current: (named ?? Workspaces[0])?.['Id'] ?? null };
}

/** Keeps the workspaces that are whole, with unique ids and names, when the text as a whole is not valid. */
function salvage(stored: unknown): Workspace[] {
  if (typeof stored !== 'object' || stored === null || !('Workspaces' in stored) || !Array.isArray(stored.Workspaces)) return [];
  return stored.Workspaces.flatMap((item) => {
    const result = v.safeParse(workspaceSchema, item);
    return result.success ? [result.output] : [];
  });
}

/** Reads the stored text. Never throws: what can't be read is named in the notice. */
export function readWorkspaces(text: string | null): ReadWorkspaces {
  if (text === null || text.trim() === '') return { state: null, notice: null };
  let stored: unknown;
  try { stored = migrate(JSON.parse(text)); } catch { return { state: null, notice: 'Your saved workspaces could not be read. You start with a fresh one; the saved text is kept on this device.' }; }
  const parsed = v.safeParse(workspacesSchema, stored);
  const found = parsed.success ? parsed.output.Workspaces : salvage(stored);
  const workspaces = found.filter((item, index) => found.findIndex((other) => other.Id === item.Id) === index && found.findIndex((other) => other.Name === item.Name) === index);
  if (!parsed.success && workspaces.length === 0) return { state: null, notice: 'Your saved workspaces could not be read. You start with a fresh one; the saved text is kept on this device.' };
  const wanted = parsed.success ? parsed.output.Current : null;
  const current = workspaces.some((item) => item.Id === wanted) ? wanted : workspaces[0]?.Id ?? null;
  const isWhole = parsed.success && workspaces.length === found.length;
  return {
    state: { SchemaVersion: 1, Workspaces: workspaces, Current: current },
    notice: isWhole ? null : 'Some saved workspaces could not be read and were left out. The saved text is kept on this device.',
  };
}
