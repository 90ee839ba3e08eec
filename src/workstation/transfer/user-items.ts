import * as v from 'valibot';
import { readSettings, writeSettings } from '../../client/settings/user-settings.ts';
import type { StrategySource, UserSettings } from '../../client/types.ts';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../domain/alerts/index.ts';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { type Drawing, DRAWING_SCHEMA_VERSION, readDrawing } from '../../domain/drawings/index.ts';
import { LAYOUT_SAVE_TYPE } from '../workspace/saved-layouts.ts';
import { migrateWorkspaces, withStackTree } from '../workspace/migrate-workspaces.ts';
import {
  earlierLayoutSchema,
  SCHEMA_VERSION as WORKSPACES_VERSION,
  type WorkspaceContent,
} from '../workspace/workspace-state.ts';
import type { FileDocument } from './file-documents.ts';
import { repairContent } from './repair-content.ts';

/** A saved list, filter, template or set of alerts of a tool, with its data as the tool wrote it. */
export interface SavedContent {
  readonly toolType: string;
  readonly name: string;
  /** JSON. */
  readonly data: unknown;
}

/** What an item of each kind is about. */
export interface ItemContents {
  settings: UserSettings;
  workspace: WorkspaceContent;
  save: SavedContent;
  alert: AlertRow;
  drawing: Drawing;
  strategy: StrategySource;
}
/** The kinds of items in a file of everything that a user has made. */
export type ItemKind = keyof ItemContents;

/** Why an item cannot be read: a later release wrote it, or a field is missing or out of range. */
export type ItemFailure = 'too-new' | 'invalid';

interface ItemFormat<Content> {
  /** Version of the bodies that this release writes. */
  readonly version: number;
  /** Plural and singular, as in sentences. */
  readonly names: readonly [string, string];
  /** `onLeftOut` receives the name of each part that is left out of an item that is read. */
  read(version: number, body: unknown, onLeftOut: (part: string) => void): Result<Content, ItemFailure>;
  write(content: Content): unknown;
}

/** Reads bodies of the one version that there has been. */
const readWith =
  <Schema extends v.GenericSchema>(version: number, schema: Schema) =>
  (found: number, body: unknown): Result<v.InferOutput<Schema>, ItemFailure> => {
    if (found > version) return err('too-new');
    const parsed = v.safeParse(schema, body);
    return parsed.success && found === version ? ok(parsed.output) : err('invalid');
  };

const settingsSchema = v.pipe(
  v.looseObject({}),
  v.transform((stored) => readSettings(stored)),
);

const saveSchema = v.pipe(
  v.object({
    Type: v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/)),
    Name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    Data: v.custom<unknown>((data) => data !== null && data !== undefined),
  }),
  v.transform(({ Type, Name, Data }): SavedContent => ({ toolType: Type, name: Name, data: Data })),
);

const strategySchema = v.pipe(
  v.object({
    Name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40), v.regex(/^[^,]+$/)),
    Code: v.string(),
    Parameters: v.string(),
  }),
  v.transform(({ Name, Code, Parameters }): StrategySource => ({
    name: Name,
    code: Code,
    parameters: Parameters,
  })),
);

const migratedSchema = v.object({ Workspaces: v.tuple([v.unknown()]) });

/** Workspaces of earlier releases are brought up to date, and repaired as stored ones are. */
function readWorkspace(
  version: number,
  body: unknown,
  onLeftOut: (part: string) => void,
): Result<WorkspaceContent, ItemFailure> {
  if (version > WORKSPACES_VERSION) return err('too-new');
  if (typeof body !== 'object' || body === null || !('LayoutData' in body)) return err('invalid');
  const stored = migrateWorkspaces({ SchemaVersion: version, Workspaces: [{ ...body, Id: 1 }], Current: 1 });
  const migrated = v.safeParse(migratedSchema, stored);
  const repaired = migrated.success ? repairContent(migrated.output.Workspaces[0]) : null;
  if (repaired === null) return err('invalid');
  repaired.leftOut.forEach(onLeftOut);
  return ok(repaired.content);
}

/** How the items of each kind are written and read. */
export const ITEM_FORMATS: { readonly [Kind in ItemKind]: ItemFormat<ItemContents[Kind]> } = {
  settings: {
    version: 1,
    names: ['settings', 'settings'],
    read: readWith(1, settingsSchema),
    // The stored form is JSON text of an object.
    write: (settings) => JSON.parse(writeSettings(settings)) as unknown,
  },
  workspace: {
    version: WORKSPACES_VERSION,
    names: ['workspaces', 'workspace'],
    read: readWorkspace,
    write: (workspace) => workspace,
  },
  save: {
    version: 1,
    names: ['saved items', 'saved item'],
    read: readWith(1, saveSchema),
    write: ({ toolType, name, data }) => ({ Type: toolType, Name: name, Data: data }),
  },
  alert: {
    version: ALERT_SCHEMA_VERSION,
    names: ['alerts', 'alert'],
    read: readAlert,
    write: (row) => row,
  },
  drawing: {
    version: DRAWING_SCHEMA_VERSION,
    names: ['shared drawings', 'shared drawing'],
    read: readDrawing,
    write: (row) => row,
  },
  strategy: {
    version: 1,
    names: ['strategies', 'strategy'],
    read: readWith(1, strategySchema),
    write: ({ name, code, parameters }) => ({ Name: name, Code: code, Parameters: parameters }),
  },
};
/** The versions of workspaces that had layouts. Since version 5 they have stacks. */
const [FIRST_LAYOUT_VERSION, LAST_LAYOUT_VERSION] = [2, 6];

/** Reads a window layout as an item of its own kind, as earlier releases wrote it: layouts are saved items now. */
export function readEarlierLayout(version: number, body: unknown): Result<SavedContent, ItemFailure> {
  if (version > LAST_LAYOUT_VERSION) return err('too-new');
  const parsed = v.safeParse(earlierLayoutSchema, withStackTree(body));
  if (!parsed.success || version < FIRST_LAYOUT_VERSION) return err('invalid');
  const { Name, Tree } = parsed.output;
  return ok({ toolType: LAYOUT_SAVE_TYPE, name: Name, data: { Tree } });
}

/** All kinds, in the order of files and lists. */
// Object.keys widens the keys; they are those of the formats.
export const ITEM_KINDS = Object.keys(ITEM_FORMATS) as readonly ItemKind[];

/** An item of a file: a document with its kind. */
export interface FileItem extends FileDocument {
  readonly Kind: string;
}

/** `2 alerts`, `1 alert`. */
export function countText(kind: ItemKind, count: number): string {
  const [plural, singular] = ITEM_FORMATS[kind].names;
  return kind === 'settings' ? plural : `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}
