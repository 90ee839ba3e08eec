import { randomInt, randomUUID } from 'node:crypto';
import { ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { E4, type MoneyE4 } from '../../domain/money/price.ts';
import type { AccountRecord, Repositories, UserProfile, UserRecord } from '../storage/repositories.ts';

/** Paper money a new account starts with, E4. */
export const OPENING_CASH_E4: MoneyE4 = 100_000 * E4;

export const EMPTY_PROFILE: UserProfile = {
  firstName: '',
  lastName: '',
  phone: '',
  mobilePhone: '',
  email: '',
  address: '',
  addressLine2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
};

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code for the name of an account. Never reused, because the journal keeps the account after its user is removed. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A user for one demo session, with a paper account. It has no password, and goes when `expiresAtMs` (host) has passed. */
export async function createDemoUser(
  repositories: Repositories,
  expiresAtMs: number,
): Promise<{ user: UserRecord; account: AccountRecord }> {
  const code = randomCode(10);
  const user: UserRecord = {
    userId: randomUUID(),
    userName: `demo-${code}`,
    passwordHash: '',
    permissionMask: ALL_PERMISSIONS,
    isDemo: true,
    isDisabled: false,
    expiresAtMs,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  };
  const account: AccountRecord = {
    account: `DEMO-${code}`,
    userId: user.userId,
    isLive: false,
    isLocked: false,
    openingCashE4: OPENING_CASH_E4,
    cashVersion: 1,
    isDefault: true,
  };
  await repositories.users.create(user);
  await repositories.accounts.create(account);
  return { user, account };
}
