import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAdminProgram } from '../support/admin-program.ts';
import type { TestServer, TestUser } from '../support/server.ts';
import {
  type Answer,
  closeOidcWorld,
  comeBack,
  configOf,
  connected,
  openOidcWorld,
  provider,
  signedIn,
  startOther,
  ticketOf,
  tidyOidcWorld,
} from './oidc-world.ts';

beforeAll(() => openOidcWorld());
afterEach(tidyOidcWorld);
afterAll(closeOidcWorld);

describe('a first sign-in', () => {
  /** A user with a mail address, confirmed or not. */
  async function userWithMail(at: TestServer, userName: string, isVerified: boolean): Promise<TestUser> {
    const user = await at.addUser(userName);
    await at.storage.repositories.deliveries.putChannel({
      userId: user.userId,
      channelId: isVerified ? 'mail' : 'mail-pending',
      kind: 'Mail',
      label: `${userName}@example.com`,
      sealedSecret: '',
      isVerified,
      createdAtMs: 1,
    });
    return user;
  }

  it('is linked by a mail address that provider and user have both confirmed, and by no other', async () => {
    const other = await startOther({ config: { oidc: { ...configOf(provider), linksByEmail: true } } });
    const user = await userWithMail(other, 'mailed', true);
    await userWithMail(other, 'unconfirmed', false);
    const signInAs = (subject: string, profile: Record<string, unknown>): Promise<Answer> => {
      provider.user.profile = profile;
      return comeBack(subject, other);
    };
    expect((await signInAs('m-1', { email: 'mailed@example.com' })).status).toBe(403);
    expect((await signInAs('m-1', { email: 'mailed@example.com', email_verified: false })).status).toBe(403);
    expect((await signInAs('m-2', { email: 'unconfirmed@example.com', email_verified: true })).status).toBe(
      403,
    );
    expect((await signInAs('m-3', { email: 'nobody@example.com', email_verified: true })).status).toBe(403);
    provider.user.profile = { email: 'Mailed@Example.com', email_verified: true };
    expect(await signedIn(await ticketOf('m-4', other), other)).toBe(user.userId);
    // Linked from now on, whatever the provider says of the address.
    provider.user.profile = {};
    expect(await signedIn(await ticketOf('m-4', other), other)).toBe(user.userId);
    const { output } = await runAdminProgram(other, ['audit']);
    expect(output).toMatch(
      /done +a client at 127\.0\.0\.1 {2}"?link mailed to http.*by verified mail address/,
    );
  });

  it('makes a user with an account where that is permitted, under a free name, and no second one later', async () => {
    const other = await startOther({ config: { oidc: { ...configOf(provider), createsUsers: true } } });
    await other.addUser('new.trader');
    provider.user.profile = { preferred_username: 'new.trader' };
    const madeId = await signedIn(await ticketOf('n-1', other), other);
    expect(await signedIn(await ticketOf('n-1', other), other)).toBe(madeId);
    const { users } = other.storage.repositories;
    expect((await users.byId(madeId))?.userName).toBe('new.trader-2');
    provider.user.profile = {
      preferred_username: 'not a name',
      email: 'ann@example.com',
      email_verified: true,
    };
    expect((await users.byId(await signedIn(await ticketOf('n-2', other), other)))?.userName).toBe(
      'ann@example.com',
    );
    provider.user.profile = {};
    expect((await users.byId(await signedIn(await ticketOf('n-3', other), other)))?.userName).toMatch(
      /^user-/,
    );
    const client = await connected(other);
    client.send('login', { UserId: 'new.trader-2', Password: 'anything at all' });
    expect(await client.next('loginFailure')).toEqual({ FailureType: 'WrongPassword' });
    client.close();
    const { output } = await runAdminProgram(other, ['audit']);
    expect(output).toContain('create new.trader-2 for a first sign-in from');
  });

  it('at two tabs at once makes one user', async () => {
    const other = await startOther({ config: { oidc: { ...configOf(provider), createsUsers: true } } });
    provider.user.profile = { preferred_username: 'twice' };
    const tickets = await Promise.all([ticketOf('t-1', other), ticketOf('t-1', other)]);
    const ids = await Promise.all(tickets.map((ticket) => signedIn(ticket, other)));
    expect(new Set(ids).size).toBe(1);
    const names = (await other.storage.repositories.users.all()).map(({ userName }) => userName);
    expect(names.filter((name) => name.startsWith('twice'))).toEqual(['twice']);
  });
});
