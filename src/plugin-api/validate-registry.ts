import * as v from 'valibot';
import { ALL_PERMISSIONS } from '../domain/permissions.ts';
import { contributionId } from './desk-columns.ts';
import { studyProblems } from './study-problems.ts';
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
  | 'columns'
  | 'studies'
  | 'toolbar'
  | 'linking'
  | 'helpTopic'
  | 'savedItemType'
>;

/**
 * The problems of a manifest as sentences; empty for a sound one. The workstation refuses to start with a problem, and a plugin's own
 * test can call this.
 */
export function validateManifest(manifest: Manifest): string[] {
  const checks = [
    textProblems,
    permissionProblems,
    stateProblems,
    commandProblems,
    columnProblems,
    contributedStudyProblems,
    toolbarProblems,
  ];
  return checks.flatMap((check) => check(manifest));
}

function textProblems({ id, title, summary, helpTopic, savedItemType }: Manifest): string[] {
  const texts = [
    ['title', title],
    ['summary', summary],
    ['help topic', helpTopic],
  ] as const;
  return [
    ...(ID_PATTERN.test(id) ? [] : [`The id "${id}" must be lower-case words joined by hyphens.`]),
    ...texts.filter(([, text]) => text.trim() === '').map(([name]) => `The ${name} is empty.`),
    ...(savedItemType?.trim() === '' ? ['The saved item type is empty; use null for none.'] : []),
  ];
}

function permissionProblems({ permission }: Manifest): string[] {
  return permissionBits(permission)
    .filter((bits) => !Number.isInteger(bits) || bits <= 0 || (bits & ALL_PERMISSIONS) !== bits)
    .map((bits) => `The permission ${bits} is not made of known bits.`);
}

function stateProblems({ state }: Manifest): string[] {
  return [
    ...(v.is(state.schema, state.initial) ? [] : ['The initial state does not fit the state schema.']),
    ...repeated(state.migrations.map(({ name }) => name)).map(
      (name) => `Two migrations are named "${name}".`,
    ),
  ];
}

function commandProblems(manifest: Manifest): string[] {
  const ids = manifest.commands.map(({ id }) => id);
  return [
    ...repeated(ids).map((id) => `Two commands have the id "${id}".`),
    ...(ids.includes(LINK_BUTTON) ? [`The command id "${LINK_BUTTON}" belongs to the shell.`] : []),
  ];
}

/** Longest id that a stored grid may have. */
const MAX_COLUMN_ID_LENGTH = 64;

function columnProblems({ id: pluginId, columns = [] }: Manifest): string[] {
  return [
    ...repeated(columns.map(({ id }) => id)).map((id) => `Two columns have the id "${id}".`),
    ...columns.flatMap(({ id, label, shortLabel, help }) => [
      ...(ID_PATTERN.test(id)
        ? []
        : [`The id "${id}" of a column must be lower-case words joined by hyphens.`]),
      ...(contributionId(pluginId, id).length > MAX_COLUMN_ID_LENGTH
        ? [`The id "${id}" of a column is too long: grids store ${MAX_COLUMN_ID_LENGTH} characters.`]
        : []),
      ...([label, shortLabel, help].some((text) => text.trim() === '')
        ? [`The column "${id}" lacks a label, a short label or a help text.`]
        : []),
    ]),
  ];
}

function contributedStudyProblems({ id: pluginId, studies = [] }: Manifest): string[] {
  return [
    ...repeated(studies.map(({ id }) => id)).map((id) => `Two studies have the id "${id}".`),
    ...studies.flatMap((study) => [
      ...(ID_PATTERN.test(study.id)
        ? []
        : [`The id "${study.id}" of a study must be lower-case words joined by hyphens.`]),
      ...studyProblems(study, contributionId(pluginId, study.id)),
    ]),
  ];
}

function toolbarProblems({ toolbar, commands, linking }: Manifest): string[] {
  const known = new Set([LINK_BUTTON, ...commands.map(({ id }) => id)]);
  const shown = toolbar.flatMap((item) => (typeof item === 'string' ? [item] : item.commands));
  const isLinked = linking.sends.length + linking.receives.length > 0;
  return [
    ...repeated(shown).map((id) => `The toolbar shows "${id}" twice.`),
    ...shown
      .filter((id) => !known.has(id))
      .map((id) => `The toolbar shows "${id}", which is no command of the plugin.`),
    ...toolbar.flatMap((item) =>
      typeof item !== 'string' && item.commands.length === 0
        ? [`The drop-down "${item.title}" of the toolbar is empty.`]
        : [],
    ),
    ...(toolbar.includes(LINK_BUTTON) && !isLinked
      ? ['The toolbar has the link button, but the plugin neither sends nor receives.']
      : []),
  ];
}

/** The problems of a list of plugins, each with the id of its plugin; empty for a sound list. */
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
