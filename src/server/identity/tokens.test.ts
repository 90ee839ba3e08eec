import { decodeJwt, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IdentityWorld, PASSWORD } from './testing/identity-world.ts';

const HOUR = 3_600_000;

let world: IdentityWorld;
beforeEach(async () => {
  world = await IdentityWorld.open();
});
afterEach(() => world.close());

describe('tokens', () => {
  it('accepts nothing that was not signed here for this purpose', async () => {
    const { jwt } = await world.signedIn();
    const [head, body, signature] = jwt.split('.');
    const forgedBody = Buffer.from(JSON.stringify({ ...decodeJwt(jwt), sub: 'u-2' })).toString('base64url');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`;
    const otherKey = await new SignJWT({ ...decodeJwt(jwt) })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new Uint8Array(32));
    const key = Buffer.from((await world.repositories.system.get('token-key')) ?? '', 'base64');
    expect(key.length).toBe(32);
    const otherPurpose = await new SignJWT({ ...decodeJwt(jwt), aud: 'another' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    const endless = await new SignJWT({
      sid: decodeJwt(jwt)['sid'],
      sub: 'u-1',
      iss: 'tapedeck',
      aud: 'tapedeck-workstation',
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    for (const bad of [
      '',
      'x',
      'a.b.c',
      `${head}.${forgedBody}.${signature}`,
      unsigned,
      otherKey,
      otherPurpose,
      endless,
    ])
      expect(await world.identity.verify(bad)).toBeUndefined();
    expect(await world.identity.verify(jwt)).toBeDefined();
  });

  it('outlive a restart of the server', async () => {
    const { jwt, principal } = await world.signedIn();
    world.start();
    expect(await world.identity.verify(jwt)).toEqual(principal);
    await world.identity.logout(principal.sessionId);
    expect(world.ended).toEqual([[principal.sessionId, 'logout']]);
  });

  it('are refused at once when the user is disabled, and carry the present permissions', async () => {
    const { jwt } = await world.signedIn();
    await world.repositories.users.update('u-1', { permissionMask: 16 });
    expect((await world.identity.verify(jwt))?.permissionMask).toBe(16);
    await world.repositories.users.update('u-1', { isDisabled: true });
    expect(await world.identity.verify(jwt)).toBeUndefined();
  });

  it('that slept past their time are good for a new one while their session stands, and for nothing else', async () => {
    const { principal } = await world.signedIn();
    const selected = await world.identity.selectAccount(principal, 'LIVE-1');
    if (!selected.ok) throw new Error('no account');
    world.nowMs += 11 * HOUR;
    world.start();
    const { jwt } = selected.value;
    expect(await world.identity.verify(jwt)).toBeUndefined();
    const overdue = await world.identity.verifyOverdue(jwt);
    expect(overdue).toMatchObject({ userId: 'u-1', sessionId: principal.sessionId, account: 'LIVE-1' });
    if (!overdue) return;
    const renewed = await world.identity.refresh(overdue);
    expect(await world.identity.verify(renewed?.jwt ?? '')).toMatchObject({
      userId: 'u-1',
      account: 'LIVE-1',
      sessionExpiresAtMs: world.nowMs + 12 * HOUR,
    });
    await world.repositories.accounts.update('LIVE-1', { isLocked: true });
    expect(await world.identity.refresh(overdue)).toBeUndefined();
  });

  it('that slept past their time are worth nothing once their session is over', async () => {
    const over = await world.signedIn();
    world.nowMs += 12 * HOUR - 1;
    expect(await world.identity.verifyOverdue(over.jwt)).toBeDefined();
    world.nowMs += 1;
    // Before the sweep has seen it, too.
    expect(await world.identity.verifyOverdue(over.jwt)).toBeUndefined();

    const loggedOut = await world.signedIn();
    const revoked = await world.signedIn();
    const other = await world.signedIn();
    world.nowMs += HOUR;
    await world.identity.logout(loggedOut.principal.sessionId);
    expect(await world.identity.verifyOverdue(loggedOut.jwt)).toBeUndefined();
    expect(
      await world.identity.changePassword(other.principal, {
        oldPassword: PASSWORD,
        newPassword: 'noch-ein-gutes-Passwort',
        address: '10.0.0.1',
      }),
    ).toBe('Success');
    expect(await world.identity.verifyOverdue(revoked.jwt)).toBeUndefined();
    expect(await world.identity.verifyOverdue(other.jwt)).toBeDefined();
    await world.repositories.users.update('u-1', { isDisabled: true });
    expect(await world.identity.verifyOverdue(other.jwt)).toBeUndefined();
    await world.repositories.users.update('u-1', { isDisabled: false });
    await world.repositories.sessions.revokeOfUser('u-1', world.nowMs);
    expect(await world.identity.verifyOverdue(other.jwt)).toBeUndefined();
  });

  it('that slept past their time are checked like others: signature, algorithm, issuer, audience, user and session', async () => {
    const { jwt } = await world.signedIn();
    world.nowMs += HOUR;
    const claims = decodeJwt(jwt);
    const [head, body, signature] = jwt.split('.');
    const key = Buffer.from((await world.repositories.system.get('token-key')) ?? '', 'base64');
    const signed = (change: object, by: Uint8Array = key): Promise<string> =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'HS256' }).sign(by);
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`;
    const endless = await new SignJWT({
      sid: claims['sid'],
      sub: 'u-1',
      iss: 'tapedeck',
      aud: 'tapedeck-workstation',
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    const forged = `${head}.${Buffer.from(JSON.stringify({ ...claims, exp: world.nowMs })).toString('base64url')}.${signature}`;
    const bad = [
      forged,
      unsigned,
      endless,
      await signed({}, new Uint8Array(32)),
      await signed({ aud: 'another' }),
      await signed({ iss: 'another' }),
      await signed({ sub: 'u-2' }),
      await signed({ sid: 'unknown' }),
    ];
    for (const token of bad) expect(await world.identity.verifyOverdue(token)).toBeUndefined();
    expect(await world.identity.verifyOverdue(await signed({}))).toBeDefined();
  });

  it('are renewed while the session stands, for seven days at most', async () => {
    const first = await world.signedIn();
    const startMs = world.nowMs;
    let { principal } = first;
    for (let renewals = 0; ; renewals += 1) {
      world.nowMs += 11 * HOUR;
      const next = await world.identity.refresh(principal);
      if (!next) {
        expect(renewals).toBeGreaterThan(10);
        expect(world.nowMs - startMs).toBeGreaterThanOrEqual(7 * 24 * HOUR);
        break;
      }
      expect(next.principal.sessionExpiresAtMs).toBeLessThanOrEqual(startMs + 7 * 24 * HOUR);
      principal = next.principal;
    }
  });

  it('are not renewed once twelve hours passed unused', async () => {
    const { principal } = await world.signedIn();
    world.nowMs += 12 * HOUR;
    expect(await world.identity.refresh(principal)).toBeUndefined();
    await world.identity.sweep();
    expect(world.ended).toEqual([[principal.sessionId, 'revoked']]);
  });
});

describe('choosing an account', () => {
  it('grants a token bound to the account, kept through a renewal', async () => {
    const { principal } = await world.signedIn();
    expect(await world.identity.accountsOf('u-1')).toEqual([
      { account: 'DEMO-1', isLive: false, isDefault: true },
      { account: 'LIVE-1', isLive: true, isDefault: false },
    ]);
    const selected = await world.identity.selectAccount(principal, 'LIVE-1');
    expect(selected).toMatchObject({ ok: true, value: { isLive: true, principal: { account: 'LIVE-1' } } });
    if (!selected.ok) return;
    const renewed = await world.identity.refresh(selected.value.principal);
    expect((await world.identity.verify(renewed?.jwt ?? ''))?.account).toBe('LIVE-1');
    await world.repositories.accounts.update('LIVE-1', { isLocked: true });
    expect(await world.identity.refresh(selected.value.principal)).toBeUndefined();
  });

  it('says why it refuses', async () => {
    const { principal } = await world.signedIn();
    const refusal = async (account: string): Promise<unknown> => {
      const result = await world.identity.selectAccount(principal, account);
      return result.ok ? 'granted' : result.error;
    };
    expect(await refusal('NONE')).toBe('DoesNotExist');
    expect(await refusal('a\0b')).toBe('DoesNotExist');
    expect(await refusal('DEMO-2')).toBe('UnavailableForUser');
    await world.repositories.accounts.update('DEMO-1', { isLocked: true });
    expect(await refusal('DEMO-1')).toBe('Locked');
    await world.repositories.users.update('u-1', { permissionMask: 0 });
    expect(await refusal('LIVE-1')).toBe('NoPlatformPermission');
    await world.repositories.users.update('u-1', { permissionMask: 1 });
    expect(await refusal('LIVE-1')).toBe('granted');
    await world.identity.logout(principal.sessionId);
    expect(await refusal('LIVE-1')).toBe('UnavailableForUser');
    world.start({
      repositories: {
        ...world.repositories,
        accounts: { ...world.repositories.accounts, byId: () => Promise.reject(new Error('gone')) },
      },
    });
    expect(await refusal('LIVE-1')).toBe('DatabaseError');
  });
});
