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
    ...(topics.some(({ id }) => id === plugin.helpTopic)
      ? []
      : [
          finding(
            'help',
            `There is no help page "${plugin.helpTopic}", which the ? of its windows opens.`,
            `Add src/info/topics/${plugin.helpTopic}.ts, and its name to src/info/topics/index.ts.`,
          ),
        ]),
  ];
}
