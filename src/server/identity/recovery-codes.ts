import { createHash, randomInt } from 'node:crypto';

const CODE_COUNT = 10;
const GROUPS = 4;
const GROUP_CHARS = 4;
/** 32 characters without those that are mistaken for one another when they are copied by hand. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const WRITTEN = /^[0-9a-hjkmnp-tv-z]{16}$/;

/** New recovery codes, such as `7k2m-x0pf-9e4t-bw3c`: 80 random bits each. */
export function newRecoveryCodes(): readonly string[] {
  const group = (): string =>
    Array.from({ length: GROUP_CHARS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: CODE_COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/**
 * The stored form of a code as a user typed it; undefined for a text that is no code. SHA-256 is enough for 80 random bits. With the
 * user's id in it, equal codes of two users have different hashes.
 */
export function recoveryCodeHash(userId: string, typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return WRITTEN.test(code) ? createHash('sha256').update(`${userId} ${code}`).digest('hex') : undefined;
}
