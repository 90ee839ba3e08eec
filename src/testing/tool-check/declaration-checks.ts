import { helpProblems } from '../../domain/tool-help/index.ts';
import { topics } from '../../info/topics/index.ts';
import { validateManifest } from '../../plugin-api/index.ts';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';

/** The checks that read the manifest of a tool. */
export function declarationFindings({ plugin, folder }: CheckedTool): Finding[] {
  const manifest = `${folder}/manifest.ts`;
  return [
    ...validateManifest(plugin).map((problem) => finding('declaration', problem, `Correct ${manifest}.`)),
    ...(plugin.titleOf(plugin.state.initial).trim() === ''
      ? [finding('declaration', 'A new window has no title.', `Let titleOf in ${manifest} return a text.`)]
      : []),
  ];
}

/** What is wrong with the help pages that the manifest declares, and a page of its windows that is not there. */
export async function helpFindings({ plugin, folder }: CheckedTool): Promise<Finding[]> {
  const declared = await (plugin.help?.() ?? Promise.resolve([])).catch((cause: unknown) => String(cause));
  const remedy = `Correct help in ${folder}/manifest.ts.`;
  if (typeof declared === 'string')
    return [finding('help', `The help pages cannot be loaded: ${declared}.`, remedy)];
  const taken = declared.filter(({ id }) => topics.some((topic) => topic.id === id));
  return [
    ...helpProblems(declared).map((problem) => finding('help', problem, remedy)),
    ...taken.map(({ id }) => finding('help', `The workstation has a help page "${id}".`, remedy)),
    ...([...topics, ...declared].some(({ id }) => id === plugin.helpTopic)
      ? []
      : [
          finding(
            'help',
            `There is no help page "${plugin.helpTopic}", which the ? of its windows opens.`,
            `Add src/info/topics/${plugin.helpTopic}.ts, and its name to src/info/topics/index.ts, or declare it in help of ${folder}/manifest.ts.`,
          ),
        ]),
  ];
}
