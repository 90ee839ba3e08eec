import type { AnyPlugin } from '../../plugin-api/index.ts';
import { THIRD_PARTY_PREFIX } from '../third-party/desk-plugins.ts';
import type { ToolTopic } from './help-channel.ts';

/** The help pages that the manifests declare. A tool whose pages do not load has none, and the console says why. Never rejects. */
export async function toolTopics(tools: readonly AnyPlugin[]): Promise<readonly ToolTopic[]> {
  const loaded = await Promise.all(
    tools.map(async ({ id, title, help }): Promise<readonly ToolTopic[]> => {
      if (help === undefined) return [];
      try {
        const tool = id.startsWith(THIRD_PARTY_PREFIX) ? title : null;
        return (await help()).map((topic) => ({ ...topic, thirdPartyTool: tool }));
      } catch (cause) {
        console.error(cause);
        return [];
      }
    }),
  );
  return loaded.flat();
}
