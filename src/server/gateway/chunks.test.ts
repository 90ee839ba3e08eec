import { describe, expect, it } from 'vitest';
import { CHUNK_ITEMS, chunksOf } from './chunks.ts';

describe('chunksOf', () => {
  it.each([0, 1, CHUNK_ITEMS - 1, CHUNK_ITEMS, CHUNK_ITEMS + 1, 2 * CHUNK_ITEMS, 2 * CHUNK_ITEMS + 7])(
    'keeps all %i items in order, and only the last chunk says there is no more',
    (count) => {
      const items = Array.from({ length: count }, (_, index) => index);
      const chunks = chunksOf(items);
      expect(chunks.flatMap((chunk) => chunk.items)).toEqual(items);
      expect(chunks.map((chunk) => chunk.hasMore)).toEqual(
        chunks.map((_, index) => index < chunks.length - 1),
      );
      expect(Math.max(...chunks.map((chunk) => chunk.items.length))).toBeLessThanOrEqual(CHUNK_ITEMS);
    },
  );
});
