import * as v from 'valibot';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../domain/alerts/index.ts';
import { type Drawing, DRAWING_SCHEMA_VERSION, readDrawing } from '../../domain/drawings/index.ts';
import { withLinkGroups, withStackTree } from './migrate-workspaces.ts';
import {
  contentOf,
  toolsIn,
  workspaceContentSchema,
  type Workspace,
  type WorkspaceContent,
} from './workspace-state.ts';

/** A workspace as a file: docs/workspace-file.md is its description for people. */

const FILE_VERSION = 4;
/** No workspace comes near this; a larger file is another one. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;
const KIND = 'workspace';

const documentSchema = v.object({ SchemaVersion: v.number(), Body: v.unknown() });
const fileSchema = v.object({
  Tapedeck: v.literal(KIND),
  Version: v.picklist([1, 2, 3, FILE_VERSION]),
  Workspace: workspaceContentSchema,
  /** Documents that the windows refer to, by kind. Missing in files of earlier releases and when there are none. */
  Documents: v.optional(
    v.object({
      alert: v.optional(v.array(documentSchema), []),
      drawing: v.optional(v.array(documentSchema), []),
    }),
    {},
  ),
});

/** What a workspace file contains. */
export interface ImportedWorkspace {
  readonly workspace: WorkspaceContent;
  /** The alerts that its windows list, with the ids of the file. */
  readonly alerts: readonly AlertRow[];
  readonly unreadableAlerts: number;
  /** The shared drawings that its charts show, with the ids of the file. */
  readonly drawings: readonly Drawing[];
  readonly unreadableDrawings: number;
  readonly unknownTools: readonly string[];
}

export type ReadWorkspaceFile =
  ({ readonly ok: true } & ImportedWorkspace) | { readonly ok: false; readonly message: string };

/** The text of the file of a workspace with the alerts that its windows list and the shared drawings that its charts show. */
export function writeWorkspaceFile(
  workspace: Workspace,
  alerts: readonly AlertRow[],
  drawings: readonly Drawing[] = [],
): string {
  const documents = {
    ...documentsOf('alert', ALERT_SCHEMA_VERSION, alerts),
    ...documentsOf('drawing', DRAWING_SCHEMA_VERSION, drawings),
  };
  const file = {
    Tapedeck: KIND,
    Version: FILE_VERSION,
    Workspace: contentOf(workspace),
    ...(Object.keys(documents).length === 0 ? {} : { Documents: documents }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Documents of a kind as a file has them; nothing for none. */
function documentsOf(
  kind: 'alert' | 'drawing',
  SchemaVersion: number,
  rows: readonly { readonly Id: string }[],
): object {
  return rows.length === 0 ? {} : { [kind]: rows.map((row) => ({ Id: row.Id, SchemaVersion, Body: row })) };
}

/** The file name of a workspace: its name without what file systems refuse. */
export function workspaceFileName(name: string): string {
  const plain = [...name]
    .map((letter) => (/[\\/:*?"<>|]/.test(letter) || letter < ' ' ? '-' : letter))
    .join('')
    .replace(/^\.+/, '')
    .trim();
  return `${plain === '' ? 'workspace' : plain}.tapedeck.json`;
}

/** Reads a file's text; `isKnown` decides which tools this desk has. Unknown tools are kept, as in any workspace. */
export function readWorkspaceFile(text: string, isKnown: (tool: string) => boolean): ReadWorkspaceFile {
  if (new TextEncoder().encode(text).length > MAX_FILE_BYTES)
    return { ok: false, message: 'This file is larger than 2 MB: it is not a workspace.' };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return {
      ok: false,
      message: 'This file cannot be read: it is damaged, or not a workspace exported from Tapedeck.',
    };
  }
  if (typeof file !== 'object' || file === null || !('Tapedeck' in file) || file.Tapedeck !== KIND)
    return {
      ok: false,
      message:
        'This is not a workspace exported from Tapedeck. Choose a file whose name ends in .tapedeck.json.',
    };
  if ('Version' in file && typeof file.Version === 'number' && file.Version > FILE_VERSION)
    return {
      ok: false,
      message:
        'This workspace was exported by a newer Tapedeck. Reload this page to get the newest version, then try again.',
    };
  // Version 1 said only whether a window was linked; version 2 had one window in each place; version 3 no floating or pinned ones.
  const parsed = v.safeParse(
    fileSchema,
    'Workspace' in file ? { ...file, Workspace: withStackTree(withLinkGroups(file.Workspace)) } : file,
  );
  if (!parsed.success)
    return {
      ok: false,
      message: `This workspace file is damaged (${v.getDotPath(parsed.issues[0]) ?? 'Workspace'}: ${parsed.issues[0].message}). Export the workspace again.`,
    };
  const { Workspace: workspace, Documents } = parsed.output;
  const alerts = Documents.alert.flatMap(({ SchemaVersion, Body }) => {
    const row = readAlert(SchemaVersion, Body);
    return row.ok ? row.value : [];
  });
  const drawings = Documents.drawing.flatMap(({ SchemaVersion, Body }) => {
    const row = readDrawing(SchemaVersion, Body);
    return row.ok ? row.value : [];
  });
  const tools = new Set(toolsIn(workspace).map(({ Tool }) => Tool));
  return {
    ok: true,
    workspace,
    alerts,
    unreadableAlerts: Documents.alert.length - alerts.length,
    drawings,
    unreadableDrawings: Documents.drawing.length - drawings.length,
    unknownTools: [...tools].filter((tool) => !isKnown(tool)),
  };
}
