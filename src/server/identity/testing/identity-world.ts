import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import { openRepositories, type OpenRepositories } from '../../storage/open-repositories.ts';
import type { AccountRecord, Repositories, UserRecord } from '../../storage/repositories.ts';
import { createIdentity, type IdentityOptions, type IdentityService } from '../create-identity.ts';
import { EMPTY_PROFILE } from '../demo-user.ts';
import type { Grant } from '../identity.ts';
import { hashPassword } from '../passwords.ts';
import { LIGHT_COST } from './light-cost.ts';

/** The password of all users. */
export const PASSWORD = 'ein-gutes-Passwort';
/** An identity service over a database of its own, with the users ann (`u-1`) and bob (`u-2`) and a clock that stands. */
export class IdentityWorld {
  readonly folder: string;
  readonly storage: OpenRepositories;
  readonly repositories: Repositories;
  /** Host time, UTC ms. */
  nowMs = Date.UTC(2026, 10, 21, 15);
  readonly clock = { hostMs: () => this.nowMs, exchangeMs: () => this.nowMs };
  identity: IdentityService;
  /** Sessions that have ended since the last `start`: id and cause. */
  ended: [string, string][] = [];

  private constructor(folder: string, storage: OpenRepositories) {
    this.folder = folder;
    this.storage = storage;
    this.repositories = storage.repositories;
    this.identity = this.start();
  }

  /** On SQLite, or on the PostgreSQL database of a connection string. */
  static async open(databaseUrl?: string): Promise<IdentityWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'tapedeck-identity-'));
    const world = new IdentityWorld(folder, await openRepositories({ dataFolder: folder, databaseUrl }));
    await world.#addUsers();
    return world;
  }

  /** A service with other options, as after a restart of the server. */
  start(options: Partial<IdentityOptions> = {}): IdentityService {
    // The first one is made by the constructor.
    (this.identity as IdentityService | undefined)?.close();
    this.identity = createIdentity({ repositories: this.repositories, clock: this.clock, ...options });
    this.ended = [];
    this.identity.onSessionEnded((sessionId, why) => this.ended.push([sessionId, why]));
    return this.identity;
  }

  login(userName = 'ann', password = PASSWORD, address = '10.0.0.1') {
    return this.identity.login({ userName, password, address });
  }

  async signedIn(): Promise<Grant> {
    const result = await this.login();
    if (!result.ok) throw new Error(`sign-in failed: ${result.error.failure}`);
    return result.value;
  }

  async demo(): Promise<Grant> {
    const result = await this.identity.startDemo('10.0.0.1');
    if (!result.ok) throw new Error(`demo failed: ${result.error.failure}`);
    return result.value;
  }

  async close(): Promise<void> {
    this.identity.close();
    await this.storage.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Ann has the accounts DEMO-1 and LIVE-1, bob has DEMO-2. */
  async #addUsers(): Promise<void> {
    const { users, accounts } = this.repositories;
    const user: UserRecord = {
      userId: 'u-1',
      userName: 'ann',
      passwordHash: await hashPassword(PASSWORD, LIGHT_COST),
      permissionMask: ALL_PERMISSIONS,
      isDemo: false,
      isDisabled: false,
      expiresAtMs: null,
      isOneMachine: false,
      profile: { ...EMPTY_PROFILE, firstName: 'Ann' },
    };
    await users.create(user);
    await users.create({ ...user, userId: 'u-2', userName: 'bob' });
    const account: AccountRecord = {
      account: 'DEMO-1',
      userId: 'u-1',
      isLive: false,
      isLocked: false,
      openingCashE4: 0,
      cashVersion: 1,
      isDefault: true,
    };
    await accounts.create(account);
    await accounts.create({ ...account, account: 'LIVE-1', isLive: true, isDefault: false });
    await accounts.create({ ...account, account: 'DEMO-2', userId: 'u-2' });
  }
}
