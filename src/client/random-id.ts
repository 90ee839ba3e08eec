/**
 * A random identifier in the form of a UUID, version 4. `crypto.randomUUID` does not exist on a page that came over plain
 * http from another machine; `crypto.getRandomValues` does.
 */
export function randomId(random: Pick<Crypto, 'getRandomValues'> = crypto): string {
  const bytes = random.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    // RFC 9562: the version in the upper half of byte 6, the variant in the upper two bits of byte 8.
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
