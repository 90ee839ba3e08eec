import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** How an answer of the authenticator differs from a right one. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  /** Whether the user was verified by PIN or finger. */
  readonly isVerified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
/** CBOR of a byte string or text below 64 KiB. */
const cborBytes = (bytes: Buffer, major: number): Buffer =>
  bytes.length < 24
    ? Buffer.concat([Buffer.from([(major << 5) | bytes.length]), bytes])
    : Buffer.concat([Buffer.from([(major << 5) | 25, bytes.length >> 8, bytes.length & 255]), bytes]);
const cborText = (text: string): Buffer => cborBytes(Buffer.from(text), 3);

/** An authenticator with one ES256 passkey, for tests: makes registrations and assertions as browsers do, and wrong ones on request. */
export class SoftAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  readonly #site: { readonly origin: string; readonly rpId: string };
  counter = 0;

  constructor(site: { readonly origin: string; readonly rpId: string }) {
    this.#site = site;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // Map of five: kty EC2, alg ES256, crv P-256, x, y.
    this.#coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** The answer to options of a registration. */
  register({ challenge }: { readonly challenge: string }, deviation: Deviation = {}): object {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authData(deviation, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      id,
      this.#coseKey,
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData, 2),
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to options of a sign-in. */
  answer({ challenge }: { readonly challenge: string }, deviation: Deviation = {}): object {
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const authData = this.#authData(deviation, 0);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#privateKey);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #answer(response: object): object {
    return { id: this.id, rawId: this.id, response, clientExtensionResults: {}, type: 'public-key' };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin } = { ...this.#site, ...deviation };
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...deviation }));
  }

  #authData(
    { rpId = this.#site.rpId, counter = this.counter, isVerified = true }: Deviation,
    flags: number,
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | flags]), count]);
  }
}
