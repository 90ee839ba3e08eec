import { settingsProblems, settleSettings } from '../../domain/tool-settings/index.ts';
import type { ToolSettings } from '../../plugin-api/index.ts';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';

/** Reads settings, in the sources of a tool. */
const READS_SETTINGS = /\b(?:useToolSettings|toolSettings)\(/;

/** What is wrong with the settings of a tool, and settings that it reads without declaring them. */
export async function settingsFindings({ plugin, folder, sources }: CheckedTool): Promise<Finding[]> {
  if (plugin.settings === undefined) {
    const reader = sources.find(({ text }) => READS_SETTINGS.test(text));
    return reader === undefined
      ? []
      : [
          finding(
            'settings',
            `${reader.path} reads settings that the manifest does not declare.`,
            `Add settings to ${folder}/manifest.ts: settings: async () => (await import('./settings.ts')).…`,
          ),
        ];
  }
  const definition = await plugin.settings().catch((cause: unknown) => String(cause));
  const problems =
    typeof definition === 'string'
      ? [`The settings cannot be loaded: ${definition}.`]
      : definitionProblems(plugin.id, definition);
  return problems.map((problem) => finding('settings', problem, `Correct ${folder}/settings.ts.`));
}

function definitionProblems(toolId: string, { tool, fields, migrations }: ToolSettings): string[] {
  const names = migrations.map(({ name }) => name);
  return [
    ...(tool === toolId ? [] : [`The settings are those of "${tool}", not of "${toolId}".`]),
    ...settingsProblems(fields),
    ...(new Set(names).size === names.length ? [] : ['Two migrations of the settings have one name.']),
    ...migrations.flatMap(({ name, up }) => {
      try {
        // An empty record and the initial values are what a user may have stored.
        for (const stored of [{}, settleSettings(fields, {})]) up(stored);
        return [];
      } catch (cause) {
        return [`The migration "${name}" of the settings throws: ${String(cause)}.`];
      }
    }),
  ];
}
