import type { WindowKey } from '../../../layouts/index.ts';
import { shareEqual } from './share-equal.ts';
import type { Change, ChangeOf, Content } from './undo-change-schema.ts';
import {
  hasSameLayout,
  workspaceOf,
  type StoredWindow,
  type Workspace,
  type WorkspacesState,
} from './workspace-state.ts';

/** What differs between two states of the workspaces. */
export function changesBetween(before: WorkspacesState, after: WorkspacesState): readonly Change[] {
  const ids = new Set([...before.Workspaces, ...after.Workspaces].map(({ Id }) => Id));
  const changes = [...ids].flatMap((each) => workspaceChanges(before, after, each));
  const kept = (state: WorkspacesState, other: WorkspacesState) =>
    state.Workspaces.flatMap(({ Id }) => (workspaceOf(other, Id) === undefined ? [] : [Id]));
  const [Before, After] = [kept(before, after), kept(after, before)];
  return [
    ...changes,
    ...(isEqual(Before, After) ? [] : [{ Kind: 'order' as const, Before, After }]),
    ...(before.Current === after.Current
      ? []
      : [{ Kind: 'current' as const, Before: before.Current, After: after.Current }]),
  ];
}

/** True when both say the same. */
export const isEqual = (first: unknown, second: unknown): boolean => shareEqual(first, second) === first;

function workspaceChanges(before: WorkspacesState, after: WorkspacesState, Id: number): readonly Change[] {
  const [old, next] = [workspaceOf(before, Id), workspaceOf(after, Id)];
  if (old === next) return [];
  if (old !== undefined && next !== undefined) return contentChange(old, next);
  const placed = (state: WorkspacesState, workspace: Workspace | undefined) =>
    workspace === undefined ? null : { Index: state.Workspaces.indexOf(workspace), Workspace: workspace };
  return [{ Kind: 'workspace', Id, Before: placed(before, old), After: placed(after, next) }];
}

function contentChange(old: Workspace, next: Workspace): readonly Change[] {
  const all = { ...old.LayoutData, ...next.LayoutData };
  // The keys of both are names of windows.
  const keys = (Object.keys(all) as WindowKey[]).filter(
    (key) => !isEqual(old.LayoutData[key], next.LayoutData[key]),
  );
  const isSame = old.Name === next.Name && old.IsLocked === next.IsLocked && hasSameLayout(old, next);
  if (keys.length === 0 && isSame) return [];
  const Moved = keys.flatMap((from) => {
    const tool = old.LayoutData[from];
    const to = tool && keys.find((key) => key !== from && isEqual(next.LayoutData[key], tool));
    return to === undefined ? [] : [{ Before: from, After: to }];
  });
  return [{ Kind: 'content', Id: old.Id, Before: contentOf(old, keys), After: contentOf(next, keys), Moved }];
}

function contentOf(workspace: Workspace, keys: readonly WindowKey[]): Content {
  const { Name, Layout, Tree, Sizes, Undocked, IsLocked = false, LayoutData } = workspace;
  const Windows: Record<WindowKey, StoredWindow> = {};
  for (const key of keys) {
    const window = LayoutData[key];
    if (window !== undefined) Windows[key] = window;
  }
  return {
    Name,
    Layout,
    ...(Tree === undefined ? {} : { Tree }),
    Sizes,
    ...(Undocked === undefined ? {} : { Undocked }),
    IsLocked,
    Windows,
  };
}

/** What a tool changed of its state, at a path into it: the smallest part that holds the whole difference. */
export function toolChanges(
  place: Pick<ChangeOf<'tool'>, 'Id' | 'Key'>,
  before: StoredWindow,
  after: StoredWindow,
  path: readonly string[],
): readonly ChangeOf<'tool'>[] {
  const [from, to] = [before, after].map(({ data }) => path.reduce(fieldOf, data));
  if (isEqual(from, to)) return [];
  const { Path, Before, After } = narrowed([...path], from, to);
  const values = {
    ...(Before === undefined ? {} : { Before }),
    ...(After === undefined ? {} : { After }),
  };
  return [{ Kind: 'tool', ...place, Tool: after.Tool, Version: after.version, Path, ...values }];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (data: unknown, field: string): unknown =>
  isRecord(data) && Object.hasOwn(data, field) ? data[field] : undefined;

function narrowed(
  Path: string[],
  before: unknown,
  after: unknown,
): { readonly Path: string[]; readonly Before: unknown; readonly After: unknown } {
  if (isRecord(before) && isRecord(after)) {
    const [only, ...others] = Object.keys({ ...before, ...after }).filter(
      (key) => !isEqual(before[key], after[key]),
    );
    if (only !== undefined && others.length === 0)
      return narrowed([...Path, only], fieldOf(before, only), fieldOf(after, only));
  }
  return { Path, Before: before, After: after };
}

/** The data with another value at a path; undefined takes it out. The data itself where the path leads through no record. */
export function withValueAt(data: unknown, [field, ...rest]: readonly string[], value: unknown): unknown {
  if (!isRecord(data) || field === undefined) return data;
  const next = rest.length === 0 ? value : withValueAt(data[field], rest, value);
  const { [field]: _old, ...others } = data;
  return next === undefined ? others : { ...others, [field]: next };
}
