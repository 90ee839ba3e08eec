import * as v from 'valibot';
import { alertRowSchema } from '../../client/alerts/alert-row-schema.ts';
import { drawingSchema } from '../../client/drawings/drawing-schema.ts';
import { saveSchema } from '../../client/saves/save-schema.ts';
import { treeSchema, windowKeySchema } from './undocked.ts';
import { arrangementEntries, windowSchema, workspaceSchema } from './workspace-state.ts';

/** What a step of undo changed, as data: each change with what was before and after it, so that it can be undone and done again. */

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const contentSchema = v.object({
  Name: v.string(),
  ...arrangementEntries,
  IsLocked: v.boolean(),
  /** The windows that the step changed; one that is missing was empty. */
  Windows: v.record(windowKeySchema, windowSchema),
});
const placedWorkspaceSchema = v.nullable(v.object({ Index: index, Workspace: workspaceSchema }));
const px = v.pipe(v.number(), v.finite());
const popoutsSchema = v.array(
  v.object({ Tree: treeSchema, Rect: v.object({ x: px, y: px, width: px, height: px }) }),
);
const order = v.array(id);
const current = v.nullable(v.number());

export const changeSchema = v.variant('Kind', [
  /** A workspace was added or deleted: null is the side on which there is none. */
  v.object({
    Kind: v.literal('workspace'),
    Id: id,
    Before: placedWorkspaceSchema,
    After: placedWorkspaceSchema,
  }),
  /** A workspace's name, layout or windows. `Moved` has the windows of tools that went from one window to another. */
  v.object({
    Kind: v.literal('content'),
    Id: id,
    Before: contentSchema,
    After: contentSchema,
    Moved: v.array(v.object({ Before: windowKeySchema, After: windowKeySchema })),
  }),
  /** The order of the tabs. */
  v.object({ Kind: v.literal('order'), Before: order, After: order }),
  /** The workspace on screen. */
  v.object({ Kind: v.literal('current'), Before: current, After: current }),
  /** Settings of the user: those that were changed. */
  v.object({
    Kind: v.literal('settings'),
    Before: v.record(v.string(), v.unknown()),
    After: v.record(v.string(), v.unknown()),
  }),
  /** An alert was added, changed or removed: null is the side on which there is none. */
  v.object({
    Kind: v.literal('alert'),
    Before: v.nullable(alertRowSchema),
    After: v.nullable(alertRowSchema),
  }),
  /** A shared drawing was added, changed or removed: null is the side on which there is none. */
  v.object({
    Kind: v.literal('drawing'),
    Before: v.nullable(drawingSchema),
    After: v.nullable(drawingSchema),
  }),
  /** A save of a tool was added, changed or removed: null is the side on which there is none. */
  v.object({
    Kind: v.literal('save'),
    Before: v.nullable(saveSchema),
    After: v.nullable(saveSchema),
  }),
  /** Browser windows of a workspace were opened or closed, or have other windows: those that differ, with the places on the screens, px. */
  v.object({ Kind: v.literal('popouts'), Id: id, Before: popoutsSchema, After: popoutsSchema }),
  /** A part of the state of a tool: the value at a path into it. A value that is missing was not there. */
  v.object({
    Kind: v.literal('tool'),
    Id: id,
    Key: windowKeySchema,
    Tool: v.string(),
    Version: index,
    Path: v.pipe(v.array(v.string()), v.nonEmpty()),
    Before: v.optional(v.unknown()),
    After: v.optional(v.unknown()),
  }),
]);

export type Change = v.InferOutput<typeof changeSchema>;
export type ChangeOf<Kind extends Change['Kind']> = Extract<Change, { Kind: Kind }>;
export type Content = ChangeOf<'content'>['Before'];
/** The side of a change that is wanted: `Before` undoes it, `After` does it again. */
export type Side = 'Before' | 'After';
/** The side that a change leaves. */
export const otherSide = (side: Side): Side => (side === 'Before' ? 'After' : 'Before');
