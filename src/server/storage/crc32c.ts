/** Reflected Castagnoli polynomial. */
const POLYNOMIAL = 0x82f6_3b78;
const SLICES = 8;
const TABLE = makeTable();

/** Eight tables of 256 entries: entry `slice * 256 + byte` is the remainder of the byte followed by `slice` zero bytes. */
function makeTable(): Int32Array {
  const table = new Int32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit += 1)
      remainder = remainder & 1 ? (remainder >>> 1) ^ POLYNOMIAL : remainder >>> 1;
    table[byte] = remainder;
  }
  for (let index = 256; index < table.length; index += 1) {
    const shorter = table[index - 256] ?? 0;
    table[index] = (shorter >>> 8) ^ (table[shorter & 0xff] ?? 0);
  }
  return table;
}

/**
 * CRC-32C (Castagnoli) of bytes, eight at a time. `seed` continues an earlier sum: the sum of a text in two parts is that of the second part
 * seeded with that of the first. `zlib.crc32` is the IEEE polynomial, which detects fewer flipped bits in texts of this length.
 */
export function crc32c(bytes: Uint8Array, seed = 0, length = bytes.length): number {
  // `as number`: every index below is within its array, and a fallback for each would cost half the speed.
  const table = TABLE;
  let crc = ~seed;
  let at = 0;
  for (const end = length - (length % SLICES); at < end; at += SLICES) {
    const low =
      crc ^
      ((bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24));
    crc =
      (table[1792 + (low & 0xff)] as number) ^
      (table[1536 + ((low >>> 8) & 0xff)] as number) ^
      (table[1280 + ((low >>> 16) & 0xff)] as number) ^
      (table[1024 + (low >>> 24)] as number) ^
      (table[768 + (bytes[at + 4] as number)] as number) ^
      (table[512 + (bytes[at + 5] as number)] as number) ^
      (table[256 + (bytes[at + 6] as number)] as number) ^
      (table[bytes[at + 7] as number] as number);
  }
  for (; at < length; at += 1) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return ~crc >>> 0;
}
