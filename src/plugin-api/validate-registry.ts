import * as v from 'valibot';
import { ALL_PERMISSIONS } from '../domain/permissions.ts';
import type { PluginManifest, ToolPermission } from './types.ts';

const ID_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** The shell's own toolbar button. */
const LINK_BUTTON = 'link';

type Manifest = Pick<
  PluginManifest<unknown>,
  | 'id'
  | 'title'
  | 'summary'
  | 'permission'
  | 'state'
  | 'commands'
  | 'toolbar'
  | 'linking'
  | 'helpTopic'
  | 'savedItemType'
>;

/** What is wrong with a manifest, one sentence each; nothing when it is sound. */
export function validateManifest(manifest: Manifest): string[] {
  const problems: string[] = [];
  if (!ID_PATTERN.test(manifest.id))
    problems.push(`The id "${manifest.id}" must be lower-case words joined by hyphens.`);
  for (const [name, text] of [
    ['title', manifest.title],
    ['summary', manifest.summary],
    ['help topic', manifest.helpTopic],
  ] as const)
    if (text.trim() === '') problems.push(`The ${name} is empty.`);
  if (manifest.savedItemType?.trim() === '')
    problems.push('The saved item type is empty; use null for none.');
  const { permission } = manifest;
  for (const bits of permissionBits(permission))
    if (!Number.isInteger(bits) || bits <= 0 || (bits & ALL_PERMISSIONS) !== bits)
      problems.push(`The permission ${bits} is not made of known bits.`);
  if (!v.is(manifest.state.schema, manifest.state.initial))
    problems.push('The initial state does not fit the state schema.');
  const migrations = manifest.state.migrations.map(({ name }) => name);
  for (const name of repeated(migrations)) problems.push(`Two migrations are named "${name}".`);
  const commands = manifest.commands.map(({ id }) => id);
  for (const id of repeated(commands)) problems.push(`Two commands have the id "${id}".`);
  if (commands.includes(LINK_BUTTON)) problems.push(`The command id "${LINK_BUTTON}" belongs to the shell.`);
  const shown = manifest.toolbar.flatMap((item) => (typeof item === 'string' ? [item] : item.commands));
  for (const id of repeated(shown)) problems.push(`The toolbar shows "${id}" twice.`);
  for (const id of shown)
    if (id !== LINK_BUTTON && !commands.includes(id))
      problems.push(`The toolbar shows "${id}", which is no command of the plugin.`);
  for (const item of manifest.toolbar)
    if (typeof item !== 'string' && item.commands.length === 0)
      problems.push(`The drop-down "${item.title}" of the toolbar is empty.`);
  if (
    manifest.toolbar.includes(LINK_BUTTON) &&
    manifest.linking.sends.length + manifest.linking.receives.length === 0
  )
    problems.push('The toolbar has the link button, but the plugin neither sends nor receives.');
  return problems;
}

/** What is wrong with a list of plugins, each problem with the id of its plugin. */
export function validateRegistry(plugins: readonly Manifest[]): string[] {
  return [
    ...repeated(plugins.map(({ id }) => id)).map((id) => `${id}: Two plugins have this id.`),
    ...repeated(plugins.map(({ title }) => title)).map((title) => `${title}: Two plugins have this title.`),
    ...plugins.flatMap((plugin) => validateManifest(plugin).map((problem) => `${plugin.id}: ${problem}`)),
  ];
}

/** The alternatives of a tool's permission; 0, which no mask satisfies, for an empty list of them. */
function permissionBits(permission: ToolPermission): readonly number[] {
  if (permission === null) return [];
  if (typeof permission === 'number') return [permission];
  return permission.anyOf.length === 0 ? [0] : permission.anyOf;
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
