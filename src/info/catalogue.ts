import { GROUPS, type Block, type Group, type Topic } from './content.ts';
import { parseInline, plainText } from './inline.ts';

/** True when the desk has what the page is about, so that the page may say how it is done. */
export function isAvailable(topic: Topic, features: ReadonlySet<string>): boolean {
  return topic.needs === undefined || topic.needs.some((feature) => features.has(feature));
}

export interface ContentsGroup {
  readonly group: Group;
  readonly topics: readonly Topic[];
}

/** The table of contents: what this desk has, by group, in the order of the list. Empty groups are left out. */
export function contentsOf(topics: readonly Topic[], features: ReadonlySet<string>): ContentsGroup[] {
  return GROUPS.map((group) => ({
    group,
    topics: topics.filter((topic) => topic.group === group && isAvailable(topic, features)),
  })).filter((entry) => entry.topics.length > 0);
}

/** What the page shows on this desk. */
export function blocksOf(topic: Topic, features: ReadonlySet<string>): readonly Block[] {
  return isAvailable(topic, features) ? [...topic.concept, ...topic.here] : topic.concept;
}

/** All marked texts of a block. */
export function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'text':
    case 'heading':
    case 'note':
      return [block.text];
    case 'list':
    case 'steps':
      return block.items;
    case 'table':
      return [...block.head, ...block.rows.flat()];
    case 'picture':
      return [block.alt];
  }
}

/** Topics that a page links to. */
export function linksOf(topic: Topic): string[] {
  const inText = [...topic.concept, ...topic.here]
    .flatMap(textsOf)
    .flatMap(parseInline)
    .flatMap((part) => (part.kind === 'link' ? [part.topic] : []));
  return [...inText, ...topic.related];
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}&$%']+/u)
    .filter((word) => word !== '');

/** How well a page answers: each searched word must begin a word of it; the title counts most. 0 = not at all. */
function score(topic: Topic, features: ReadonlySet<string>, terms: readonly string[]): number {
  const title = wordsOf(topic.title);
  const summary = wordsOf(plainText(topic.summary));
  const body = wordsOf(blocksOf(topic, features).flatMap(textsOf).map(plainText).join(' '));
  const has = (texts: readonly string[], start: string) => texts.some((word) => word.startsWith(start));
  let sum = 0;
  for (const start of terms) {
    const points = has(title, start) ? 100 : has(summary, start) ? 10 : has(body, start) ? 1 : 0;
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/** Pages of this desk that hold all the words, best first; none for a question without words. */
export function search(topics: readonly Topic[], features: ReadonlySet<string>, question: string): Topic[] {
  const terms = wordsOf(question);
  if (terms.length === 0) return [];
  return topics
    .filter((topic) => isAvailable(topic, features))
    .map((topic) => ({ topic, points: score(topic, features, terms) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ topic }) => topic);
}
