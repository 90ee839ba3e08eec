import type { KeyedCommandRegistry, ToolPlatform } from '../../plugin-api/index.ts';
import { withChosenKeys } from './chosen-keys.ts';

/** Gives the commands the keys that the user has chosen, now and whenever the settings change. */
export function followChosenKeys(
  commands: KeyedCommandRegistry,
  { saved }: Pick<ToolPlatform['settings'], 'saved'>,
): void {
  let used = saved.get().commandKeys;
  const apply = (): void => commands.setKeys((registered) => withChosenKeys(registered, used));
  if (Object.keys(used).length > 0) apply();
  saved.subscribe(() => {
    const { commandKeys } = saved.get();
    if (commandKeys === used) return;
    used = commandKeys;
    apply();
  });
}
