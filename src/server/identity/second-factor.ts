import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { createSecretBox, type SecretBox } from '../secret-box.ts';
import type { UserRecord } from '../storage/repositories.ts';
import type { SecondFactorStore } from '../storage/second-factor-store.ts';
import {
  checkPassword,
  withRefusals,
  type PasswordCheckDeps,
  type PasswordRefusal,
} from './password-check.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { base32, matchingStep, newTotpSecret, otpauthUri } from './totp.ts';

/** Name of the system value with the key that seals the secrets. */
const SECRET_KEY = 'second-factor-key';
/** A setup that was begun can be confirmed for this long. */
const SETUP_MS = 15 * 60_000;

/** The user and session of a request. */
interface Caller {
  readonly userId: string;
  readonly sessionId: string;
}

/** A password and a code of the second factor: six digits of the app, or a recovery code. */
export interface BothFactors {
  readonly password: string;
  readonly code: string;
  readonly address: string;
}

/** What a user needs to set up an authenticator app. */
export interface SecondFactorSetup {
  /** Base32. */
  readonly secret: string;
  /** The same as an otpauth address, for a QR code. */
  readonly uri: string;
  /** Proves at the confirmation that this server made the secret for this session. */
  readonly pending: string;
}

/** Whether a user has a second factor. `sinceMs`: host UTC ms; `recoveryCodes`: how many are left. */
export interface SecondFactorState {
  readonly sinceMs: number | null;
  readonly recoveryCodes: number;
}

/** Why nothing was changed. `code`: wrong, or used before. `pending`: begun too long ago, or by another session. `on`, `off`: it already is. */
export type SecondFactorRefusal = PasswordRefusal | { readonly reason: 'code' | 'pending' | 'on' | 'off' };

/** What proves that the user is present: the password, and a code when there is a second factor. */
export interface PresentUser {
  readonly password: string;
  readonly code: string | undefined;
  readonly address: string;
}

/** The second factor of users, for those users. Every change requires the password, and a code once it is on. */
export interface SecondFactor {
  secondFactorOf(userId: string): Promise<SecondFactorState>;
  beginSecondFactor(
    caller: Caller,
    given: { readonly password: string; readonly address: string },
  ): Promise<Result<SecondFactorSetup, SecondFactorRefusal>>;
  /** Turns it on with a first code of the app; all other sessions of the user end. Resolves with the recovery codes, which are stored as hashes. */
  confirmSecondFactor(
    caller: Caller,
    given: { readonly pending: string; readonly code: string },
  ): Promise<Result<readonly string[], SecondFactorRefusal>>;
  /** Replaces the recovery codes. */
  renewRecoveryCodes(
    userId: string,
    given: BothFactors,
  ): Promise<Result<readonly string[], SecondFactorRefusal>>;
  turnSecondFactorOff(userId: string, given: BothFactors): Promise<Result<true, SecondFactorRefusal>>;
  /** Whether the signed-in user is present: the password is right and so is the code, which only a user with a second factor needs. Throttled like a sign-in. */
  confirmPresence(userId: string, given: PresentUser): Promise<Result<true, SecondFactorRefusal>>;
}

export interface SecondFactorDeps extends PasswordCheckDeps {
  readonly keeper: SessionKeeper;
}

const pendingSchema = v.object({ secret: v.string(), endsAtMs: v.number() });

/** Checks second factors at sign-ins, and lets users change theirs. */
export class SecondFactors implements SecondFactor {
  readonly #deps: SecondFactorDeps;
  readonly #store: SecondFactorStore;
  readonly #box: SecretBox;

  constructor(deps: SecondFactorDeps) {
    this.#deps = deps;
    this.#store = deps.repositories.secondFactors;
    this.#box = createSecretBox(deps.repositories.system, SECRET_KEY);
  }

  async isOn(userId: string): Promise<boolean> {
    return (await this.#store.totp(userId)) !== undefined;
  }

  /** Checks a code of the app or a recovery code, and uses it up. Throttled by user. */
  async takeCode(
    userId: string,
    userName: string,
    code: string,
  ): Promise<Result<true, { readonly retryAfterSeconds?: number }>> {
    const retryAfterSeconds = await this.#deps.throttle.codeAttempt(userName);
    if (retryAfterSeconds !== undefined) return err({ retryAfterSeconds });
    const isRight =
      (await this.#takeAppCode(userId, withoutSpaces(code))) || (await this.#takeRecoveryCode(userId, code));
    if (!isRight) return err({});
    await this.#deps.throttle.codeSucceeded(userName);
    return ok(true);
  }

  async secondFactorOf(userId: string): Promise<SecondFactorState> {
    const totp = await this.#store.totp(userId);
    return { sinceMs: totp?.sinceMs ?? null, recoveryCodes: await this.#store.recoveryCodeCount(userId) };
  }

  beginSecondFactor(
    { userId, sessionId }: Caller,
    given: { readonly password: string; readonly address: string },
  ): Promise<Result<SecondFactorSetup, SecondFactorRefusal>> {
    return this.#guarded(async () => {
      const user = await checkPassword(this.#deps, { userId, ...given });
      if (!user.ok) return user;
      if (await this.isOn(userId)) return err({ reason: 'on' });
      const secret = newTotpSecret();
      const pending = { secret: secret.toString('base64'), endsAtMs: this.#deps.clock.hostMs() + SETUP_MS };
      return ok({
        secret: base32(secret),
        uri: otpauthUri(secret, user.value.userName),
        pending: await this.#box.seal(setupPurpose(userId, sessionId), JSON.stringify(pending)),
      });
    });
  }

  confirmSecondFactor(
    { userId, sessionId }: Caller,
    { pending, code }: { readonly pending: string; readonly code: string },
  ): Promise<Result<readonly string[], SecondFactorRefusal>> {
    return this.#guarded(async () => {
      const nowMs = this.#deps.clock.hostMs();
      const opened = await this.#box.open(setupPurpose(userId, sessionId), pending);
      const setup = opened === undefined ? undefined : v.parse(pendingSchema, JSON.parse(opened));
      if (!setup || setup.endsAtMs <= nowMs) return err({ reason: 'pending' });
      const secret = Buffer.from(setup.secret, 'base64');
      const lastStep = matchingStep(secret, withoutSpaces(code), nowMs);
      if (lastStep === undefined) return err({ reason: 'code' });
      const codes = newRecoveryCodes();
      const sealedSecret = await this.#box.seal(secretPurpose(userId), secret.toString('base64'));
      const totp = { sealedSecret, sinceMs: nowMs, lastStep };
      if (!(await this.#store.turnOn(userId, totp, hashesOf(userId, codes)))) return err({ reason: 'on' });
      // They were signed in with the password alone, which may be known to others: that may be why it is turned on.
      await this.#deps.keeper.endOthers(userId, sessionId);
      return ok(codes);
    });
  }

  renewRecoveryCodes(
    userId: string,
    given: BothFactors,
  ): Promise<Result<readonly string[], SecondFactorRefusal>> {
    return this.#guarded(async () => {
      const refusal = await this.#checkBoth(userId, given);
      if (refusal) return err(refusal);
      const codes = newRecoveryCodes();
      await this.#store.replaceRecoveryCodes(userId, hashesOf(userId, codes));
      return ok(codes);
    });
  }

  turnSecondFactorOff(userId: string, given: BothFactors): Promise<Result<true, SecondFactorRefusal>> {
    return this.#guarded(async () => {
      const refusal = await this.#checkBoth(userId, given);
      if (refusal) return err(refusal);
      return (await this.#store.turnOff(userId)) ? ok(true) : err({ reason: 'off' });
    });
  }

  confirmPresence(userId: string, given: PresentUser): Promise<Result<true, SecondFactorRefusal>> {
    return this.#guarded(async () => {
      const user = await this.checkPresence(userId, given);
      return user.ok ? ok(true) : user;
    });
  }

  /** The user, when the password is right and so is the code, which only a user with a second factor needs. */
  async checkPresence(
    userId: string,
    { password, code, address }: PresentUser,
  ): Promise<Result<UserRecord, SecondFactorRefusal>> {
    const user = await checkPassword(this.#deps, { userId, password, address });
    if (!user.ok || !(await this.isOn(userId))) return user;
    const taken = await this.takeCode(userId, user.value.userName, code ?? '');
    if (taken.ok) return user;
    const { retryAfterSeconds } = taken.error;
    return err(retryAfterSeconds === undefined ? { reason: 'code' } : { reason: 'wait', retryAfterSeconds });
  }

  async #checkBoth(userId: string, given: BothFactors): Promise<SecondFactorRefusal | undefined> {
    if (await this.isOn(userId)) {
      const checked = await this.checkPresence(userId, given);
      return checked.ok ? undefined : checked.error;
    }
    const checked = await checkPassword(this.#deps, { userId, ...given });
    return checked.ok ? { reason: 'off' } : checked.error;
  }

  async #takeAppCode(userId: string, code: string): Promise<boolean> {
    const totp = await this.#store.totp(userId);
    const secret = totp && (await this.#box.open(secretPurpose(userId), totp.sealedSecret));
    if (secret === undefined) return false;
    const step = matchingStep(Buffer.from(secret, 'base64'), code, this.#deps.clock.hostMs());
    return step !== undefined && this.#store.useStep(userId, step);
  }

  async #takeRecoveryCode(userId: string, code: string): Promise<boolean> {
    const codeHash = recoveryCodeHash(userId, code);
    return codeHash !== undefined && this.#store.useRecoveryCode(userId, codeHash);
  }

  #guarded<Value>(
    work: () => Promise<Result<Value, SecondFactorRefusal>>,
  ): Promise<Result<Value, SecondFactorRefusal>> {
    return withRefusals(this.#deps.log, 'A second factor could not be changed', work);
  }
}

/** Apps show a code in two groups. */
const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '');

const secretPurpose = (userId: string): string => `totp:${userId}`;
const setupPurpose = (userId: string, sessionId: string): string => `totp-setup:${userId}:${sessionId}`;

/** Codes that were just made have a hash each. */
const hashesOf = (userId: string, codes: readonly string[]): readonly string[] =>
  codes.map((code) => recoveryCodeHash(userId, code)).filter((hash) => hash !== undefined);
