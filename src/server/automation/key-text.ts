import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_ID_BYTES = 8;
const SECRET_BYTES = 32;
const KEY_TEXT = /^tdk_([0-9a-f]{16})_([\w-]{43})$/;

/** The two parts of an API key: the id, by which it is found, and the secret. */
export interface KeyParts {
  readonly keyId: string;
  readonly secret: string;
}

/** A random secret with 256 bits, base64url. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** A new id of a key, hexadecimal. */
export const newKeyId = (): string => randomBytes(KEY_ID_BYTES).toString('hex');

/** The key as a program sends it. The prefix lets scanners of repositories recognise a key that was published by mistake. */
export const keyText = ({ keyId, secret }: KeyParts): string => `tdk_${keyId}_${secret}`;

/** Undefined for a text that is not in the form of a key. */
export function readKeyText(text: string): KeyParts | undefined {
  const [, keyId, secret] = KEY_TEXT.exec(text) ?? [];
  return keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined;
}

/** SHA-256 is enough: the secret is random, so that nothing is gained by trying likely ones. */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares in constant time. */
export function isSecret(secret: string, secretHash: string): boolean {
  const given = Buffer.from(secretHashOf(secret), 'hex');
  const stored = Buffer.from(secretHash, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}
