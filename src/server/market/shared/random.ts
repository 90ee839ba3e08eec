/** A seeded stream of numbers. The same seed parts give the same stream on every machine. */
export interface Random {
  /** Uniform in [0, 1), 32 bits of it. */
  next(): number;
  /** Uniform whole number in [0, below). */
  int(below: number): number;
  /** Standard normal. */
  normal(): number;
}

/** A part of a seed: what the stream is for (`'AAPL'`, a date, a minute, a purpose). */
export type SeedPart = string | number;

/** 32-bit hash of seed parts; parts do not run together (`'a','bc'` differs from `'ab','c'`). */
export function hashParts(...parts: readonly SeedPart[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = typeof part === 'string' ? part : String(part);
    for (let index = 0; index < text.length; index += 1)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return mix(hash);
}

/** A cheap number in [0, 1) that depends on the parts alone. */
export function uniformOf(...parts: readonly SeedPart[]): number {
  return hashParts(...parts) / 4_294_967_296;
}

function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A generator (xoshiro128**, state filled by a splitmix walk from the hash of the parts). */
export function createRandom(...parts: readonly SeedPart[]): Random {
  let walk = hashParts(...parts);
  const fill = (): number => {
    walk = (walk + 0x9e3779b9) >>> 0;
    return mix(walk);
  };
  let s0 = fill();
  let s1 = fill();
  let s2 = fill();
  let s3 = fill() | 1; // never all zero
  let spareNormal = Number.NaN;

  const next = (): number => {
    const scrambled = Math.imul(s1, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    return result / 4_294_967_296;
  };

  const normal = (): number => {
    if (!Number.isNaN(spareNormal)) {
      const spare = spareNormal;
      spareNormal = Number.NaN;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    spareNormal = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };

  return { next, normal, int: (below) => Math.floor(next() * below) };
}
