import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bit by bit, straight from the definition. */
function plainCrc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f6_3b78 : crc >>> 1;
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

it('agrees with the published check values', () => {
  expect(crc32c(bytesOf('123456789'))).toBe(0xe306_9283);
  expect(crc32c(new Uint8Array(32))).toBe(0x8a91_36aa);
  expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8_ab43);
  expect(crc32c(new Uint8Array(0))).toBe(0);
});

it('agrees with the definition for any bytes, in one piece or continued at any point', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
      const at = Math.min(cut, bytes.length);
      expect(crc32c(bytes)).toBe(plainCrc32c(bytes));
      expect(crc32c(bytes.subarray(at), crc32c(bytes.subarray(0, at)))).toBe(plainCrc32c(bytes));
    }),
  );
});
