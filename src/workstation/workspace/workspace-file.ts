import * as v from 'valibot';
import { WINDOW_KEYS } from '../../../layouts/index.ts';
import { withLinkGroups } from './migrate-workspaces.ts';
import {
  contentOf,
  workspaceContentSchema,
  type Workspace,
  type WorkspaceContent,
} from './workspace-state.ts';

/** A workspace as a file: docs/workspace-file.md is its description for people. */

const FILE_VERSION = 2;
/** No workspace comes near this; a larger file is another one. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;
const KIND = 'workspace';

const fileSchema = v.object({
  Tapedeck: v.literal(KIND),
  Version: v.picklist([1, FILE_VERSION]),
  Workspace: workspaceContentSchema,
});

export type ReadWorkspaceFile =
  | { readonly ok: true; readonly workspace: WorkspaceContent; readonly unknownTools: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** The text of the file of a workspace. */
export function writeWorkspaceFile(workspace: Workspace): string {
  return `${JSON.stringify({ Tapedeck: KIND, Version: FILE_VERSION, Workspace: contentOf(workspace) }, null, 2)}\n`;
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
  // Version 1 said only whether a window was linked.
  const parsed = v.safeParse(
    fileSchema,
    'Workspace' in file ? { ...file, Workspace: withLinkGroups(file.Workspace) } : file,
  );
  if (!parsed.success)
    return {
      ok: false,
      message: `This workspace file is damaged (${v.getDotPath(parsed.issues[0]) ?? 'Workspace'}: ${parsed.issues[0].message}). Export the workspace again.`,
    };
  const workspace = parsed.output.Workspace;
  const tools = new Set(WINDOW_KEYS.flatMap((key) => workspace.LayoutData[key]?.Tool ?? []));
  return { ok: true, workspace, unknownTools: [...tools].filter((tool) => !isKnown(tool)) };
}
