import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { plugins } from '../../../plugins/index.ts';
import type { AnyPlugin } from '../../plugin-api/index.ts';
import type { CheckedTool } from './checked-tool.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Stored states of all versions of all tools. */
export const STORED_FIXTURES: string = join(ROOT, 'tests/fixtures/stored');
/** Code of a tool that ships, and its style sheets. */
const isShipped = (path: string): boolean =>
  /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$|(^|\/)testing(\/|\.ts)/.test(path);

/** The installed tools, or the one that `npm run check-tool NAME` names. Throws for a name that no tool has. */
export function toolsToCheck(): readonly AnyPlugin[] {
  const name = process.env['TAPEDECK_CHECKED_TOOL'] ?? '';
  if (name === '') return plugins.all;
  const plugin = plugins.get(name);
  if (plugin === undefined)
    throw new Error(
      `There is no tool ${name}. The tools are: ${plugins.all.map(({ id }) => id).join(', ')}.`,
    );
  return [plugin];
}

/** A tool with the files of its folder, which has the name of its id. */
export function readTool(plugin: AnyPlugin): CheckedTool {
  const folder = `plugins/${plugin.id}`;
  const sources = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(isShipped)
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(ROOT, folder, path), 'utf8') }));
  return { plugin, folder, sources };
}
