import { randomBytes, webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { SystemValues } from '../storage/repositories.ts';

const ISSUER = 'tapedeck';
const AUDIENCE = 'tapedeck-workstation';
const KEY_NAME = 'token-key';
const KEY_BYTES = 32;

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly account: string | undefined;
  /** Host UTC ms. */
  readonly expiresAtMs: number;
}

/** Signs and reads session tokens. */
export interface Tokens {
  sign(claims: TokenClaims, nowMs: number): Promise<string>;
  /** Undefined for what is no token of ours or is over, by more than `overdueMs` when that is given. */
  read(jwt: string, nowMs: number, overdueMs?: number): Promise<TokenClaims | undefined>;
}

const payload = v.object({
  sub: v.string(),
  sid: v.string(),
  account: v.optional(v.string()),
  exp: v.number(),
});

/** HS256 tokens signed with a random key of this installation. */
export function createTokens(system: SystemValues): Tokens {
  let loading: Promise<webcrypto.CryptoKey> | undefined;
  const key = (): Promise<webcrypto.CryptoKey> => {
    loading ??= loadKey(system).catch((error: unknown) => {
      // A database that is away for a moment must not spoil every later sign-in.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    async sign(claims, nowMs) {
      return new SignJWT({
        sid: claims.sessionId,
        ...(claims.account === undefined ? {} : { account: claims.account }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(claims.userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(nowMs / 1000))
        .setExpirationTime(Math.floor(claims.expiresAtMs / 1000))
        .sign(await key());
    },
    async read(jwt, nowMs, overdueMs = 0) {
      try {
        const verified = await jwtVerify(jwt, await key(), {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(nowMs),
          clockTolerance: Math.floor(overdueMs / 1000),
        });
        const claims = v.safeParse(payload, verified.payload);
        if (!claims.success) return undefined;
        return {
          userId: claims.output.sub,
          sessionId: claims.output.sid,
          account: claims.output.account,
          expiresAtMs: claims.output.exp * 1000,
        };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** The installation's key, made at its first use. Imported once, because the library would import raw bytes again for every token. */
async function loadKey(system: SystemValues): Promise<webcrypto.CryptoKey> {
  const stored = await system.get(KEY_NAME);
  const bytes = stored ? Buffer.from(stored, 'base64') : randomBytes(KEY_BYTES);
  if (!stored) await system.set(KEY_NAME, bytes.toString('base64'));
  return webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}
