import type { AxisSpan } from './free-labels.ts';

/** Places of tags on an axis, CSS px, so that none covers another. */
export interface TagRoom {
  /** What tags with precedence take: they stay where they are. */
  readonly taken: readonly AxisSpan[];
  readonly top: number;
  readonly bottom: number;
}

/**
 * Moves each tag to the nearest free place of the axis, the first ones first. A tag stays where it was to be when the axis has no room for it. Each tag is at most compared
 * with all others, of which a chart has few.
 */
export function spreadTags(tags: readonly AxisSpan[], { taken, top, bottom }: TagRoom): readonly AxisSpan[] {
  const placed = [...taken];
  return tags.map((tag) => {
    const height = tag.bottom - tag.top;
    const isFree = (at: number) =>
      at >= top &&
      at + height <= bottom &&
      !placed.some((other) => at < other.bottom && at + height > other.top);
    const free = [tag.top, ...placed.flatMap((other) => [other.top - height, other.bottom])].filter(isFree);
    const distance = (at: number) => Math.abs(at - tag.top);
    const at = free.reduce(
      (best, each) => (distance(each) < distance(best) ? each : best),
      free[0] ?? tag.top,
    );
    const span = { top: at, bottom: at + height };
    placed.push(span);
    return span;
  });
}
