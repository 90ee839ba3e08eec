import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SystemValues } from './storage/repositories.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Seals texts with AES-256-GCM and a random key of this installation. */
export interface SecretBox {
  /** `purpose` says what the text is and whose; a text sealed for one purpose does not open for another. */
  seal(purpose: string, text: string): Promise<string>;
  /** Undefined for what was not sealed here for this purpose, or was changed since. */
  open(purpose: string, sealed: string): Promise<string | undefined>;
}

/** A box whose key is the system value of this name, made at first use. One box for each name: two could both make a key. */
export function createSecretBox(system: SystemValues, keyName: string): SecretBox {
  let loading: Promise<Buffer> | undefined;
  const key = (): Promise<Buffer> => {
    loading ??= loadKey(system, keyName).catch((error: unknown) => {
      // A database that is away for a moment must not spoil every later call.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    async seal(purpose, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await key(), iv, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(purpose),
      );
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${sealed.toString('base64url')}`;
    },
    async open(purpose, sealed) {
      const [version, payload = ''] = sealed.split('.', 2);
      const bytes = Buffer.from(payload, 'base64url');
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', await key(), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        // The tag does not fit: changed, of another purpose, or sealed with a key that is gone.
        return undefined;
      }
    },
  };
}

async function loadKey(system: SystemValues, keyName: string): Promise<Buffer> {
  const stored = await system.get(keyName);
  if (stored) return Buffer.from(stored, 'base64');
  const fresh = randomBytes(KEY_BYTES);
  await system.set(keyName, fresh.toString('base64'));
  return fresh;
}
