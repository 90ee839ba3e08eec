import * as v from 'valibot';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../domain/alerts/index.ts';
import { type Drawing, DRAWING_SCHEMA_VERSION, readDrawing } from '../../domain/drawings/index.ts';
import { readFileDocuments, toFileDocuments } from './file-documents.ts';
import { withLinkGroups, withStackTree } from '../workspace/migrate-workspaces.ts';
import { contentOf, toolsIn, type Workspace, type WorkspaceContent } from '../workspace/workspace-state.ts';
import { repairContent } from './repair-content.ts';

/** A workspace as a file: docs/workspace-file.md is its description for people. */

const FILE_VERSION = 4;
/** No workspace comes near this; a larger file is another one. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;
const KIND = 'workspace';

const fileSchema = v.object({
  Tapedeck: v.literal(KIND),
  Version: v.picklist([1, 2, 3, FILE_VERSION]),
  Workspace: v.unknown(),
  /** Documents that the windows refer to, by kind. Missing in files of earlier releases and when there are none. */
  Documents: v.optional(
    v.object({
      alert: v.optional(v.array(v.unknown()), []),
      drawing: v.optional(v.array(v.unknown()), []),
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
  /** Parts of the workspace that could not be read, by name. */
  readonly leftOut: readonly string[];
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
    ...(alerts.length === 0 ? {} : { alert: toFileDocuments(ALERT_SCHEMA_VERSION, alerts) }),
    ...(drawings.length === 0 ? {} : { drawing: toFileDocuments(DRAWING_SCHEMA_VERSION, drawings) }),
  };
  const file = {
    Tapedeck: KIND,
    Version: FILE_VERSION,
    Workspace: contentOf(workspace),
    ...(Object.keys(documents).length === 0 ? {} : { Documents: documents }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
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
    return {
      ok: false,
      message: 'This file is too large for a workspace (more than 2 MB), and it is no export of everything.',
    };
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
  const parsed = v.safeParse(fileSchema, file);
  if (!parsed.success) return damaged(v.getDotPath(parsed.issues[0]) ?? 'the file', parsed.issues[0].message);
  const { Workspace, Documents } = parsed.output;
  // Version 1 said only whether a window was linked; version 2 had one window in each place; version 3 no floating or pinned ones.
  const repaired = repairContent(withStackTree(withLinkGroups(Workspace)));
  if (repaired === null) return damaged('Workspace', 'no window of it can be read');
  const { content: workspace, leftOut } = repaired;
  const alerts = readFileDocuments(Documents.alert, readAlert);
  const drawings = readFileDocuments(Documents.drawing, readDrawing);
  const tools = new Set(toolsIn(workspace).map(({ Tool }) => Tool));
  return {
    ok: true,
    workspace,
    alerts: alerts.rows,
    unreadableAlerts: alerts.unreadable,
    drawings: drawings.rows,
    unreadableDrawings: drawings.unreadable,
    unknownTools: [...tools].filter((tool) => !isKnown(tool)),
    leftOut,
  };
}

const damaged = (where: string, why: string): ReadWorkspaceFile => ({
  ok: false,
  message: `This workspace file is damaged (${where}: ${why}). Export the workspace again.`,
});
