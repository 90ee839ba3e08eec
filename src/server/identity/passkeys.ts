import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { createSecretBox, type SecretBox } from '../secret-box.ts';
import type { PasskeyRecord, PasskeyStore } from '../storage/passkey-store.ts';
import type { UserRecord } from '../storage/repositories.ts';
import { withRefusals, type PasswordRefusal } from './password-check.ts';
import type { PresentUser, SecondFactorDeps, SecondFactorRefusal, SecondFactors } from './second-factor.ts';

/** The library and its 280 files are read with the first passkey, not at each start. */
const webAuthn = () => import('@simplewebauthn/server');

/** Name of the system value with the key that seals challenges. */
const CHALLENGE_KEY = 'passkey-challenge-key';
/** A challenge can be answered for this long. */
const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
const SIGN_IN = 'passkey-sign-in';

/** Where the page is that a passkey is for. */
interface Site {
  readonly origin: string;
  readonly rpId: string;
}

/** The user and session of a request. */
interface Caller {
  readonly userId: string;
  readonly sessionId: string;
}

/** A passkey as its user sees it. Times are host UTC ms. */
export type OwnPasskey = Pick<PasskeyRecord, 'credentialId' | 'name' | 'createdAtMs' | 'usedAtMs'>;

/** What the browser needs for a passkey: options of WebAuthn as JSON, and a text that goes back with the answer. */
export interface PasskeyChallenge {
  readonly options: object;
  readonly pending: string;
}

/** Why nothing was changed. `response`: the answer of the browser does not fit the challenge. `gone`: the caller has no such passkey. */
export type PasskeyRefusal =
  SecondFactorRefusal | { readonly reason: 'response' | 'full' | 'known' | 'gone' };

/** The passkeys of users, for those users. Every change requires the password, and a code of the second factor when there is one. */
export interface OwnPasskeys {
  passkeysOf(userId: string): Promise<readonly OwnPasskey[]>;
  beginPasskey(
    caller: Caller,
    site: Site,
    given: PresentUser,
  ): Promise<Result<PasskeyChallenge, PasskeyRefusal>>;
  /** Adds the passkey that the browser has made for a challenge of `beginPasskey`. `response`: JSON of WebAuthn. */
  addPasskey(
    caller: Caller,
    made: { readonly pending: string; readonly response: unknown; readonly name: string },
  ): Promise<Result<true, PasskeyRefusal>>;
  removePasskey(
    userId: string,
    credentialId: string,
    given: PresentUser,
  ): Promise<Result<true, PasskeyRefusal>>;
  /** A challenge for a sign-in with a passkey, of whatever user. */
  passkeyChallenge(site: Site): Promise<PasskeyChallenge>;
}

const pendingSchema = v.object({
  challenge: v.string(),
  origin: v.string(),
  rpId: v.string(),
  endsAtMs: v.number(),
});
type Pending = v.InferOutput<typeof pendingSchema>;

/** What is read of an answer before the library checks all of it. */
const answerSchema = v.looseObject({ id: v.pipe(v.string(), v.maxLength(1400), v.regex(/^[\w-]+$/)) });

/** Adds passkeys, and checks them at sign-ins. */
export class Passkeys implements OwnPasskeys {
  readonly #deps: SecondFactorDeps;
  readonly #factors: SecondFactors;
  readonly #store: PasskeyStore;
  readonly #box: SecretBox;
  /** Ends of answered challenges: each is answered once. */
  readonly #answered = new Map<string, number>();

  constructor(deps: SecondFactorDeps, factors: SecondFactors) {
    this.#deps = deps;
    this.#factors = factors;
    this.#store = deps.repositories.passkeys;
    this.#box = createSecretBox(deps.repositories.system, CHALLENGE_KEY);
  }

  passkeysOf(userId: string): Promise<readonly OwnPasskey[]> {
    return this.#store.ofUser(userId);
  }

  beginPasskey(
    { userId, sessionId }: Caller,
    site: Site,
    given: PresentUser,
  ): Promise<Result<PasskeyChallenge, PasskeyRefusal>> {
    return this.#guarded(async () => {
      const user = await this.#factors.checkPresence(userId, given);
      if (!user.ok) return user;
      const present = await this.#store.ofUser(userId);
      if (present.length >= MAX_PASSKEYS) return err({ reason: 'full' });
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: 'Tapedeck',
        rpID: site.rpId,
        userName: user.value.userName,
        userID: new TextEncoder().encode(userId),
        excludeCredentials: present.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return ok({
        options,
        pending: await this.#seal(setupPurpose(userId, sessionId), site, options.challenge),
      });
    });
  }

  addPasskey(
    { userId, sessionId }: Caller,
    {
      pending,
      response,
      name,
    }: { readonly pending: string; readonly response: unknown; readonly name: string },
  ): Promise<Result<true, PasskeyRefusal>> {
    return this.#guarded(async () => {
      const challenge = await this.#open(setupPurpose(userId, sessionId), pending);
      if (!challenge) return err({ reason: 'pending' });
      const { verifyRegistrationResponse } = await webAuthn();
      // The library checks each part; the cast only names what it expects.
      const made = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge.challenge,
        expectedOrigin: challenge.origin,
        expectedRPID: challenge.rpId,
      }).catch(() => undefined);
      if (!made?.verified || !this.#useUp(challenge)) return err({ reason: 'response' });
      const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential;
      const outcome = await this.#store.add(
        {
          credentialId: id,
          userId,
          name,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: transports.filter((transport) => /^[a-z-]{1,20}$/.test(transport)),
          createdAtMs: this.#deps.clock.hostMs(),
          usedAtMs: null,
        },
        MAX_PASSKEYS,
      );
      return outcome === 'added' ? ok(true) : err({ reason: outcome });
    });
  }

  removePasskey(
    userId: string,
    credentialId: string,
    given: PresentUser,
  ): Promise<Result<true, PasskeyRefusal>> {
    return this.#guarded(async () => {
      const user = await this.#factors.checkPresence(userId, given);
      if (!user.ok) return user;
      return (await this.#store.remove(userId, credentialId)) ? ok(true) : err({ reason: 'gone' });
    });
  }

  async passkeyChallenge(site: Site): Promise<PasskeyChallenge> {
    // No list of credentials: it would say which user has which passkeys.
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({ rpID: site.rpId, userVerification: 'required' });
    return { options, pending: await this.#seal(SIGN_IN, site, options.challenge) };
  }

  /**
   * The user whose passkey has answered a challenge; undefined when it did not. Each challenge is answered once. The counter of an
   * authenticator that counts must have risen: otherwise there are two of it.
   */
  async takeAnswer(pending: string, response: unknown): Promise<UserRecord | undefined> {
    const challenge = await this.#open(SIGN_IN, pending);
    const answer = v.safeParse(answerSchema, response);
    if (!challenge || !answer.success) return undefined;
    const passkey = await this.#store.byId(answer.output.id);
    if (!passkey) return undefined;
    const { verifyAuthenticationResponse } = await webAuthn();
    const checked = await verifyAuthenticationResponse({
      // The library checks each part; the cast only names what it expects.
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge.challenge,
      expectedOrigin: challenge.origin,
      expectedRPID: challenge.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: [...passkey.transports],
      },
    }).catch(() => undefined);
    if (!checked?.verified || !this.#useUp(challenge)) return undefined;
    const isStored = await this.#store.use(passkey.credentialId, {
      counter: passkey.counter,
      newCounter: checked.authenticationInfo.newCounter,
      nowMs: this.#deps.clock.hostMs(),
    });
    return isStored ? this.#deps.repositories.users.byId(passkey.userId) : undefined;
  }

  #seal(purpose: string, { origin, rpId }: Site, challenge: string): Promise<string> {
    const endsAtMs = this.#deps.clock.hostMs() + CHALLENGE_MS;
    return this.#box.seal(purpose, JSON.stringify({ challenge, origin, rpId, endsAtMs } satisfies Pending));
  }

  /** A challenge that was sealed for the purpose and is not over. */
  async #open(purpose: string, pending: string): Promise<Pending | undefined> {
    const opened = await this.#box.open(purpose, pending);
    if (opened === undefined) return undefined;
    const challenge = v.parse(pendingSchema, JSON.parse(opened));
    return challenge.endsAtMs > this.#deps.clock.hostMs() ? challenge : undefined;
  }

  /** False when the challenge was answered before. Called once the answer is known to be right, so that wrong ones fill no memory. */
  #useUp({ challenge, endsAtMs }: Pending): boolean {
    const nowMs = this.#deps.clock.hostMs();
    for (const [answered, endMs] of this.#answered) if (endMs <= nowMs) this.#answered.delete(answered);
    if (this.#answered.has(challenge)) return false;
    this.#answered.set(challenge, endsAtMs);
    return true;
  }

  #guarded<Value>(
    work: () => Promise<Result<Value, PasskeyRefusal>>,
  ): Promise<Result<Value, PasskeyRefusal | PasswordRefusal>> {
    return withRefusals(this.#deps.log, 'A passkey could not be changed', work);
  }
}

const setupPurpose = (userId: string, sessionId: string): string => `passkey-setup:${userId}:${sessionId}`;
