import { expect } from 'vitest';
import type { identityHttp } from '../../src/protocol/http-identity.ts';
import type { keysHttp } from '../../src/protocol/http-keys.ts';
import { NEW_KEY } from './api-client.ts';
import type { Answer, Call } from './isolation-documents.ts';
import { intruder, server, victim } from './isolation-world.ts';

type PasskeyCall = Extract<keyof typeof identityHttp, `passkey${string}`>;

const GONE: Answer = { status: 404, body: { Error: 'This API key is revoked or no longer there.' } };

/** Stores an API key of the victim. */
async function keyOfVictim(keyId: string): Promise<string> {
  await server.storage.repositories.apiKeys.add(
    {
      keyId,
      userId: victim.userId,
      name: 'Victim',
      secretHash: '00',
      scopes: ['read'],
      accounts: [],
      addresses: [],
      createdAtMs: 1,
      expiresAtMs: null,
      revokedAtMs: null,
      used: null,
    },
    { maxCount: 25, forgetBeforeMs: 0 },
    { entryId: keyId, atMs: 1, actor: 'a test', command: 'create API key', outcome: 'done' },
  );
  return keyId;
}

/** The calls about API keys and passkeys, made by another user than the one whose keys they are. */
export const KEY_CALLS = {
  async passkeys(call) {
    const listed = await call(`/api/User/Passkeys?userId=${victim.userId}`);
    expect(listed).toEqual({ status: 200, body: { Items: [] } });
    return listed;
  },
  async passkeyBegin(call) {
    const path = '/api/User/Passkeys/Begin';
    expect((await call(path, { Password: intruder.password, UserId: victim.userId })).status).toBe(400);
    // A program sends no origin: there is no site that a passkey could be for.
    const refused = await call(path, { Password: victim.password });
    expect(refused.status).toBe(409);
    return refused;
  },
  async passkeyAdd(call) {
    for (const Name of ['', ' ', 'x\0', 'x'.repeat(61)])
      expect((await call('/api/User/Passkeys/Add', { Pending: 'v1.AAAA', Name, Response: {} })).status).toBe(
        400,
      );
    const refused = await call('/api/User/Passkeys/Add', { Pending: 'v1.AAAA', Name: 'x', Response: {} });
    expect(refused.status).toBe(400);
    return refused;
  },
  async passkeyRemove(call) {
    const { passkeys } = server.storage.repositories;
    await passkeys.add(
      {
        credentialId: 'of-the-victim',
        userId: victim.userId,
        name: 'Laptop',
        publicKey: 'a2V5',
        counter: 0,
        transports: [],
        createdAtMs: 1,
        usedAtMs: null,
      },
      20,
    );
    const refused = await call('/api/User/Passkeys/of-the-victim/Remove', { Password: intruder.password });
    expect(refused).toEqual({ status: 404, body: { Error: 'This passkey is no longer there.' } });
    expect(await passkeys.ofUser(victim.userId)).toHaveLength(1);
    return refused;
  },
  async passkeyChallenge(call) {
    const refused = await call('/api/Account/PasskeyChallenge', {});
    expect(refused.status).toBe(409);
    return refused;
  },
  async apiKeys(call) {
    const listed = await call(`/api/User/ApiKeys?userId=${victim.userId}`);
    expect(listed).toEqual({ status: 200, body: { Items: [] } });
    return listed;
  },
  async apiKeyCreate(call) {
    const path = '/api/User/ApiKeys/Create';
    const body = { ...NEW_KEY, Password: intruder.password };
    expect((await call(path, { ...body, UserId: victim.userId })).status).toBe(400);
    expect((await call(path, { ...body, Password: victim.password })).status).toBe(403);
    const refused = await call(path, { ...body, Accounts: [victim.account] });
    expect(refused).toEqual({ status: 400, body: { Error: `You have no account ${victim.account}.` } });
    return refused;
  },
  async apiKeyRotate(call) {
    const keyId = await keyOfVictim('00000000000000a1');
    const refused = await call(`/api/User/ApiKeys/${keyId}/Rotate`, {
      Expires: null,
      Password: intruder.password,
    });
    expect(refused).toEqual(GONE);
    return refused;
  },
  async apiKeyRevoke(call) {
    const keyId = await keyOfVictim('00000000000000a2');
    const refused = await call(`/api/User/ApiKeys/${keyId}/Revoke`, {});
    expect(refused).toEqual(GONE);
    expect(await server.storage.repositories.apiKeys.byId(keyId)).toMatchObject({ revokedAtMs: null });
    return refused;
  },
} satisfies Record<keyof typeof keysHttp | PasskeyCall, (call: Call) => Promise<Answer>>;
