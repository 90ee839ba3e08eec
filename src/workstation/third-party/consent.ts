import type { ListedTool } from '../../client/types.ts';
import type { ToolPlatform } from '../../plugin-api/index.ts';
import { TOOL_PERMISSION_NAMES, type ToolChannelPermission } from '../../tool-channel/index.ts';

/** The permissions of a listed tool that this workstation knows. */
export const permissionsOf = ({
  permissions,
}: Pick<ListedTool, 'permissions'>): readonly ToolChannelPermission[] =>
  TOOL_PERMISSION_NAMES.filter((name) => permissions.includes(name));

/** What the user agrees to: this entry, with these permissions. Another text has to be allowed again. */
export const consentText = (tool: Pick<ListedTool, 'sha256' | 'permissions'>): string =>
  [tool.sha256, ...permissionsOf(tool)].join(' ');

/** Whether the user has allowed a tool as it is now. */
export const isAllowed = (
  tool: Pick<ListedTool, 'id' | 'sha256' | 'permissions'>,
  { toolConsents }: { readonly toolConsents: Readonly<Record<string, string>> },
): boolean => toolConsents[tool.id] === consentText(tool);

/** Remembers that the user allows a tool, or with null that the user does not. In a demo it is remembered until the page is left. */
export async function setConsent(
  { settings, session, dialogs }: Pick<ToolPlatform, 'settings' | 'session' | 'dialogs'>,
  id: string,
  text: string | null,
): Promise<void> {
  const { [id]: _before, ...others } = settings.get().toolConsents;
  const toolConsents = text === null ? others : { ...others, [id]: text };
  settings.preview({ toolConsents });
  if (session.get().isDemo) return;
  try {
    await settings.save({ toolConsents });
  } catch (cause) {
    dialogs.toast({
      message: cause instanceof Error ? cause.message : 'The choice was not saved. Try again.',
      tone: 'error',
    });
  }
}
