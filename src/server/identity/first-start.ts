import { randomUUID } from 'node:crypto';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../domain/permissions.ts';
import type { Repositories } from '../storage/repositories.ts';
import { EMPTY_PROFILE, OPENING_CASH_E4 } from './demo-user.ts';
import { generatePassword, hashPassword } from './passwords.ts';

const MARKER = 'first-start';
const FIRST_USER = 'trader';

/**
 * On the first start makes the user `trader` with a demo and a live-flagged paper account, and returns its password: the
 * only time it is known. Undefined on every later start. A start cut short in the middle is done again.
 */
export async function ensureFirstUser({
  repositories,
}: {
  readonly repositories: Repositories;
}): Promise<{ userName: string; password: string } | undefined> {
  const { system, users, accounts } = repositories;
  const marker = await system.get(MARKER);
  if (marker === 'done') return undefined;
  if (marker === undefined) {
    if ((await users.all()).some((user) => !user.isDemo)) {
      await system.set(MARKER, 'done');
      return undefined;
    }
    await system.set(MARKER, 'begun');
  }
  const leftOver = await users.byName(FIRST_USER);
  if (leftOver) await users.remove(leftOver.userId);

  const userId = randomUUID();
  const password = generatePassword();
  await users.create({
    userId,
    userName: FIRST_USER,
    passwordHash: await hashPassword(password),
    permissionMask: ALL_PERMISSIONS | ADMINISTRATOR,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  });
  const account = { userId, isLocked: false, openingCashE4: OPENING_CASH_E4, cashVersion: 1 };
  await accounts.create({ ...account, account: 'DEMO-1001', isLive: false, isDefault: true });
  await accounts.create({ ...account, account: 'LIVE-1001', isLive: true, isDefault: false });
  await system.set(MARKER, 'done');
  return { userName: FIRST_USER, password };
}
