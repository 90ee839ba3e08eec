/** Batches of items: each of at most `mostItems`, and of at most `mostBytes` of JSON text unless one item alone is longer. */
export function batchesOf<Item>(items: readonly Item[], mostItems: number, mostBytes: number): Item[][] {
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (batch.length > 0 && (batch.length >= mostItems || bytes + size > mostBytes)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Orders of one message: as many as the protocol allows, and no more than fit into a frame beside the rest of it. */
export const ORDERS_A_MESSAGE = 200;
export const BYTES_A_MESSAGE = 60_000;
