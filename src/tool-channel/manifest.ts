import * as v from 'valibot';
import { err, ok, type Result } from '../domain/assert/assert.ts';
import type { HelpTopic } from '../domain/tool-help/index.ts';
import type { SettingFields } from '../domain/tool-settings/index.ts';
import { declaredHelp } from './declared-help.ts';
import { declaredSettings } from './declared-settings.ts';
import { text } from './text-field.ts';

/** The version of the messages and of the API between a third-party tool and the workstation. */
export const TOOL_API_VERSION = 1;

/** What a third-party tool may request, with the sentence that the user reads before it is allowed. There is no permission for orders, positions or accounts. */
export const TOOL_PERMISSIONS = {
  quotes: 'Read live prices of symbols, at most 100 at a time',
  bars: 'Read price history of symbols',
  'watch-lists:read': 'Read the names and symbols of your saved lists and of your Market View windows',
  storage: 'Store data of its own with this window, at most 64 KiB',
  'link:read': 'Read the symbol of linked windows',
  'link:write': 'Change the symbol of linked windows',
  theme: 'Read whether the workstation is light or dark',
  settings: 'Read its settings, which you choose on the Settings page',
} as const;

/** The name of a permission of a third-party tool. */
export type ToolChannelPermission = keyof typeof TOOL_PERMISSIONS;

/** The permissions in the order in which they are listed. */
// The keys of a literal object are its own.
export const TOOL_PERMISSION_NAMES = Object.keys(TOOL_PERMISSIONS) as readonly ToolChannelPermission[];

/** A command that a tool adds to the menu of its windows and to the command palette. */
export interface ToolCommand {
  /** Unique in the tool. */
  readonly id: string;
  /** As a menu shows it. */
  readonly title: string;
}

/** Most commands of a tool. */
const MAX_COMMANDS = 10;
/** Commands that the workstation gives to the windows of every third-party tool. */
const COMMANDS_OF_WORKSTATION: readonly string[] = ['link', 'reload', 'stop', 'withdraw'];

/** What `tool.json` says about a tool. */
export interface ToolManifest {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  /** File name of the entry module in the folder of the manifest. */
  readonly entry: string;
  /** SHA-256 of the entry, lower-case hexadecimal. */
  readonly sha256: string;
  readonly permissions: readonly ToolChannelPermission[];
  readonly commands: readonly ToolCommand[];
  /** Its settings by their ids; null = none. */
  readonly settings: SettingFields | null;
  /** Its help pages; the first one is that of its windows. */
  readonly help: readonly HelpTopic[];
}

const KNOWN_PERMISSIONS = TOOL_PERMISSION_NAMES.join(', ');

const idField = (name: string) =>
  v.pipe(
    text(name, 40),
    v.regex(
      /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
      `${name} must be lower-case letters and digits, joined by hyphens.`,
    ),
  );

const command = v.strictObject(
  {
    id: v.pipe(
      idField('id of a command'),
      v.check(
        (id) => !COMMANDS_OF_WORKSTATION.includes(id),
        `Every tool has the commands ${COMMANDS_OF_WORKSTATION.join(', ')}: choose another id.`,
      ),
    ),
    title: text('title of a command', 40),
  },
  'A command must be an object with an id and a title.',
);

const commands = v.pipe(
  v.array(command, 'commands must be a list.'),
  v.maxLength(MAX_COMMANDS, `commands has more than ${MAX_COMMANDS} entries.`),
  v.check(
    (list) => new Set(list.map(({ id }) => id)).size === list.length,
    'commands has two entries with the same id.',
  ),
);

const fields = v.strictObject(
  {
    id: idField('id'),
    title: text('title', 40),
    summary: text('summary', 120),
    version: v.pipe(
      text('version', 20),
      v.regex(/^\d+\.\d+\.\d+$/, 'version must be three numbers such as 1.0.0.'),
    ),
    apiVersion: v.literal(
      TOOL_API_VERSION,
      ({ received }) => `apiVersion is ${received}; this server speaks version ${TOOL_API_VERSION}.`,
    ),
    entry: v.pipe(
      text('entry', 100),
      v.regex(
        /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.m?js$/,
        'entry must be the name of a .js or .mjs file in the folder of tool.json, without a path.',
      ),
    ),
    sha256: v.pipe(
      text('sha256', 64),
      v.regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits; run `npm run tool-hash -- FOLDER`.'),
    ),
    permissions: v.pipe(
      v.array(
        v.picklist(
          TOOL_PERMISSION_NAMES,
          ({ received }) => `There is no permission ${received}. There are: ${KNOWN_PERMISSIONS}.`,
        ),
        'permissions must be a list.',
      ),
      v.check((names) => new Set(names).size === names.length, 'permissions names a permission twice.'),
    ),
    commands: v.optional(commands, []),
    settings: v.optional(v.nullable(declaredSettings), null),
    help: v.optional(declaredHelp, []),
  },
  'tool.json must be an object with every field of the manual.',
);
const manifest = v.pipe(
  fields,
  v.check(
    ({ settings, permissions: names }) => (settings !== null) === names.includes('settings'),
    'settings need the permission settings in "permissions", and that permission needs settings.',
  ),
);

/**
 * Reads the text of a `tool.json`.
 * @returns the manifest, or every problem as a sentence for the author of the tool
 */
export function readToolManifest(json: string): Result<ToolManifest, readonly string[]> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return err(['tool.json is not JSON.']);
  }
  const parsed = v.safeParse(manifest, value);
  if (!parsed.success) return err(parsed.issues.map(sentenceOf));
  const { apiVersion: _apiVersion, ...read } = parsed.output;
  return ok(read);
}

function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  // A missing field is an issue of the object.
  if (issue.kind === 'schema' && issue.type === 'strict_object' && field !== null)
    return issue.expected === 'never' ? `tool.json has an unknown field ${field}.` : `${field} is missing.`;
  return issue.message.slice(0, 300);
}
