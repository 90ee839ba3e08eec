import type { AnyPlugin, CommandRegistry, PluginRegistry, ToolPlatform } from '../plugin-api/index.ts';

/** What the workstation calls of a tool outside of its window. An error there must not reach other tools. */
type Part = 'titleOf' | 'isChanged' | 'toolbar' | 'platformCommands' | 'onPlatform';

const reported = new WeakMap<AnyPlugin, Set<Part>>();

/** Reports an error of a tool on the console, once for each part: some are called at every render. */
function reportFault(plugin: AnyPlugin, part: Part, error: unknown): void {
  const parts = reported.get(plugin) ?? new Set();
  if (parts.has(part)) return;
  reported.set(plugin, parts.add(part));
  console.error(
    `${plugin.title} has failed in ${part} of plugins/${plugin.id}/manifest.ts. The workstation continues without it.`,
    error,
  );
}

function guarded<Value>(plugin: AnyPlugin, part: Part, run: () => Value, otherwise: Value): Value {
  try {
    return run();
  } catch (error) {
    reportFault(plugin, part, error);
    return otherwise;
  }
}

/** The title that a tool gives a state; the name of the tool when that fails. */
export const titleOfState = (plugin: AnyPlugin, state: unknown): string =>
  guarded(plugin, 'titleOf', () => plugin.titleOf(state), plugin.title);

/** Whether a tool marks a state as changed; false when that fails. */
export const isChangedState = (
  plugin: AnyPlugin,
  state: unknown,
  alerts: Parameters<NonNullable<AnyPlugin['isChanged']>>[1],
): boolean => guarded(plugin, 'isChanged', () => plugin.isChanged?.(state, alerts) ?? false, false);

/** What a tool says about a command in the title bar of a window; `otherwise` when that fails. */
export const commandAnswer = <Value>(plugin: AnyPlugin, answer: () => Value, otherwise: Value): Value =>
  guarded(plugin, 'toolbar', answer, otherwise);

/** Registers the commands of tools that need no window. */
export function registerPlatformCommands(
  plugins: PluginRegistry,
  platform: ToolPlatform,
  commands: CommandRegistry,
): void {
  for (const plugin of plugins.all) {
    const found = guarded(plugin, 'platformCommands', () => plugin.platformCommands?.(platform) ?? [], []);
    // Two tools with one command are a fault of the build, which has to be seen.
    for (const command of found) commands.register(command);
  }
}

/** Starts what tools do without a window. Returns the functions that end it. */
export const startTools = (plugins: PluginRegistry, platform: ToolPlatform): readonly (() => void)[] =>
  plugins.all.flatMap((plugin) => {
    const end = guarded(plugin, 'onPlatform', () => plugin.onPlatform?.(platform), undefined);
    return end === undefined ? [] : [() => guarded(plugin, 'onPlatform', end, undefined)];
  });
