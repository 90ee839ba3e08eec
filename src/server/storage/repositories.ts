/** What the server keeps, as interfaces; implemented once over Kysely for SQLite and Postgres. Times are UTC ms of the host. */

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
  readonly profile: UserProfile;
}

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

export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  readonly isDemo: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
}

export interface SettingsRecord {
  readonly userId: string;
  /** JSON texts as the browser sent them; validated there against their own schema versions. */
  readonly workspace: string;
  readonly settings: string;
  readonly page: string;
  /** Rises by one at every store. */
  readonly revision: number;
}

export interface Users {
  create(user: UserRecord): Promise<void>;
  byId(userId: string): Promise<UserRecord | undefined>;
  byName(userName: string): Promise<UserRecord | undefined>;
  update(userId: string, change: Partial<Omit<UserRecord, 'userId'>>): Promise<void>;
  all(): Promise<UserRecord[]>;
  remove(userId: string): Promise<void>;
}

export interface Accounts {
  create(account: AccountRecord): Promise<void>;
  byId(account: string): Promise<AccountRecord | undefined>;
  ofUser(userId: string): Promise<AccountRecord[]>;
  update(account: string, change: Partial<Omit<AccountRecord, 'account' | 'userId'>>): Promise<void>;
  all(): Promise<AccountRecord[]>;
}

export interface Sessions {
  create(session: SessionRecord): Promise<void>;
  byId(sessionId: string): Promise<SessionRecord | undefined>;
  extend(sessionId: string, expiresAtMs: number): Promise<void>;
  revoke(sessionId: string, revokedAtMs: number): Promise<void>;
  /** Ends every standing session of a user; returns how many. */
  revokeOfUser(userId: string, revokedAtMs: number): Promise<number>;
  removeExpired(beforeMs: number): Promise<number>;
}

export interface StoredSettings {
  load(userId: string): Promise<SettingsRecord | undefined>;
  /** Returns the new revision. */
  store(userId: string, change: { workspace: string; settings: string; page: string }): Promise<number>;
}

/** Small facts of the installation: the token signing key, the market seed, first-start marker. */
export interface SystemValues {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

export interface Repositories {
  readonly users: Users;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly settings: StoredSettings;
  readonly system: SystemValues;
}

export interface JournalRecord {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** JSON text of the event. */
  readonly payload: string;
}

/** The append-only order journal. When `append` resolves, its records survive power loss. */
export interface Journal {
  /** Records must continue the sequence. Calls made while a commit runs share the next commit. Rejects, once and for all, when the disk fails. */
  append(records: readonly JournalRecord[]): Promise<void>;
  /** Ascending from `fromSeq`, in batches. */
  read(fromSeq: number): AsyncIterable<readonly JournalRecord[]>;
  lastSeq(): Promise<number>;
  close(): Promise<void>;
}

export interface Storage {
  readonly repositories: Repositories;
  readonly journal: Journal;
  /** True while the database answers. */
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
}
