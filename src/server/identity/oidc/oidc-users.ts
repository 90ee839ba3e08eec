import { randomUUID } from 'node:crypto';
import { ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import type { Clock } from '../../clock.ts';
import type { AuditEntry } from '../../storage/audit-store.ts';
import type { AccountRecord, OidcSubject, Repositories, UserRecord } from '../../storage/repositories.ts';
import { EMPTY_PROFILE, OPENING_CASH_E4, randomCode } from '../demo-user.ts';
import { generatePassword, hashPassword } from '../passwords.ts';
import { isUserName } from '../user-name.ts';
import type { OidcConfig } from './oidc-config.ts';
import type { OidcProfile } from './oidc-provider.ts';

/** A number is appended to a user name that is taken; above this one a random name is used. */
const MAX_NAME_NUMBER = 20;
const CODE_CHARS = 10;

export interface OidcUsersDeps {
  readonly config: OidcConfig;
  readonly repositories: Pick<Repositories, 'oidcIdentities' | 'users'>;
  readonly clock: Clock;
  /** Called for the account of a new user, before its owner can select it: fund it here. */
  readonly onAccountMade: ((account: AccountRecord) => Promise<void>) | undefined;
  readonly log: (line: string) => void;
}

/** Links subjects of the provider to users: existing ones, or new ones. Either is off unless the administrator has turned it on. */
export class OidcUsers {
  readonly #deps: OidcUsersDeps;

  constructor(deps: OidcUsersDeps) {
    this.#deps = deps;
  }

  /** Whether a subject without a link can get one by signing in. */
  get canLink(): boolean {
    return this.#deps.config.linksByEmail || this.#deps.config.createsUsers;
  }

  async isLinked(subject: OidcSubject): Promise<boolean> {
    return (await this.#deps.repositories.oidcIdentities.userIdOf(subject)) !== undefined;
  }

  /** Links a subject to the user with its verified mail address, or to a new user. False when neither is permitted or possible. */
  async linkAtFirstSignIn(subject: OidcSubject, profile: OidcProfile, address: string): Promise<boolean> {
    const { linksByEmail, createsUsers } = this.#deps.config;
    const known = linksByEmail ? await this.#userOfMail(profile.verifiedEmail) : undefined;
    if (known) return this.#link(known, subject, address);
    return createsUsers && (await this.#create(subject, profile, address));
  }

  /**
   * The only user who has confirmed this mail address with a code. The address of the contact data does not count, since users may enter any.
   */
  async #userOfMail(mailAddress: string | undefined): Promise<UserRecord | undefined> {
    // PostgreSQL refuses texts with a NUL character.
    if (mailAddress === undefined || mailAddress.includes('\0')) return undefined;
    const { oidcIdentities, users } = this.#deps.repositories;
    const [userId, ...others] = await oidcIdentities.usersWithConfirmedAddress(mailAddress);
    if (userId === undefined) return undefined;
    if (others.length > 0) {
      this.#deps.log('A sign-in was linked to no user: several users have confirmed its mail address.');
      return undefined;
    }
    const user = await users.byId(userId);
    return user?.isDemo ? undefined : user;
  }

  async #link(user: UserRecord, subject: OidcSubject, address: string): Promise<boolean> {
    const { oidcIdentities } = this.#deps.repositories;
    const link = { ...subject, userId: user.userId, linkedAtMs: this.#deps.clock.hostMs() };
    const audit = this.#entry(address, `link ${user.userName} to ${subject.issuer} by verified mail address`);
    // False: a concurrent sign-in has linked the subject.
    return (await oidcIdentities.link(link, audit)) || this.isLinked(subject);
  }

  async #create(subject: OidcSubject, profile: OidcProfile, address: string): Promise<boolean> {
    // Random, and shown nowhere: with it, a wrong password takes as long as that of other users. A reset link sets another.
    const passwordHash = await hashPassword(generatePassword());
    for (const userName of namesFor(profile)) {
      const { user, account } = newUser(userName, passwordHash);
      const link = { ...subject, userId: user.userId, linkedAtMs: this.#deps.clock.hostMs() };
      const outcome = await this.#deps.repositories.oidcIdentities.createLinkedUser(
        { user, account, link },
        this.#entry(address, `create ${userName} for a first sign-in from ${subject.issuer}`),
      );
      if (outcome === 'name') continue;
      if (outcome === 'made') await this.#deps.onAccountMade?.(account);
      return true;
    }
    return false;
  }

  #entry(address: string, command: string): AuditEntry {
    return {
      entryId: randomUUID(),
      atMs: this.#deps.clock.hostMs(),
      actor: `a client at ${address}`,
      command,
      outcome: 'done',
    };
  }
}

function newUser(userName: string, passwordHash: string): { user: UserRecord; account: AccountRecord } {
  const userId = randomUUID();
  return {
    user: {
      userId,
      userName,
      passwordHash,
      permissionMask: ALL_PERMISSIONS,
      isDemo: false,
      isDisabled: false,
      expiresAtMs: null,
      isOneMachine: false,
      profile: EMPTY_PROFILE,
    },
    account: {
      account: `DEMO-${randomCode(CODE_CHARS)}`,
      userId,
      isLive: false,
      isLocked: false,
      openingCashE4: OPENING_CASH_E4,
      cashVersion: 1,
      isDefault: true,
    },
  };
}

/** User names to try, the best first. Names of demo users are not among them. */
function* namesFor({ preferredName, verifiedEmail }: OidcProfile): Generator<string> {
  const isFree = (name: string): boolean => isUserName(name) && !/^demo-/i.test(name);
  const base = [preferredName, verifiedEmail].find((name) => name !== undefined && isFree(name));
  if (base !== undefined) {
    yield base;
    for (let number = 2; number <= MAX_NAME_NUMBER; number += 1) {
      const numbered = `${base}-${number}`;
      if (isUserName(numbered)) yield numbered;
    }
  }
  yield `user-${randomCode(CODE_CHARS)}`;
}
