import * as v from 'valibot';
import type { ListedTool } from '../../client/types.ts';
import type { HelpTopic } from '../../plugin-api/index.ts';
import { declaredHelp } from '../../tool-channel/index.ts';
import { THIRD_PARTY_PREFIX } from './desk-plugins.ts';

/** The help pages of a third-party tool, checked again here, under ids that no other page has; empty when it has none that can be shown. */
export function thirdPartyHelp({ id: tool, help }: Pick<ListedTool, 'id' | 'help'>): readonly HelpTopic[] {
  const topics = v.safeParse(declaredHelp, help);
  if (!topics.success) return [];
  // Ids of tools have no double hyphen.
  return topics.output.map((topic) => ({ ...topic, id: `${THIRD_PARTY_PREFIX}${tool}--${topic.id}` }));
}
