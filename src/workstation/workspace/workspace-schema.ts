import * as v from 'valibot';
import { findLayout, type LayoutGroup } from '../../../layouts/index.ts';
import { isUndockedOf, treeSchema, undockedSchema, windowKeySchema, type Undocked } from './undocked.ts';

/** What is stored of the workspaces. */

export const SCHEMA_VERSION = 7;
/** The layout code of a workspace whose windows were arranged by hand: its `Tree` says how. */
export const FREE_LAYOUT = 'free';

const nameSchema = v.pipe(v.string(), v.trim(), v.nonEmpty('a name is missing'));
export const sizesSchema = v.record(v.string(), v.array(v.pipe(v.number(), v.finite(), v.minValue(0))));
/** `link` is the group in which the window is linked: 1 to 8, or 0 for none. */
export const windowSchema = v.object({
  Tool: v.pipe(v.string(), v.nonEmpty()),
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  data: v.unknown(),
  link: v.picklist([0, 1, 2, 3, 4, 5, 6, 7, 8]),
});

/** How the windows of a workspace lie. */
export const arrangementEntries = {
  /** One of the eight codes, or `free`. */
  Layout: v.string(),
  /** How the windows lie in a free layout: stacks of windows in rows and columns, splitters and selected tabs included. */
  Tree: v.optional(treeSchema),
  /** Splitter positions of a layout with a code: weights of each group's children by the group's path. */
  Sizes: sizesSchema,
  /** Windows of the layout that float, or are pinned to a border; missing when there are none. */
  Undocked: v.optional(undockedSchema),
};
const contentEntries = {
  Name: nameSchema,
  Layout: arrangementEntries.Layout,
  Tree: arrangementEntries.Tree,
  /** What is in each window; a window that is missing is empty. */
  LayoutData: v.record(windowKeySchema, windowSchema),
  Sizes: arrangementEntries.Sizes,
  Undocked: arrangementEntries.Undocked,
  /** Nothing moves, resizes, adds or closes windows while it is true. */
  IsLocked: v.optional(v.boolean()),
};
interface Arrangement {
  readonly Layout: string;
  readonly Tree?: LayoutGroup | undefined;
  readonly Undocked?: Undocked | undefined;
}
const hasKnownLayout = ({ Layout, Tree }: Arrangement): boolean =>
  Layout === FREE_LAYOUT ? Tree !== undefined : findLayout(Layout) !== undefined;
function hasPlacesOfUndocked({ Layout, Tree, Undocked }: Arrangement): boolean {
  const tree = Layout === FREE_LAYOUT ? Tree : findLayout(Layout)?.root;
  return Undocked === undefined || (tree !== undefined && isUndockedOf(tree, Undocked));
}
const NO_PLACE = 'Floating or pinned windows that the layout does not have';
/** A workspace without its number, as a file carries it. */
export const workspaceContentSchema = v.pipe(
  v.object(contentEntries),
  v.check((workspace) => hasKnownLayout(workspace), 'Unknown layout'),
  v.check((workspace) => hasPlacesOfUndocked(workspace), NO_PLACE),
);
export const workspaceSchema = v.pipe(
  v.object({ Id: v.pipe(v.number(), v.integer(), v.minValue(1)), ...contentEntries }),
  v.check((workspace) => hasKnownLayout(workspace), 'Unknown layout'),
  v.check((workspace) => hasPlacesOfUndocked(workspace), NO_PLACE),
);
export const earlierLayoutSchema = v.object({ Name: nameSchema, Tree: treeSchema });
export const workspacesSchema = v.object({
  SchemaVersion: v.literal(SCHEMA_VERSION),
  Workspaces: v.array(workspaceSchema),
  /** Id of the workspace on screen; null when there is none. */
  Current: v.nullable(v.number()),
  /** Layouts saved under a name by a release before version 7, until they are saves; missing when there are none. */
  SavedLayouts: v.optional(v.array(earlierLayoutSchema)),
});

export type StoredWindow = v.InferOutput<typeof windowSchema>;
export type Workspace = v.InferOutput<typeof workspaceSchema>;
export type WorkspaceContent = v.InferOutput<typeof workspaceContentSchema>;
export type EarlierLayout = v.InferOutput<typeof earlierLayoutSchema>;
export type WorkspacesState = v.InferOutput<typeof workspacesSchema>;
