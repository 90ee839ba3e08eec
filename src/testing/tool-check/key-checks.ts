import type { Command } from '../../plugin-api/index.ts';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';

/** One spelling for each key: modifiers in any order and by any name, letters by the key or its code. */
function spelled(key: string): string {
  const parts = key.split('+').map((part) =>
    part
      .toLowerCase()
      .replace(/^(\$mod|control|ctrl|meta|cmd)$/, 'mod')
      .replace(/^key(?=[a-z]$)/, ''),
  );
  return parts.toSorted().join('+');
}

/**
 * Keys of a tool's commands that another command has, too: only one of the two would run. `commands` are all of the workstation while a window of the
 * tool is open.
 */
export function keyFindings({ plugin, folder }: CheckedTool, commands: readonly Command[]): Finding[] {
  const toolIds = new Set(plugin.commands.map(({ id }) => `${plugin.id}.${id}`));
  const keysOf = ({ key, otherKey }: Pick<Command, 'key' | 'otherKey'>) =>
    [key, otherKey].flatMap((each) => (each === undefined ? [] : [each]));
  const handled = (plugin.keys ?? []).map(({ key, title }) => ({ id: `${plugin.id}, ${title}`, key }));
  const others = [...commands, ...handled];
  return others
    .filter(({ id }) => toolIds.has(id) || handled.some((each) => each.id === id))
    .flatMap((command) =>
      keysOf(command).flatMap((key) =>
        others
          .filter(
            (other) => other !== command && keysOf(other).some((taken) => spelled(taken) === spelled(key)),
          )
          .map((other) =>
            finding(
              'keys',
              `The key ${key} of ${command.id} is also that of ${other.id}.`,
              `Choose another in ${folder}/manifest.ts; the ? dialog of the workstation lists all keys.`,
            ),
          ),
      ),
    );
}
