import { toolsWithSettings } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { thirdPartyPlugin } from './third-party-plugin.ts';

/** Loads the third-party tools of the server and adds them to the tools of the workstation. Never rejects: without their list there are none. */
export async function loadThirdPartyTools({
  platform,
  plugins,
}: Pick<Desk, 'platform' | 'plugins'>): Promise<void> {
  try {
    const listed = await platform.thirdPartyTools();
    const tools = listed.map(thirdPartyPlugin);
    for (const { id, settings } of tools) if (settings !== undefined) toolsWithSettings.add(id);
    plugins.setThirdParty(tools);
  } catch {
    // Windows with such a tool then say that it is not here. Their settings are kept.
    plugins.setThirdParty([]);
  }
}
