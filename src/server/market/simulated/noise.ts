/** 32-bit mixing of three whole numbers: a seed, a place and a purpose give a seed of their own. */
export function mix32(a: number, b: number, c: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0xc2b2ae35);
  hash = Math.imul((hash ^ (hash >>> 16)) + c, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A number in [0, 1) that depends on its three whole numbers alone. */
export function uniform32(a: number, b: number, c: number): number {
  return mix32(a, b, c) / 4_294_967_296;
}

/**
 * A small fast stream of numbers (mulberry32). Millions are drawn for one chart, so its whole state is one integer that
 * can be kept and resumed; the shared generator carries four and closures.
 */
export class Noise {
  state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Whole number in [0, below). */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** Standard normal (Box-Muller; two draws). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Bell-shaped, mean 0 and variance 1, within ±3: three draws and no logarithm, for the inside of a day. */
  bell(): number {
    return (this.next() + this.next() + this.next() - 1.5) * 2;
  }
}
