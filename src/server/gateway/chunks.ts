/** Items of one answer message; longer answers are sent in several, all but the last with HasMore. */
export const CHUNK_ITEMS = 1000;

/** Cuts a list into chunks of at most `CHUNK_ITEMS`. An empty list is one empty chunk, so that there is always an answer. */
export function chunksOf<Item>(items: readonly Item[]): { items: Item[]; hasMore: boolean }[] {
  const chunks: { items: Item[]; hasMore: boolean }[] = [];
  for (let from = 0; from === 0 || from < items.length; from += CHUNK_ITEMS) {
    chunks.push({ items: items.slice(from, from + CHUNK_ITEMS), hasMore: from + CHUNK_ITEMS < items.length });
  }
  return chunks;
}
