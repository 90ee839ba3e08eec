import type { ToolTopic } from '../workstation/help/help-channel.ts';
import { note, type Topic } from './content.ts';

/** All pages: those of the help, then those of tools that have ids of their own. A page of a third-party tool says whose it is. */
export function withToolTopics(present: readonly Topic[], ofTools: readonly ToolTopic[]): readonly Topic[] {
  const ids = new Set(present.map(({ id }) => id));
  const added = ofTools.flatMap(({ thirdPartyTool, concept, here, id, title, summary }): Topic[] => {
    if (ids.has(id)) return [];
    ids.add(id);
    const page = { id, title, summary, concept, here, related: [] };
    if (thirdPartyTool === null) return [{ ...page, group: 'Tools' }];
    const whose = note(`This page is by the author of ${thirdPartyTool}. Tapedeck has not checked it.`);
    return [{ ...page, group: 'Third-party tools', concept: [whose, ...concept] }];
  });
  return added.length === 0 ? present : [...present, ...added];
}
