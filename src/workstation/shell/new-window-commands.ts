import type { Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { chosenState } from '../workspace/new-window-state.ts';
import type { WindowSlots } from './window-slots.ts';

/** Commands about what new windows of a tool begin with. */
export function newWindowCommands(
  { platform, dialogs }: Pick<Desk, 'platform' | 'dialogs'>,
  slots: Pick<WindowSlots, 'windowOf'>,
): readonly Command[] {
  const { settings } = platform;
  const save = async (newWindows: ReturnType<typeof settings.get>['newWindows'], message: string) => {
    try {
      await settings.save({ newWindows });
      dialogs.toast({ message, tone: 'success', key: 'new windows' });
    } catch (error) {
      dialogs.toast({
        message: error instanceof Error ? error.message : 'The choice is not stored. Try again.',
        tone: 'error',
        key: 'new windows',
      });
    }
  };
  return [
    {
      id: 'window.use-for-new',
      title: 'Begin new windows of this tool like this one',
      isEnabled: (args) => slots.windowOf(args)?.plugin.newWindows !== undefined,
      run: async (args) => {
        const window = slots.windowOf(args);
        if (window?.plugin.newWindows === undefined) return;
        const { id, title, newWindows } = window.plugin;
        await save(
          { ...settings.get().newWindows, [id]: chosenState(window.plugin, window.getState()) },
          `New windows of ${title} begin with the ${newWindows.names} of this one.`,
        );
      },
    },
    {
      id: 'window.reset-new',
      title: 'Begin new windows of this tool as installed',
      isEnabled: (args) => {
        const id = slots.windowOf(args)?.plugin.id;
        return id !== undefined && Object.hasOwn(settings.get().newWindows, id);
      },
      run: async (args) => {
        const plugin = slots.windowOf(args)?.plugin;
        if (plugin === undefined) return;
        const { [plugin.id]: _chosen, ...others } = settings.get().newWindows;
        await save(others, `New windows of ${plugin.title} begin as installed.`);
      },
    },
  ];
}
