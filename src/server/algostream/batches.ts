/** Batches of items: each of at most `maxItems`, and of at most `maxBytes` of JSON text unless one item alone is longer. */
export function batchesOf<Item>(items: readonly Item[], maxItems: number, maxBytes: number): Item[][] {
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (batch.length > 0 && (batch.length >= maxItems || bytes + size > maxBytes)) {
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

/** Limits of one message: the protocol's number of orders, and the bytes that fit into a frame with the rest of the message. */
export const ORDERS_A_MESSAGE = 200;
export const BYTES_A_MESSAGE = 60_000;
