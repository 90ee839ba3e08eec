import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Length of a time step, ms (RFC 6238). */
const STEP_MS = 30_000;
const CODE_DIGITS = 6;
const SECRET_BYTES = 20;
/** Steps before and after the present one whose code is accepted: clocks of telephones differ. */
const MAX_STEPS_APART = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The code of a time step (RFC 4226 with SHA-1, which authenticator apps support without exception). */
export function totpCode(secret: Buffer, step: number, digits = CODE_DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const value = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

export const totpStepAt = (timeMs: number): number => Math.floor(timeMs / STEP_MS);

/** The time step that a code belongs to, one step from `nowMs` at most; undefined for a wrong code. */
export function matchingStep(secret: Buffer, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const present = totpStepAt(nowMs);
  for (let step = present - MAX_STEPS_APART; step <= present + MAX_STEPS_APART; step++)
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step;
  return undefined;
}

/** Bytes as base32 (RFC 4648) without padding, as authenticator apps take a secret. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32.charAt((value << (5 - bits)) & 31);
}

/** The address that a QR code carries to an authenticator app. */
export function otpauthUri(secret: Buffer, userName: string): string {
  const parameters = new URLSearchParams({
    secret: base32(secret),
    issuer: 'Tapedeck',
    algorithm: 'SHA1',
    digits: String(CODE_DIGITS),
    period: String(STEP_MS / 1000),
  });
  return `otpauth://totp/Tapedeck:${encodeURIComponent(userName)}?${parameters}`;
}
