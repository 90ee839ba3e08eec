import { Blocks, RotateCw, ShieldOff, Square } from 'lucide-react';
import type { ListedTool } from '../../client/types.ts';
import { definePlugin, type AnyPlugin, type ToolWindow } from '../../plugin-api/index.ts';
import { permissionsOf, setConsent } from './consent.ts';
import { THIRD_PARTY_PREFIX } from './desk-plugins.ts';
import { thirdPartyHelp } from './third-party-help.ts';
import { thirdPartySettings } from './third-party-settings.ts';
import { thirdPartyState, type ThirdPartyState } from './third-party-state.ts';
import { runningTools, toolRuns } from './tool-runs.ts';

const COMMANDS = ['reload', 'stop', 'withdraw'];

/** The declaration of a third-party tool, made from what the server lists. Its titles say that it is one, whatever name its author gave it. */
export function thirdPartyPlugin(listed: ListedTool): AnyPlugin {
  const title = `${listed.title} (third-party)`;
  const permissions = permissionsOf(listed);
  const receives = permissions.includes('link:read') ? (['fdc3.instrument'] as const) : [];
  const settings = thirdPartySettings(listed);
  const help = thirdPartyHelp(listed);
  const sends = permissions.includes('link:write') ? (['fdc3.instrument'] as const) : [];
  return definePlugin<ThirdPartyState>({
    id: `${THIRD_PARTY_PREFIX}${listed.id}`,
    title,
    summary: listed.summary,
    icon: Blocks,
    // The server checks each request; nothing of this tool reaches it otherwise.
    permission: null,
    isSingleton: false,
    isHiddenInDemo: false,
    state: thirdPartyState,
    linking: { sends, receives },
    commands: [
      ...listed.commands.map((command) => ({
        ...command,
        run: ({ id, platform }: ToolWindow<ThirdPartyState>) => {
          if (!runningTools.run(id, command.id))
            platform.dialogs.toast({ message: `${title} is not running.`, tone: 'warning' });
        },
      })),
      { id: 'reload', title: 'Reload', icon: RotateCw, run: ({ id }) => toolRuns.reload(id) },
      {
        id: 'stop',
        title: 'Stop',
        icon: Square,
        isEnabled: ({ id }) => !toolRuns.get(id).isStopped,
        run: ({ id }) => toolRuns.stop(id),
      },
      {
        id: 'withdraw',
        title: 'Withdraw permissions',
        icon: ShieldOff,
        run: ({ platform }) => setConsent(platform, listed.id, null),
      },
    ],
    ...(settings === null ? {} : { settings: () => Promise.resolve(settings) }),
    toolbar: [
      {
        title: 'Third-party tool',
        icon: Blocks,
        commands: [...listed.commands.map(({ id }) => id), ...COMMANDS],
      },
      ...(receives.length + sends.length > 0 ? ['link'] : []),
    ],
    titleOf: () => title,
    followsState: true,
    ...(help.length === 0 ? {} : { help: () => Promise.resolve(help) }),
    helpTopic: help[0]?.id ?? 'third-party-tools',
    savedItemType: null,
    load: async () => {
      const { thirdPartyTool } = await import('./ThirdPartyTool.tsx');
      return { default: thirdPartyTool(listed) };
    },
  });
}
