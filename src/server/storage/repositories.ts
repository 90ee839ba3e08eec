/** What the server keeps, as interfaces; implemented once over Kysely for SQLite and Postgres. Times are UTC ms of the host. */

import type { AlertStore } from './alert-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { AuditEntry, AuditStore } from './audit-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { DocumentStore } from './document-store.ts';
import type { JournalArchive } from './journal-archive/journal-archive.ts';
import type { DocumentSplitStore } from './document-splits.ts';
import type { DocumentVersions, Writer } from './document-versions.ts';
import type { ExternalBrokerStore } from './external-broker-store.ts';
import type { PasskeyStore } from './passkey-store.ts';
import type { ResetLinkStore } from './reset-link-store.ts';
import type { RetentionStore } from './retention-store.ts';
import type { TradeSnapshots } from './trade-snapshots.ts';
import type { RiskStore } from './risk-store.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import type { StrategyStore } from './strategy-store.ts';

/** A user. `permissionMask` is a sum of bits of `domain/permissions.ts`. */
export interface UserRecord {
  readonly userId: string;
  /** Unique, compared case-insensitively. */
  readonly userName: string;
  /** PHC-style argon2id string; never a plain password. */
  readonly passwordHash: string;
  readonly permissionMask: number;
  readonly isDemo: boolean;
  readonly isDisabled: boolean;
  /** null = never. */
  readonly expiresAtMs: number | null;
  /** Only one machine at a time may be signed in as this user. */
  readonly isOneMachine: boolean;
  readonly profile: UserProfile;
}

/** Contact data that a user enters; empty texts for what is missing. */
export interface UserProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly mobilePhone: string;
  readonly email: string;
  readonly address: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

/** An account of a user. Positions and cash after trading are in the order journal, not here. */
export interface AccountRecord {
  readonly account: string;
  readonly userId: string;
  readonly isLive: boolean;
  readonly isLocked: boolean;
  /** Cash the account was opened with or was set to by the admin command, E4; trading moves cash in the journal's projection. */
  readonly openingCashE4: number;
  /** Rises by one whenever the admin command sets the cash; the order core applies each version once. */
  readonly cashVersion: number;
  readonly isDefault: boolean;
}

/** A session, from its sign-in to its end. `revokedAtMs` is null while nobody has ended it. */
export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  readonly isDemo: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
  /** Unknown of sessions that began before this was kept. */
  readonly seen?: Sighting | undefined;
}

/** Time of a session's last activity, with the client's address and user agent. */
export interface Sighting {
  readonly atMs: number;
  readonly address: string;
  /** As the program called itself; empty when it did not. */
  readonly userAgent: string;
}

/** Workspaces and settings of a user as they are stored. */
export interface SettingsRecord {
  readonly userId: string;
  /** JSON texts as the browser sent them; validated there against their own schema versions. */
  readonly workspace: string;
  readonly settings: string;
  readonly page: string;
  /** Rises by one at every store. */
  readonly revision: number;
}

/** The users of the installation. User names are compared without case; a name that is taken rejects. */
export interface Users {
  create(user: UserRecord): Promise<void>;
  byId(userId: string): Promise<UserRecord | undefined>;
  byName(userName: string): Promise<UserRecord | undefined>;
  update(userId: string, change: Partial<Omit<UserRecord, 'userId'>>): Promise<void>;
  /** Sets a new password hash while the old one still stands; false when another change came first. */
  replacePassword(userId: string, oldHash: string, newHash: string): Promise<boolean>;
  all(): Promise<UserRecord[]>;
  /** Permission masks by user id. */
  permissionMasks(): Promise<ReadonlyMap<string, number>>;
  remove(userId: string): Promise<void>;
}

/** The accounts of all users. */
export interface Accounts {
  create(account: AccountRecord): Promise<void>;
  byId(account: string): Promise<AccountRecord | undefined>;
  ofUser(userId: string): Promise<AccountRecord[]>;
  update(account: string, change: Partial<Omit<AccountRecord, 'account' | 'userId'>>): Promise<void>;
  all(): Promise<AccountRecord[]>;
}

/** The sessions of all users. Expired and revoked ones stay until `removeExpired` deletes those that ended before a time. */
export interface Sessions {
  create(session: SessionRecord): Promise<void>;
  byId(sessionId: string): Promise<SessionRecord | undefined>;
  /** Sessions of a user that are neither over at `nowMs` nor revoked. */
  standingOf(userId: string, nowMs: number): Promise<SessionRecord[]>;
  /** Sessions of all users that are neither over at `nowMs` nor revoked, at most `limit`, the newest sign-ins first. */
  standing(nowMs: number, limit: number): Promise<SessionRecord[]>;
  /** With a sighting, keeps that as well. */
  extend(sessionId: string, expiresAtMs: number, seen?: Sighting): Promise<void>;
  /** Sets the times of last activity of several sessions in one transaction; an earlier time changes nothing. */
  touch(seenAtMs: ReadonlyMap<string, number>): Promise<void>;
  revoke(sessionId: string, revokedAtMs: number): Promise<void>;
  /** Ends every standing session of a user; returns how many. */
  revokeOfUser(userId: string, revokedAtMs: number): Promise<number>;
  removeExpired(beforeMs: number): Promise<number>;
}

/** Workspaces and settings of users, one row each. */
export interface StoredSettings {
  load(userId: string): Promise<SettingsRecord | undefined>;
  /** Stored workspaces (JSON texts) of all users that mention a text. */
  workspacesWith(text: string): Promise<{ readonly userId: string; readonly workspace: string }[]>;
  /** Returns the new revision. */
  store(userId: string, change: SettingsTexts): Promise<number>;
  /** Stores over a revision (0 = nothing stored yet) in one step of the database; undefined when it is no longer the stored one. */
  storeOver(userId: string, baseRevision: number, change: SettingsTexts): Promise<number | undefined>;
}

/** Earlier workspaces of users, at most one begun in a millisecond. */
export interface WorkspaceVersions {
  /** The versions of a user without their bodies, the oldest first. */
  list(userId: string): Promise<
    readonly {
      readonly startedMs: number;
      readonly savedMs: number;
      readonly userAgent: string;
      readonly storedChars: number;
    }[]
  >;
  body(userId: string, startedMs: number): Promise<string | undefined>;
  /** Adds a version, or replaces the one begun at that time. */
  put(
    userId: string,
    version: {
      readonly startedMs: number;
      readonly savedMs: number;
      readonly userAgent: string;
      readonly body: string;
    },
  ): Promise<void>;
  /** Removes those begun at these times. */
  remove(userId: string, startedMs: readonly number[]): Promise<void>;
}

/** What a client stores of a user. Workspaces and settings are JSON texts; `page` is the path of the page that was open. */
export interface SettingsTexts {
  readonly workspace: string;
  readonly settings: string;
  readonly page: string;
}

/** Through whom a user's orders go. */
export interface TradingApiRecord {
  readonly api: string;
  /** JSON text of what that service needs to know; null when it needs nothing. */
  readonly data: string | null;
}

/** The trading service that each user has chosen; undefined for a user without a choice. */
export interface TradingApis {
  byUser(userId: string): Promise<TradingApiRecord | undefined>;
  /** Chooses the service; what is stored for it stays. */
  choose(userId: string, api: string): Promise<void>;
  setData(userId: string, data: string | null): Promise<void>;
}

/** A save of a tool, without its data. */
export interface SavedItemRecord {
  readonly id: number;
  readonly toolType: string;
  readonly name: string;
}

/** Outcome of a save: the stored item, or why nothing was stored. `full` means that the user has as many as allowed, `too-large` that all together are too long. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly item: SavedItemRecord }
  | { readonly kind: 'name-taken' | 'not-found' | 'full' | 'too-large' };

/** Saved lists, filters and alerts. Users see only their own. */
export interface SavedItems {
  /** By name. */
  ofTool(userId: string, toolType: string): Promise<SavedItemRecord[]>;
  /** By tool type and name. */
  ofUser(userId: string): Promise<SavedItemRecord[]>;
  /** JSON text. */
  data(userId: string, id: number): Promise<string | undefined>;
  /** A new save, or with `id` another name and data for one of the same tool. Names are unique in a tool, whatever their case; a user has at most `maxItems`. */
  save(
    userId: string,
    item: {
      readonly toolType: string;
      readonly name: string;
      readonly data: string;
      readonly id?: number | undefined;
    },
    maxItems: number,
    writer: Writer,
  ): Promise<SaveOutcome>;
  /** False when there is no such save. */
  remove(userId: string, id: number, writer: Writer): Promise<boolean>;
}

/** Small facts of the installation: the token signing key, the market seed, first-start marker. */
export interface SystemValues {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** System values that several processes may change: the server and commands of an administrator. */
export interface SharedSystemValues extends SystemValues {
  /** Stores a value only over the one that was read, undefined for none. False when it is another one by now. */
  replace(name: string, seen: string | undefined, value: string): Promise<boolean>;
}

/** A user of a provider of OpenID Connect. */
export interface OidcSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** A link between a subject and a user. `linkedAtMs` is host UTC ms. */
export interface OidcLink extends OidcSubject {
  readonly userId: string;
  readonly linkedAtMs: number;
}

/** A user that a first sign-in makes. */
export interface NewOidcUser {
  readonly user: UserRecord;
  readonly account: AccountRecord;
  readonly link: OidcLink;
}

/** The identities with which users sign in by OpenID Connect. A subject belongs to at most one user; a user may have several. */
export interface OidcIdentities {
  /** The id of the user to whom a subject is linked. */
  userIdOf(subject: OidcSubject): Promise<string | undefined>;
  /** Links a subject and adds the audit entry, in one transaction. False when the subject is linked already. */
  link(link: OidcLink, audit?: AuditEntry): Promise<boolean>;
  /**
   * Makes a user with an account and a link, and adds the audit entry, in one transaction: all of it or nothing. `name`: the user name is
   * taken; `linked`: the subject is linked already.
   */
  createLinkedUser(made: NewOidcUser, audit: AuditEntry): Promise<'made' | 'name' | 'linked'>;
  /** Stores the time of a sign-in; false when the link is gone. */
  use(subject: OidcSubject, nowMs: number): Promise<boolean>;
  /** Removes all links of a user; returns how many. */
  removeOfUser(userId: string): Promise<number>;
  /** Ids of the users who are linked. */
  userIds(): Promise<ReadonlySet<string>>;
  /** Ids of the users who have confirmed this mail address with a code; upper and lower case are the same. */
  usersWithConfirmedAddress(mailAddress: string): Promise<readonly string[]>;
}

/** Everything that is stored apart from the order journal. */
export interface Repositories {
  readonly users: Users;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly settings: StoredSettings;
  readonly workspaceVersions: WorkspaceVersions;
  readonly savedItems: SavedItems;
  readonly tradingApis: TradingApis;
  readonly externalBroker: ExternalBrokerStore;
  readonly alerts: AlertStore;
  readonly documents: DocumentStore;
  readonly documentVersions: DocumentVersions;
  readonly documentSplits: DocumentSplitStore;
  readonly deliveries: DeliveryStore;
  readonly risk: RiskStore;
  readonly audit: AuditStore;
  readonly resetLinks: ResetLinkStore;
  readonly secondFactors: SecondFactorStore;
  readonly passkeys: PasskeyStore;
  readonly apiKeys: ApiKeyStore;
  readonly oidcIdentities: OidcIdentities;
  readonly strategies: StrategyStore;
  readonly tradeSnapshots: TradeSnapshots;
  readonly retention: RetentionStore;
  readonly system: SharedSystemValues;
}

/** A record of the order journal. */
export interface JournalRecord {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** JSON text of the event. */
  readonly payload: string;
  /** Account whose history it belongs to; left out by what belongs to none, and by records that are read. */
  readonly account?: string;
}

/** Reading a journal piece by piece. Every record is checked as it is read. */
export interface JournalReader {
  /** Records from `fromSeq` on, at most `limit`; empty at the end. */
  batch(fromSeq: number, limit: number): Promise<readonly JournalRecord[]>;
  /** Records of one account ('' = of none) from `fromSeq` to `toSeq`, both included, at most `limit`. */
  accountBatch(
    account: string,
    range: { readonly fromSeq: number; readonly toSeq: number },
    limit: number,
  ): Promise<readonly JournalRecord[]>;
  /** Rejects unless the journal has so many records of the account up to a record: a damaged index could leave some out. */
  expectAccountRecords(account: string, toSeq: number, count: number): Promise<void>;
  /** The checksum of a record, which stands for all records before it too; undefined when there is no such record. */
  checksumOf(seq: number): Promise<number | undefined>;
}

/** The append-only order journal. When `append` resolves, its records survive power loss. */
export interface Journal extends JournalReader {
  /** Records must continue the sequence. Calls made while a commit runs share the next commit. After a failure every call rejects until `recover` has resolved. */
  append(records: readonly JournalRecord[]): Promise<void>;
  /** One attempt to take records again after a failure. Then `lastSeq` and `read` show what is durable, and `append` continues from there. */
  recover(): Promise<void>;
  /** Ascending from `fromSeq`, in batches. */
  read(fromSeq: number): AsyncIterable<readonly JournalRecord[]>;
  lastSeq(): Promise<number>;
  close(): Promise<void>;
}

/** The storage of a running server. `close` resolves when the last commit is durable. */
export interface Storage {
  readonly repositories: Repositories;
  readonly journal: Journal;
  /** Takes the oldest records of the journal. */
  readonly archive: JournalArchive;
  /** True while the database answers. */
  isHealthy(): Promise<boolean>;
  /** How long the journal's commit under way has taken so far, ms; 0 between commits. */
  commitAgeMs(): number;
  close(): Promise<void>;
}
