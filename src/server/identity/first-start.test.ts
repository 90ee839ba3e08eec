import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { EMPTY_PROFILE } from './demo-user.ts';
import { ensureFirstUser } from './first-start.ts';
import { IdentityWorld } from './testing/identity-world.ts';

let world: IdentityWorld;
beforeEach(async () => {
  world = await IdentityWorld.open();
});
afterEach(() => world.close());

describe('the first start', () => {
  beforeEach(async () => {
    await world.repositories.users.remove('u-1');
    await world.repositories.users.remove('u-2');
  });

  it('makes the trader with a demo and a live account, once', async () => {
    const first = await ensureFirstUser(world.storage);
    expect(first?.userName).toBe('trader');
    const grant = await world.login('trader', first?.password);
    if (!grant.ok) throw new Error('the first user cannot sign in');
    expect(grant.value.principal.permissionMask).toBe(ALL_PERMISSIONS | ADMINISTRATOR);
    expect(await world.repositories.accounts.all()).toMatchObject([
      { account: 'DEMO-1001', isLive: false, isDefault: true, openingCashE4: 1_000_000_000 },
      { account: 'LIVE-1001', isLive: true, isDefault: false, openingCashE4: 1_000_000_000 },
    ]);
    expect(await ensureFirstUser(world.storage)).toBeUndefined();
  });

  it('cut short is done again', async () => {
    const failing = {
      ...world.repositories,
      accounts: { ...world.repositories.accounts, create: () => Promise.reject(new Error('power cut')) },
    };
    await expect(ensureFirstUser({ repositories: failing })).rejects.toThrow('power cut');
    const again = await ensureFirstUser(world.storage);
    expect((await world.login('trader', again?.password)).ok).toBe(true);
    expect((await world.repositories.accounts.all()).length).toBe(2);
  });

  it('leaves an installation alone whose users the admin made first', async () => {
    await world.repositories.users.create({
      userId: 'u-9',
      userName: 'trader',
      passwordHash: 'x',
      permissionMask: 1,
      isDemo: false,
      isDisabled: false,
      expiresAtMs: null,
      isOneMachine: false,
      profile: EMPTY_PROFILE,
    });
    expect(await ensureFirstUser(world.storage)).toBeUndefined();
    expect((await world.repositories.users.all()).map((user) => user.userId)).toEqual(['u-9']);
  });
});
