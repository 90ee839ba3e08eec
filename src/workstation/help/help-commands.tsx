import { useState, useSyncExternalStore } from 'react';
import type { CommandRegistry, ToolPlatform } from '../../plugin-api/index.ts';
import { Button, Checkbox } from '../../ui/index.ts';
import { FIRST_TOPIC, HOME_TOPIC } from './help-channel.ts';
import { InfoFrame } from './InfoFrame.tsx';
import styles from './InfoFrame.module.css';
import { HELP_WIDTH_PX, openHelp } from './open-help.tsx';
import { runWhenRegistered } from './run-when-registered.ts';

/** What Getting Started leads to: workspaces that are ready to use. */
const GALLERY_COMMAND = 'workspace.gallery';

interface HelpDesk {
  readonly commands: CommandRegistry;
  readonly platform: Pick<ToolPlatform, 'dialogs' | 'session' | 'settings'>;
}

/** Whether the Getting Started dialog opens by itself after signing in: always in a demo, else as the user wants it. */
export function showsGettingStarted(platform: Pick<ToolPlatform, 'session' | 'settings'>): boolean {
  return platform.session.get().isDemo || platform.settings.get().showGettingStarted;
}

/** The preference to show Getting Started after sign-in, stored at once. */
function ShowAtStartup({ platform }: { readonly platform: HelpDesk['platform'] }) {
  const { settings, dialogs } = platform;
  const isShown = useSyncExternalStore(
    (listener) => settings.subscribe(listener),
    () => settings.get().showGettingStarted,
  );
  const [isSaving, setSaving] = useState(false);
  const choose = async (isChecked: boolean) => {
    setSaving(true);
    try {
      // What is tried out on the Settings page beneath stays tried out.
      await settings.save({ showGettingStarted: isChecked });
    } catch (cause) {
      // The box stays as it was set: what could not be stored now is stored with the next change.
      dialogs.toast({
        message: cause instanceof Error ? cause.message : 'The setting is not stored yet. Try again.',
        tone: 'error',
      });
    }
    setSaving(false);
  };
  return (
    <Checkbox
      label="Show at startup"
      isChecked={isShown}
      isDisabled={isSaving}
      onChange={(isChecked) => {
        void choose(isChecked);
      }}
    />
  );
}

/** Registers `help.tips-and-tricks` (argument `topic`, optional) and `help.getting-started`. Returns the way to remove them. */
export function registerHelpCommands({ commands, platform }: HelpDesk): () => void {
  const { dialogs, session } = platform;
  /** The Getting Started dialog is never opened over itself. */
  let isGettingStartedOpen = false;
  const removers = [
    commands.register({
      id: 'help.tips-and-tricks',
      title: 'Tips & Tricks',
      run: (args) => openHelp(dialogs, typeof args['topic'] === 'string' ? args['topic'] : HOME_TOPIC),
    }),
    commands.register({
      id: 'help.getting-started',
      title: 'Getting Started',
      run: async () => {
        if (isGettingStartedOpen) return;
        isGettingStartedOpen = true;
        const title = 'Getting Started';
        let next: string | null;
        try {
          next = await dialogs.open<typeof GALLERY_COMMAND>({
            title,
            width: HELP_WIDTH_PX,
            content: ({ close }) => (
              <InfoFrame
                topic={FIRST_TOPIC}
                title={title}
                isInDialog
                onClose={() => close(null)}
                footer={
                  <>
                    {session.get().isDemo ? null : <ShowAtStartup platform={platform} />}
                    <Button className={styles.gallery} onClick={() => close(GALLERY_COMMAND)}>
                      Choose a ready workspace
                    </Button>
                  </>
                }
              />
            ),
          });
        } finally {
          isGettingStartedOpen = false;
        }
        if (next !== null) await runWhenRegistered(commands, next);
      },
    }),
  ];
  return () => {
    for (const remove of removers) remove();
  };
}
