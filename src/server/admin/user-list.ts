import type { Repositories } from '../storage/repositories.ts';

/** A user as administrators see it; demo users are not listed. */
export interface ListedUser {
  readonly userId: string;
  readonly userName: string;
  readonly isDisabled: boolean;
  /** Host UTC ms; null = never. */
  readonly expiresAtMs: number | null;
  readonly isOneMachine: boolean;
  readonly hasSecondFactor: boolean;
  readonly passkeyCount: number;
  /** Whether the user signs in with OpenID Connect. */
  readonly isLinked: boolean;
  readonly permissionMask: number;
  /** Names of the accounts. */
  readonly accounts: readonly string[];
}

/** All users but those of demo sessions, by name. */
export async function listUsers({
  users,
  accounts,
  secondFactors,
  passkeys,
  oidcIdentities,
}: Pick<Repositories, 'users' | 'accounts' | 'secondFactors' | 'passkeys' | 'oidcIdentities'>): Promise<
  ListedUser[]
> {
  const [records, withFactor, passkeyCounts, linked, accountsOf] = await Promise.all([
    users.all(),
    secondFactors.userIds(),
    passkeys.counts(),
    oidcIdentities.userIds(),
    accounts.all().then((all) => Map.groupBy(all, ({ userId }) => userId)),
  ]);
  return records
    .filter((user) => !user.isDemo)
    .map(({ userId, userName, isDisabled, expiresAtMs, isOneMachine, permissionMask }) => ({
      userId,
      userName,
      isDisabled,
      expiresAtMs,
      isOneMachine,
      hasSecondFactor: withFactor.has(userId),
      isLinked: linked.has(userId),
      passkeyCount: passkeyCounts.get(userId) ?? 0,
      permissionMask,
      accounts: (accountsOf.get(userId) ?? []).map(({ account }) => account),
    }));
}
