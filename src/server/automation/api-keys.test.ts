import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { IdentityWorld, PASSWORD } from '../identity/testing/identity-world.ts';
import { ApiKeys, MAX_API_KEYS, type IssuedKey, type NewApiKey } from './api-keys.ts';

const DAY_MS = 86_400_000;
const ADDRESS = '203.0.113.9';
const ANN = { userId: 'u-1', userName: 'ann', isDemo: false, address: '10.0.0.1' };
const BOB = { userId: 'u-2', userName: 'bob', isDemo: false, address: '10.0.0.2' };
const PRESENT = { password: PASSWORD, code: undefined };
const WANTED: NewApiKey = {
  name: 'Rebalancer',
  scopes: ['read', 'paper'],
  accounts: [],
  addresses: [],
  expiresAtMs: null,
};

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('API keys on %s', (backend) => {
  let world: IdentityWorld;
  let keys: ApiKeys;
  beforeEach(async () => {
    world = await IdentityWorld.open(backend === 'Postgres' ? await postgres.createDatabase() : undefined);
    keys = keysOf();
  });
  afterEach(() => world.close());

  const keysOf = (limits = {}) =>
    new ApiKeys({
      repositories: world.repositories,
      identity: world.identity,
      hostMs: world.clock.hostMs,
      limits,
    });
  async function created(change: Partial<NewApiKey> = {}): Promise<IssuedKey> {
    const made = await keys.create(ANN, { ...WANTED, ...change }, PRESENT);
    if (!made.ok) throw new Error(`no key: ${made.error.reason}`);
    return made.value;
  }
  const reasonOf = async (key: string, address = ADDRESS): Promise<string> => {
    const outcome = await keys.authenticate(key, address);
    return outcome.ok ? 'ok' : outcome.error.reason;
  };

  it('opens the accounts of its user, and keeps time and address of its last use', async () => {
    const { keyId, key } = await created();
    expect(await keys.list('u-1')).toMatchObject([{ keyId, name: 'Rebalancer', used: null }]);
    const outcome = await keys.authenticate(key, ADDRESS);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        keyId,
        userId: 'u-1',
        scopes: ['read', 'paper'],
        accounts: [{ account: 'DEMO-1' }, { account: 'LIVE-1' }],
      },
    });
    expect(await keys.list('u-1')).toMatchObject([{ used: { atMs: world.nowMs, address: ADDRESS } }]);
    expect(await keys.list('u-2')).toEqual([]);
  });

  it('stores the time of use once a minute, and another address at once', async () => {
    const { key } = await created();
    const firstMs = world.nowMs;
    await keys.authenticate(key, ADDRESS);
    world.nowMs += 59_000;
    await keys.authenticate(key, ADDRESS);
    expect(await keys.list('u-1')).toMatchObject([{ used: { atMs: firstMs } }]);
    await keys.authenticate(key, '203.0.113.10');
    expect(await keys.list('u-1')).toMatchObject([{ used: { atMs: world.nowMs, address: '203.0.113.10' } }]);
    world.nowMs += 60_000;
    await keys.authenticate(key, '203.0.113.10');
    expect(await keys.list('u-1')).toMatchObject([{ used: { atMs: world.nowMs } }]);
  });

  it('stores no secret', async () => {
    const { key } = await created();
    const secret = key.slice(-43);
    expect(JSON.stringify(await world.repositories.apiKeys.ofUser('u-1'))).not.toContain(secret);
    expect(JSON.stringify(await world.repositories.audit.since(0))).not.toContain(secret);
  });

  it('is refused at the request after its revocation, at its expiry, and from another address', async () => {
    const { keyId, key } = await created({
      expiresAtMs: world.nowMs + DAY_MS,
      addresses: ['203.0.113.0/24'],
    });
    expect(await reasonOf(key)).toBe('ok');
    expect(await reasonOf(key, '198.51.100.1')).toBe('address');
    world.nowMs += DAY_MS - 1;
    expect(await reasonOf(key)).toBe('ok');
    world.nowMs += 1;
    expect(await reasonOf(key)).toBe('expired');
    expect((await keys.revoke(ANN, keyId)).ok).toBe(true);
    expect(await reasonOf(key)).toBe('revoked');
    expect(await keys.revoke(ANN, keyId)).toMatchObject({ ok: false, error: { reason: 'gone' } });
    expect(await keys.rotate(ANN, { keyId, expiresAtMs: null }, PRESENT)).toMatchObject({
      ok: false,
      error: { reason: 'gone' },
    });
  });

  it('has another secret and expiry after a rotation', async () => {
    const { keyId, key } = await created({ expiresAtMs: world.nowMs + DAY_MS });
    world.nowMs += 2 * DAY_MS;
    const rotated = await keys.rotate(ANN, { keyId, expiresAtMs: world.nowMs + DAY_MS }, PRESENT);
    expect(await reasonOf(key)).toBe('unknown');
    expect(rotated.ok && (await reasonOf(rotated.value.key))).toBe('ok');
    expect(await keys.list('u-1')).toHaveLength(1);
  });

  it('belongs to its user alone', async () => {
    const { keyId, key } = await created();
    expect(await keys.revoke(BOB, keyId)).toMatchObject({ ok: false, error: { reason: 'gone' } });
    expect(await keys.rotate(BOB, { keyId, expiresAtMs: null }, PRESENT)).toMatchObject({
      ok: false,
      error: { reason: 'gone' },
    });
    expect(await reasonOf(key)).toBe('ok');
    expect(await keys.create(ANN, { ...WANTED, accounts: ['DEMO-2'] }, PRESENT)).toMatchObject({
      ok: false,
      error: { reason: 'account', value: 'DEMO-2' },
    });
  });

  it('is restricted to chosen accounts, which must still be the user’s', async () => {
    const { key } = await created({ accounts: ['LIVE-1'] });
    const outcome = await keys.authenticate(key, ADDRESS);
    expect(outcome).toMatchObject({ ok: true, value: { accounts: [{ account: 'LIVE-1', isLive: true }] } });
  });

  it('does not work while its user is disabled, expired or without permissions', async () => {
    const { key } = await created();
    const { users } = world.repositories;
    await users.update('u-1', { isDisabled: true });
    expect(await reasonOf(key)).toBe('user');
    await users.update('u-1', { isDisabled: false, expiresAtMs: world.nowMs });
    expect(await reasonOf(key)).toBe('user');
    await users.update('u-1', { expiresAtMs: null, permissionMask: 0 });
    expect(await reasonOf(key)).toBe('user');
    await users.update('u-1', { permissionMask: 1 });
    expect(await reasonOf(key)).toBe('ok');
  });

  it('is created and rotated with the password only, and never in a demo', async () => {
    const wrong = { ...PRESENT, password: 'wrong' };
    expect(await keys.create(ANN, WANTED, wrong)).toMatchObject({ error: { reason: 'password' } });
    const { keyId, key } = await created();
    expect(await keys.rotate(ANN, { keyId, expiresAtMs: null }, wrong)).toMatchObject({
      error: { reason: 'password' },
    });
    expect(await reasonOf(key)).toBe('ok');
    expect(await keys.create({ ...ANN, isDemo: true }, WANTED, PRESENT)).toMatchObject({
      error: { reason: 'demo' },
    });
  });

  it.each(['10.0.0.0/0', 'localhost', '10.0.0.1/33', ''])('refuses the address %j', async (address) => {
    expect(await keys.create(ANN, { ...WANTED, addresses: [address] }, PRESENT)).toMatchObject({
      error: { reason: 'address', value: address },
    });
  });

  it('refuses an expiry that has passed', async () => {
    expect(await keys.create(ANN, { ...WANTED, expiresAtMs: world.nowMs }, PRESENT)).toMatchObject({
      error: { reason: 'past' },
    });
  });

  it('writes each change to the audit trail', async () => {
    const { keyId } = await created({ name: 'Re "x"' });
    await keys.rotate(ANN, { keyId, expiresAtMs: null }, PRESENT);
    await keys.revoke(ANN, keyId);
    const entries = await world.repositories.audit.since(0);
    expect(entries.map(({ actor, command, outcome }) => [actor, command, outcome]).toSorted()).toEqual([
      ['ann from 10.0.0.1', `create API key ${keyId} "Re \\"x\\"" for read, paper`, 'done'],
      ['ann from 10.0.0.1', `revoke API key ${keyId}`, 'done'],
      ['ann from 10.0.0.1', `rotate API key ${keyId}`, 'done'],
    ]);
  });

  it('limits how many keys a user has; revoked ones do not count and leave the list after 30 days', async () => {
    const made: IssuedKey[] = [];
    for (let count = 0; count < MAX_API_KEYS; count += 1) made.push(await created({ name: `key ${count}` }));
    expect(await keys.create(ANN, WANTED, PRESENT)).toMatchObject({ error: { reason: 'full' } });
    await keys.revoke(ANN, made[0]?.keyId ?? '');
    await created();
    expect(await keys.list('u-1')).toHaveLength(MAX_API_KEYS + 1);
    world.nowMs += 31 * DAY_MS;
    await keys.revoke(ANN, made[1]?.keyId ?? '');
    await created();
    expect((await keys.list('u-1')).map(({ keyId }) => keyId)).not.toContain(made[0]?.keyId);
  });
});

describe('wrong API keys', () => {
  let world: IdentityWorld;
  let keys: ApiKeys;
  beforeEach(async () => {
    world = await IdentityWorld.open();
    keys = new ApiKeys({
      repositories: world.repositories,
      identity: world.identity,
      hostMs: world.clock.hostMs,
      limits: { perKeyAndAddress: 3, perAddress: 5 },
    });
  });
  afterEach(() => world.close());
  const wrong = (key: string) => `${key.slice(0, -43)}${'A'.repeat(43)}`;

  it('stop being checked after some for a key and an address, while other addresses are served', async () => {
    const made = await keys.create(ANN, WANTED, PRESENT);
    if (!made.ok) throw new Error('no key');
    const { key } = made.value;
    for (let count = 0; count < 3; count += 1)
      expect(await keys.authenticate(wrong(key), ADDRESS)).toMatchObject({ error: { reason: 'unknown' } });
    // The right key is not checked either: otherwise guesses could continue until one is right.
    expect(await keys.authenticate(key, ADDRESS)).toMatchObject({
      error: { reason: 'wait', retryAfterSeconds: expect.any(Number) },
    });
    expect(await keys.authenticate(key, '203.0.113.10')).toMatchObject({ ok: true });
  });

  it('stop being checked after some from an address with different key ids', async () => {
    for (let count = 0; count < 5; count += 1)
      await keys.authenticate(`tdk_${String(count).padStart(16, '0')}_${'A'.repeat(43)}`, ADDRESS);
    expect(await keys.authenticate(`tdk_${'f'.repeat(16)}_${'A'.repeat(43)}`, ADDRESS)).toMatchObject({
      error: { reason: 'wait' },
    });
  });

  it('does not count a revoked key, so that its program gets the reason each time', async () => {
    const made = await keys.create(ANN, WANTED, PRESENT);
    if (!made.ok) throw new Error('no key');
    await keys.revoke(ANN, made.value.keyId);
    for (let count = 0; count < 9; count += 1)
      expect(await keys.authenticate(made.value.key, ADDRESS)).toMatchObject({
        error: { reason: 'revoked' },
      });
  });

  it.each(['', 'tdk_', 'eyJhbGciOiJIUzI1NiJ9.e30.x', `tdk_${'f'.repeat(16)}_${'A'.repeat(42)}`])(
    'are malformed when they are not in the form of a key: %j',
    async (text) => {
      expect(await keys.authenticate(text, ADDRESS)).toMatchObject({ error: { reason: 'malformed' } });
    },
  );
});
