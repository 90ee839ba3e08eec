import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { DAY_MS } from '../../domain/calendar/durations.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../domain/permissions.ts';
import { isInAddressList } from '../http-kit/address-list.ts';
import { isProxyRange } from '../http-kit/client-address.ts';
import type { Identity } from '../identity/identity.ts';
import type { PresentUser, SecondFactorRefusal } from '../identity/second-factor.ts';
import { isUsable } from '../identity/usable-user.ts';
import type { ApiKeyRecord } from '../storage/api-key-store.ts';
import type { AuditEntry } from '../storage/audit-store.ts';
import type { AuditOutcome } from '../storage/audit-tables.ts';
import type { AccountRecord, Repositories } from '../storage/repositories.ts';
import { isSecret, keyText, newKeyId, newSecret, readKeyText, secretHashOf } from './key-text.ts';
import { DEFAULT_WRONG_KEY_LIMITS, KeyThrottle, type WrongKeyLimits } from './key-throttle.ts';

/** Keys of a user that are neither revoked nor expired. */
export const MAX_API_KEYS = 25;
/** Revoked and expired keys stay in the list this long. */
const ENDED_KEYS_KEPT_MS = 30 * DAY_MS;
/** The time of the last use is stored at most this often while the address stays the same. */
const USE_STORED_EVERY_MS = 60_000;

/** What a user chooses of a new key. */
export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Empty = all accounts of the user. */
  readonly accounts: readonly string[];
  /** Addresses and CIDR ranges; empty = every address. */
  readonly addresses: readonly string[];
  /** Host UTC ms; null = it does not expire. */
  readonly expiresAtMs: number | null;
}

/** A key as it is shown this once. */
export interface IssuedKey {
  readonly keyId: string;
  readonly key: string;
}

/** Why a key was not created, rotated or revoked. `account`, `address`: the one that cannot be chosen. `gone`: the user has no such key, or it is revoked. */
export type KeyChangeRefusal =
  | SecondFactorRefusal
  | { readonly reason: 'full' | 'gone' | 'past' }
  | { readonly reason: 'account' | 'address'; readonly value: string };

/** The program that makes a request: its key, the user it acts for, and the accounts that it may use. */
export interface ApiCaller {
  readonly keyId: string;
  readonly keyName: string;
  /** Of the secret that the request came with: another one after the key was rotated. */
  readonly secretHash: string;
  readonly expiresAtMs: number | null;
  readonly scopes: readonly ApiKeyScope[];
  readonly userId: string;
  readonly permissionMask: number;
  readonly accounts: readonly AccountRecord[];
}

/** Why a key does not open the API. `wait`: too many wrong keys. */
export type KeyRefusal =
  | { readonly reason: 'malformed' | 'unknown' | 'revoked' | 'expired' | 'address' | 'user' }
  | { readonly reason: 'wait'; readonly retryAfterSeconds: number };

/** The parts that API keys are made from. */
export interface ApiKeysDeps {
  readonly repositories: Pick<Repositories, 'apiKeys' | 'users' | 'accounts' | 'audit'>;
  readonly identity: Pick<Identity, 'confirmPresence'>;
  readonly hostMs: () => number;
  readonly limits?: Partial<WrongKeyLimits> | undefined;
}

/** The user of a change, with the address of the browser. */
interface KeyOwner {
  readonly userId: string;
  readonly userName: string;
  readonly isDemo: boolean;
  readonly address: string;
}

/** The API keys of users: their changes, and the check of a key that came with a request. */
export class ApiKeys {
  readonly #deps: ApiKeysDeps;
  readonly #throttle: KeyThrottle;

  constructor(deps: ApiKeysDeps) {
    this.#deps = deps;
    this.#throttle = new KeyThrottle({ ...DEFAULT_WRONG_KEY_LIMITS, ...deps.limits });
  }

  /** The keys of a user, the newest first. */
  list(userId: string): Promise<readonly ApiKeyRecord[]> {
    return this.#deps.repositories.apiKeys.ofUser(userId);
  }

  /** Creates a key, for which the user must be present. */
  async create(
    owner: KeyOwner,
    wanted: NewApiKey,
    given: Pick<PresentUser, 'password' | 'code'>,
  ): Promise<Result<IssuedKey, KeyChangeRefusal>> {
    const problem = await this.#problemOf(owner, wanted);
    if (problem) return err(problem);
    const present = await this.#present(owner, given);
    if (!present.ok) return present;
    const nowMs = this.#deps.hostMs();
    const secret = newSecret();
    const record: ApiKeyRecord = {
      ...wanted,
      scopes: API_KEY_SCOPES.filter((scope) => wanted.scopes.includes(scope)),
      accounts: [...new Set(wanted.accounts)],
      addresses: [...new Set(wanted.addresses)],
      keyId: newKeyId(),
      userId: owner.userId,
      secretHash: secretHashOf(secret),
      createdAtMs: nowMs,
      revokedAtMs: null,
      used: null,
    };
    const limits = { maxCount: MAX_API_KEYS, forgetBeforeMs: nowMs - ENDED_KEYS_KEPT_MS };
    const command = `create API key ${record.keyId} ${JSON.stringify(record.name)} for ${record.scopes.join(', ')}`;
    const isAdded = await this.#deps.repositories.apiKeys.add(
      record,
      limits,
      this.#auditEntry(owner, command),
    );
    return isAdded
      ? ok({ keyId: record.keyId, key: keyText({ keyId: record.keyId, secret }) })
      : err({ reason: 'full' });
  }

  /** Replaces the secret of a key, for which the user must be present; the old one ends at once. `expiresAtMs` is the new expiry, host UTC ms. */
  async rotate(
    owner: KeyOwner,
    { keyId, expiresAtMs }: { readonly keyId: string; readonly expiresAtMs: number | null },
    given: Pick<PresentUser, 'password' | 'code'>,
  ): Promise<Result<IssuedKey, KeyChangeRefusal>> {
    if (isPast(expiresAtMs, this.#deps.hostMs())) return err({ reason: 'past' });
    const present = await this.#present(owner, given);
    if (!present.ok) return present;
    const secret = newSecret();
    const isReplaced = await this.#deps.repositories.apiKeys.replaceSecret(
      { keyId, userId: owner.userId, secretHash: secretHashOf(secret), expiresAtMs },
      this.#auditEntry(owner, `rotate API key ${keyId}`),
    );
    return isReplaced ? ok({ keyId, key: keyText({ keyId, secret }) }) : err({ reason: 'gone' });
  }

  /** Revokes a key. No password is needed: a key that has leaked must end at once, and a revocation only removes a right. */
  async revoke(owner: KeyOwner, keyId: string): Promise<Result<true, KeyChangeRefusal>> {
    if (owner.isDemo) return err({ reason: 'demo' });
    const isRevoked = await this.#deps.repositories.apiKeys.revoke(
      { keyId, userId: owner.userId, nowMs: this.#deps.hostMs() },
      this.#auditEntry(owner, `revoke API key ${keyId}`),
    );
    return isRevoked ? ok(true) : err({ reason: 'gone' });
  }

  /**
   * The caller of a key that came from an address. The key and its user are read at every request, so that a revocation is effective at the next
   * one. Unknown ids and wrong secrets count against the address; a right secret that is refused is no guess and does not.
   */
  async authenticate(text: string, address: string): Promise<Result<ApiCaller, KeyRefusal>> {
    const parts = readKeyText(text);
    if (!parts) return err({ reason: 'malformed' });
    const retryAfterSeconds = await this.#throttle.wait(parts.keyId, address);
    if (retryAfterSeconds !== undefined) return err({ reason: 'wait', retryAfterSeconds });
    const record = await this.#deps.repositories.apiKeys.byId(parts.keyId);
    if (!record || !isSecret(parts.secret, record.secretHash)) {
      await this.#throttle.failed(parts.keyId, address);
      return err({ reason: 'unknown' });
    }
    const nowMs = this.#deps.hostMs();
    if (record.revokedAtMs !== null) return err({ reason: 'revoked' });
    if (isPast(record.expiresAtMs, nowMs)) return err({ reason: 'expired' });
    if (!isInAddressList(address, record.addresses)) return err({ reason: 'address' });
    const caller = await this.#callerOf(record, nowMs);
    if (!caller) return err({ reason: 'user' });
    await this.#storeUse(record, nowMs, address);
    return ok(caller);
  }

  /** Which of these keys are neither revoked, nor rotated, nor expired; for connections that stay open, whose keys were accepted before. */
  async standing(texts: readonly string[]): Promise<ReadonlySet<string>> {
    const parts = texts.map((text) => ({ text, ...readKeyText(text) }));
    const keyIds = [...new Set(parts.flatMap(({ keyId }) => keyId ?? []))];
    const hashes = await this.#deps.repositories.apiKeys.standingHashes(keyIds, this.#deps.hostMs());
    return new Set(
      parts
        .filter(({ keyId, secret }) => {
          const hash = keyId === undefined ? undefined : hashes.get(keyId);
          return hash !== undefined && secret !== undefined && isSecret(secret, hash);
        })
        .map(({ text }) => text),
    );
  }

  /** The hashes of those of the keys that are neither revoked nor expired, by key id. */
  standingHashes(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#deps.repositories.apiKeys.standingHashes(keyIds, this.#deps.hostMs());
  }

  /** The caller of an earlier request, with its rights of this moment; undefined once the key was revoked or rotated, has expired, or its user may no longer use it. */
  async standingCaller({
    keyId,
    secretHash,
  }: Pick<ApiCaller, 'keyId' | 'secretHash'>): Promise<ApiCaller | undefined> {
    const record = await this.#deps.repositories.apiKeys.byId(keyId);
    const nowMs = this.#deps.hostMs();
    const isStanding =
      record?.secretHash === secretHash && record.revokedAtMs === null && !isPast(record.expiresAtMs, nowMs);
    return isStanding ? this.#callerOf(record, nowMs) : undefined;
  }

  /** The name of a key of the user; undefined for one that was removed from the list. */
  async nameOf(userId: string, keyId: string): Promise<string | undefined> {
    const record = await this.#deps.repositories.apiKeys.byId(keyId);
    return record?.userId === userId ? record.name : undefined;
  }

  /** Begins an entry of the audit trail about a key; the returned function stores how it ended. */
  async audit(
    user: Pick<KeyOwner, 'userName' | 'address'>,
    command: string,
  ): Promise<(outcome: AuditOutcome) => Promise<void>> {
    const { audit } = this.#deps.repositories;
    const entry: AuditEntry = { ...this.#auditEntry(user, command), outcome: 'unfinished' };
    await audit.add(entry);
    return (outcome) => audit.setOutcome(entry.entryId, outcome);
  }

  async #callerOf(record: ApiKeyRecord, nowMs: number): Promise<ApiCaller | undefined> {
    const { users, accounts } = this.#deps.repositories;
    const user = await users.byId(record.userId);
    if (!user || user.isDemo || user.permissionMask === 0 || !isUsable(user, nowMs)) return undefined;
    const held = await accounts.ofUser(record.userId);
    return {
      keyId: record.keyId,
      keyName: record.name,
      secretHash: record.secretHash,
      expiresAtMs: record.expiresAtMs,
      scopes: record.scopes,
      userId: record.userId,
      permissionMask: user.permissionMask,
      accounts: held.filter(
        ({ account }) => record.accounts.length === 0 || record.accounts.includes(account),
      ),
    };
  }

  async #storeUse({ keyId, used }: ApiKeyRecord, nowMs: number, address: string): Promise<void> {
    const isRecent =
      used !== null &&
      used.address === address &&
      nowMs - used.atMs < USE_STORED_EVERY_MS &&
      used.atMs <= nowMs;
    if (!isRecent) await this.#deps.repositories.apiKeys.use(keyId, { atMs: nowMs, address });
  }

  #present(owner: KeyOwner, given: Pick<PresentUser, 'password' | 'code'>) {
    return this.#deps.identity.confirmPresence(owner.userId, { ...given, address: owner.address });
  }

  /** What of a new key cannot be chosen. */
  async #problemOf(owner: KeyOwner, wanted: NewApiKey): Promise<KeyChangeRefusal | undefined> {
    if (owner.isDemo) return { reason: 'demo' };
    if (isPast(wanted.expiresAtMs, this.#deps.hostMs())) return { reason: 'past' };
    const address = wanted.addresses.find((range) => !isProxyRange(range));
    if (address !== undefined) return { reason: 'address', value: address };
    const held = await this.#deps.repositories.accounts.ofUser(owner.userId);
    const foreign = wanted.accounts.find((account) => held.every((each) => each.account !== account));
    return foreign === undefined ? undefined : { reason: 'account', value: foreign };
  }

  #auditEntry({ userName, address }: Pick<KeyOwner, 'userName' | 'address'>, command: string): AuditEntry {
    return {
      entryId: randomUUID(),
      atMs: this.#deps.hostMs(),
      actor: `${userName} from ${address}`,
      command,
      outcome: 'done',
    };
  }
}

const isPast = (expiresAtMs: number | null, nowMs: number): boolean =>
  expiresAtMs !== null && expiresAtMs <= nowMs;
